import 'fake-indexeddb/auto'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { wireApi } from '../../../api/wire.ts'
import { noUploads } from '../testing/no-uploads.ts'
import type { ApplicationPorts, FormRules } from './application-state.ts'
import { forgetAll, forgetFailed, openOnce, prefetchDraft } from './application-registry.ts'

const key = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }
const rules: FormRules = {
  definition: { formVersion: 'v1', steps: [] },
  errorsOf: () => [],
  inWords: () => ({ label: '', value: '' }),
}

function ports(read: ApplicationPorts['server']['read'] = async () => ({ kind: 'none' })): ApplicationPorts {
  return {
    local: {
      read: async () => ({ draft: null, rival: null, submission: null, seen: [] }),
      write: async () => true,
      rivalOf: async () => null,
      writeSubmission: async () => true,
      remove: async () => true,
      removeAllOf: async () => true,
      listOf: async () => [],
    },
    server: { read, save: async () => ({ kind: 'gone' }), remove: async () => undefined },
    submission: { send: async () => ({ kind: 'never-arrived' }), ask: async () => ({ kind: 'never-arrived' }) },
    uploads: noUploads,
    sendOnLeave: () => false,
    rulesOf: async () => null,
    onSubmitted: () => undefined,
    onDeleted: () => undefined,
    now: Date.now,
    newId: () => 'an-id-of-some-length',
    isOnline: () => true,
  }
}

const asked = vi.fn<() => void>()
let status = 404
const server = setupServer(
  http.get('http://portal.test/app/web/o/drafts/:serviceId/:type', () => {
    asked()
    return HttpResponse.json({ code: 'SE_CO_0404' }, { status })
  }),
)

beforeAll(() => {
  server.listen()
  wireApi({
    baseUrl: 'http://portal.test/app/web',
    timeoutMs: 1_000,
    language: () => 'ja',
    tenantGate: async () => undefined,
    getIdToken: async () => 'token',
    refreshSession: async () => null,
    pageHasSession: () => true,
  })
})
afterEach(() => {
  forgetAll()
  asked.mockClear()
  status = 404
})
afterAll(() => server.close())

describe('opening an application', () => {
  it('gives the same one to every page that asks', async () => {
    const first = openOnce(key, rules, ports(), false)
    expect(openOnce(key, rules, ports(), false)).toBe(first)
    expect(await openOnce(key, rules, ports(), true)).toBe(await first)
  })

  it('that failed is not opened again until the page is visited again', async () => {
    const read = vi.fn<ApplicationPorts['server']['read']>().mockRejectedValueOnce(new Error('broken'))
    read.mockResolvedValue({ kind: 'none' })
    const failing = openOnce(key, rules, ports(read), false)
    await expect(failing).rejects.toThrow('broken')
    expect(openOnce(key, rules, ports(read), false)).toBe(failing)
    forgetFailed()
    await expect(openOnce(key, rules, ports(read), false)).resolves.toBeDefined()
  })

  it('asks the provider again at the next visit when the copy could not be read ahead', async () => {
    status = 503
    prefetchDraft(key)
    const read = vi.fn<ApplicationPorts['server']['read']>(async () => ({ kind: 'none' }))
    await expect(openOnce(key, rules, ports(read), false)).rejects.toMatchObject({ problem: { status: 503 } })
    expect(read).not.toHaveBeenCalled()
    prefetchDraft({ ...key, type: 'corporate' })
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    status = 404
    await vi.waitFor(() => {
      forgetFailed()
      prefetchDraft({ ...key, type: 'corporate' })
      expect(asked).toHaveBeenCalledTimes(3)
    })
  })

  it('of another user puts down what the first had open', async () => {
    const mine = await openOnce(key, rules, ports(), false)
    const theirs = await openOnce({ ...key, userId: 'U-2' }, rules, ports(), false)
    expect(theirs).not.toBe(mine)
    mine.input('/applicant/name', 'x')
    expect(mine.answersNow()).toEqual({})
    expect(await openOnce(key, rules, ports(), false)).not.toBe(mine)
  })

  it('uses the copy of the provider that was asked for while the form was loading, once', async () => {
    prefetchDraft(key)
    prefetchDraft(key)
    const read = vi.fn<ApplicationPorts['server']['read']>(async () => ({ kind: 'none' }))
    await openOnce(key, rules, ports(read), false)
    prefetchDraft(key)
    expect(asked).toHaveBeenCalledOnce()
    expect(read).not.toHaveBeenCalled()
  })
})
