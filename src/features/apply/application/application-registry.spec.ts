import 'fake-indexeddb/auto'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { wireApi } from '../../../api/wiring.ts'
import { stopOpenForms } from '../../../drafts/open-drafts.ts'
import { anyRules, fakeDeps } from '../testing/fake-deps.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { ApplicationStore } from './application-store.ts'
import type { SubmissionBody } from '../submission/submission-server.ts'
import type { ApplicationDeps } from './application-types.ts'
import { applicationName } from '../draft/draft.ts'
import type { LocalDraft, ServerAnswer } from '../draft/draft.ts'
import type { SubmissionAnswer } from '../submission/submission-server.ts'
import {
  closeApplications,
  forgetAll,
  forgetFailed,
  forgetFinished,
  holdDraft,
  localDrafts,
  lossOfLogOut,
  noteResult,
  openOnce,
  openQuestion,
  ownership,
  prefetchDraft,
} from './application-registry.ts'

const key = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }
const rules = anyRules

function ports(read: ApplicationDeps['server']['read'] = async () => ({ kind: 'none' })): ApplicationDeps {
  const deps = fakeDeps({ newId: () => 'an-id-of-some-length' })
  return { ...deps, server: { ...deps.server, read } }
}

const body: SubmissionBody = { ...key, formVersion: 'v1', answers: {}, attachments: [], locale: 'ja' }

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
afterEach(async () => {
  ownership.release(applicationName(key))
  await forgetAll()
  asked.mockClear()
  server.resetHandlers()
  status = 404
})
afterAll(() => server.close())

describe('opening an application', () => {
  it('returns the same one to every page', async () => {
    const first = openOnce(key, rules, ports(), false)
    expect(openOnce(key, rules, ports(), false)).toBe(first)
    expect(await openOnce(key, rules, ports(), true)).toBe(await first)
  })

  it('an application that failed to open is not retried until the page is visited again', async () => {
    const read = vi.fn<ApplicationDeps['server']['read']>().mockRejectedValueOnce(new Error('broken'))
    read.mockResolvedValue({ kind: 'none' })
    const failing = openOnce(key, rules, ports(read), false)
    await expect(failing).rejects.toThrow('broken')
    expect(openOnce(key, rules, ports(read), false)).toBe(failing)
    forgetFailed()
    await expect(openOnce(key, rules, ports(read), false)).resolves.toBeDefined()
  })

  it('requests the copy again at the next visit if prefetching it failed', async () => {
    status = 503
    prefetchDraft(key)
    const read = vi.fn<ApplicationDeps['server']['read']>(async () => ({ kind: 'none' }))
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

  it("opening an application of another user closes the first user's applications", async () => {
    const mine = await openOnce(key, rules, ports(), false)
    const theirs = await openOnce({ ...key, userId: 'U-2' }, rules, ports(), false)
    expect(theirs).not.toBe(mine)
    mine.input('/applicant/name', 'x')
    expect(mine.answersNow()).toEqual({})
    expect(await openOnce(key, rules, ports(), false)).not.toBe(mine)
  })

  it('uses the copy that was prefetched while the form was loading, once', async () => {
    prefetchDraft(key)
    prefetchDraft(key)
    const read = vi.fn<ApplicationDeps['server']['read']>(async () => ({ kind: 'none' }))
    await openOnce(key, rules, ports(read), false)
    prefetchDraft(key)
    expect(asked).toHaveBeenCalledOnce()
    expect(read).not.toHaveBeenCalled()
  })
})

describe('the next visit after an application has ended', () => {
  const { serviceId, type } = key
  const order = { orderId: 'OR-1', receiptNumber: '2026-000001', status: 'NOT_STARTED' } as const

  /** An application whose result is there, and was not shown. */
  async function finished(over: Partial<ApplicationDeps['server']> = {}): Promise<ApplicationStore> {
    const deps = ports()
    const send = async () => ({ kind: 'created', order }) as const
    const all = { ...deps, server: { ...deps.server, ...over }, submit: { ...deps.submit, send } }
    const store = await openOnce(key, rules, all, false)
    store.input('/applicant/name', '港')
    await store.submit(body)
    expect(store.state().submission).toMatchObject({ phase: 'done', order })
    return store
  }

  it('begins another one after the result was shown', async () => {
    const store = await finished()
    noteResult(store)
    expect(forgetFinished(serviceId, type)).toBe(true)
    const next = await openOnce(key, rules, ports(), false)
    expect(next).not.toBe(store)
    expect(next.state().submission.phase).toBe('editing')
  })

  it('leads once to a result that arrived after the user had left', async () => {
    const store = await finished()
    forgetFailed()
    expect(forgetFinished(serviceId, type)).toBe(false)
    expect(await openOnce(key, rules, ports(), false)).toBe(store)
    noteResult(store)
    expect(forgetFinished(serviceId, type)).toBe(true)
  })

  it('begins another one after the answers were discarded', async () => {
    const store = await openOnce(key, rules, ports(), false)
    store.input('/applicant/name', '港')
    await store.discard()
    expect(forgetFinished(serviceId, type)).toBe(true)
    expect(await openOnce(key, rules, ports(), false)).not.toBe(store)
  })

  it('opens the draft of a re-application instead of an unseen result', async () => {
    const store = await finished({
      save: async () => ({ kind: 'failed', problem: { kind: 'unavailable', fields: [] } }),
    })
    expect(store.hasUnsaved()).toBe(true)
    await holdDraft({ draft: key, typed: 'kept', change: async () => undefined })
    expect(await openOnce(key, rules, ports(), false)).not.toBe(store)
  })

  it('does not take the result of an earlier application for that of the open one', async () => {
    const earlier = await finished()
    noteResult(earlier)
    forgetFinished(serviceId, type)
    const store = await finished()
    noteResult(earlier)
    expect(forgetFinished(serviceId, type)).toBe(false)
    expect(await openOnce(key, rules, ports(), false)).toBe(store)
  })
})

describe('a draft that is changed outside its form', () => {
  const found = (name: string, etag: string): ServerAnswer => ({
    kind: 'found',
    draft: {
      content: {
        formVersion: 'v1',
        answers: { applicant: { name } },
        step: null,
        shippingAddress: null,
        unplaced: [],
        registered: [],
        reapplyOf: null,
      },
      applicationId: etag,
      etag,
      savedAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 1_000).toISOString(),
    },
  })

  it('the open form no longer shows or sends a changed draft (delete, or replace by a re-application)', async () => {
    const save = vi.fn<ApplicationDeps['server']['save']>(async () => ({ kind: 'gone' }))
    let answer = found('削除した下書き', '"1"')
    const all = ports(async () => answer)
    all.server.save = save
    const old = await openOnce(key, rules, all, false)
    await holdDraft({
      draft: key,
      typed: 'discarded',
      change: async () => {
        answer = found('差し戻された申請', '"2"')
      },
    })
    old.input('/applicant/name', '削除した後')
    await old.saveNow()
    expect(save).not.toHaveBeenCalled()
    const next = await openOnce(key, rules, all, false)
    expect(next.answersNow()).toEqual({ applicant: { name: '差し戻された申請' } })
  })

  it('waits for a pending save, so that this save cannot create the draft again', async () => {
    const order: string[] = []
    let finish: () => void = () => undefined
    const all = ports()
    all.server.save = async () => {
      order.push('save starts')
      await new Promise<void>((resolve) => (finish = resolve))
      order.push('save ends')
      return { kind: 'saved', etag: '"1"', savedAt: '', expiresAt: '' }
    }
    const store = await openOnce(key, rules, all, false)
    store.input('/applicant/name', '港')
    void store.saveNow()
    await vi.waitFor(() => expect(order).toEqual(['save starts']))
    const held = holdDraft({ draft: key, typed: 'discarded', change: async () => void order.push('deleted') })
    await new Promise((resolve) => setTimeout(resolve))
    finish()
    await held
    expect(order).toEqual(['save starts', 'save ends', 'deleted'])
  })
})

describe('a log-out that the page learns of twice', () => {
  it('reports unsent answers both times, and ends neither before the form is closed', async () => {
    const all = ports()
    all.server.save = async () => ({ kind: 'failed', problem: { kind: 'offline', fields: [] } })
    const store = await openOnce(key, rules, all, false)
    store.input('/applicant/name', '港')
    const first = closeApplications(key.tenantId, key.userId)
    const second = closeApplications(key.tenantId, key.userId).then((outcome) => [outcome, store.isOver()])
    expect(await second).toEqual(['unsent', true])
    expect(await first).toBe('unsent')
  })
})

const earlier: LocalDraft = {
  ...key,
  submission: { key: 'key-1', phase: 'editing', body: null },
  content: {
    formVersion: 'v1',
    answers: { applicant: { name: '前回' } },
    step: null,
    shippingAddress: null,
    unplaced: [],
    registered: [],
    reapplyOf: null,
  },
  changedAt: '2026-11-21T10:00:00.000Z',
  unsaved: true,
  etag: null,
  savedAt: null,
  sent: false,
  baseContent: null,
  applicationId: 'of-an-earlier-visit',
}

describe('what a log-out would lose', () => {
  const loss = () => lossOfLogOut(key.tenantId, key.userId)

  async function openWith(all: ApplicationDeps, typed = '港'): Promise<ApplicationStore> {
    const store = await openOnce(key, rules, all, false)
    if (typed !== '') store.input('/applicant/name', typed)
    return store
  }

  it('a log-out loses nothing if the open form can be saved, and the form remains open', async () => {
    const all = ports()
    const save = vi.fn<ApplicationDeps['server']['save']>(async () => ({
      kind: 'saved',
      etag: 'e-1',
      savedAt: '2026-11-21T10:00:00Z',
      expiresAt: '2026-11-28T10:00:00Z',
    }))
    all.server.save = save
    const store = await openWith(all)
    expect(await loss()).toBe('nothing')
    expect(save).toHaveBeenCalledOnce()
    expect(store.isOver()).toBe(false)
    expect(await openOnce(key, rules, all, false)).toBe(store)
  })

  it('a log-out does not lose what the user has discarded, and reports nothing unsent', async () => {
    const store = await openWith(ports())
    await store.discard()
    expect(await loss()).toBe('nothing')
    expect(await closeApplications(key.tenantId, key.userId)).toBe('sent')
  })

  it('does not wait for a form that is still being opened, and finds its draft of an earlier visit', async () => {
    await localDrafts.write({ ...earlier, etag: 'e-1' })
    expect(await openQuestion(key.tenantId, key.userId)).not.toBeNull()
    void openOnce(
      key,
      rules,
      ports(() => new Promise(() => {})),
      false,
    )
    expect(await loss()).toBe('undecided')
    await localDrafts.remove(key)
    expect(await loss()).toBe('nothing')
    expect(await openQuestion(key.tenantId, key.userId)).toBeNull()
  })

  it('a log-out loses nothing of an earlier visit that was emptied', async () => {
    status = 503
    await localDrafts.write({ ...earlier, content: { ...earlier.content, answers: {} } })
    expect(await loss()).toBe('nothing')
    await localDrafts.remove(key)
  })

  it('a log-out loses nothing of a form in which nothing was typed', async () => {
    await openWith(ports(), '')
    expect(await loss()).toBe('nothing')
  })

  it('a log-out would lose the answers that could not be saved; they stay in the form', async () => {
    const all = ports()
    all.server.save = async () => ({ kind: 'failed', problem: { kind: 'unavailable', fields: [] } })
    const store = await openWith(all)
    expect(await loss()).toBe('answers')
    expect(store.isOver()).toBe(false)
    expect(store.answersNow()).toEqual({ applicant: { name: '港' } })
  })

  it('a log-out leads to an open question instead of naming the network as the cause', async () => {
    const all = ports()
    all.server.save = async () => ({ kind: 'saved', etag: '"1"', savedAt: '', expiresAt: '' })
    const store = await openWith(all)
    await store.saveNow()
    all.server.save = async () => ({ kind: 'conflict' })
    store.input('/applicant/name', '港 花子')
    await store.saveNow()
    expect(store.state().question?.kind).toBe('gone')
    store.postpone()
    expect(await loss()).toBe('undecided')
    expect(store.state().postponed, 'the user may log out nevertheless').toBe(true)
    expect(await openQuestion(key.tenantId, key.userId)).toBe('/application/minato-city/water-start/individual')
    expect(store.state().postponed).toBe(false)
  })

  it('a log-out would lose the result of a submission that has not been answered', async () => {
    const all = ports()
    all.submit.send = () => new Promise(() => {})
    const store = await openWith(all)
    void store.submit(body)
    expect(await loss()).toBe('result')
  })

  it.each([
    ['on the copy that the API has', null, 404, 'nothing'],
    ['on another copy than the API has', 'e-1', 404, 'undecided'],
    ['while the API does not respond', null, 503, 'answers'],
  ] as const)(
    'a log-out would lose what an earlier visit could not send: a draft %s',
    async (_copy, etag, answer, expected) => {
      status = answer
      await localDrafts.write({ ...earlier, etag })
      expect(await loss()).toBe(expected)
      expect(await localDrafts.listOf(key.tenantId, key.userId)).toHaveLength(1)
      await localDrafts.remove(key)
    },
  )

  it('a log-out leads to the form of an earlier visit whose draft was sent elsewhere', async () => {
    await localDrafts.write({ ...earlier, isGone: true })
    expect(await loss()).toBe('undecided')
    expect(await openQuestion(key.tenantId, key.userId)).toBe('/application/minato-city/water-start/individual')
    await localDrafts.remove(key)
  })

  it('a log-out would lose only what is known, if the browser does not say what it has', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Internal error', 'UnknownError')
    })
    expect(await loss()).toBe('nothing')
    vi.restoreAllMocks()
  })

  it('a log-out would lose the answers if saving them takes too long', async () => {
    const all = ports()
    all.server.save = () => new Promise(() => {})
    await openWith(all)
    vi.useFakeTimers()
    const found = loss()
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    expect(await found).toBe('answers')
  })
})

describe('a log-out with a draft of an earlier visit', () => {
  it('does not create the draft of one that was sent elsewhere, and reports it as unsent', async () => {
    const saved = vi.fn<() => void>()
    server.use(
      http.put('http://portal.test/app/web/o/drafts/:serviceId/:type', () => {
        saved()
        return HttpResponse.json({ code: 'SE_CO_0503' }, { status: 503 })
      }),
    )
    await localDrafts.write({ ...earlier, isGone: true })
    expect(await closeApplications(key.tenantId, key.userId)).toBe('unsent')
    expect(saved).not.toHaveBeenCalled()
  })

  it('reports that answers may be left if they cannot be removed', async () => {
    const refused = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('Internal error', 'UnknownError')
    })
    expect(await closeApplications(key.tenantId, key.userId)).toBe('unremoved')
    refused.mockRestore()
    expect(await closeApplications(key.tenantId, key.userId)).toBe('sent')
  })

  it('reports unsent answers if the browser does not say what it has', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Internal error', 'UnknownError')
    })
    expect(await closeApplications(key.tenantId, key.userId)).toBe('unsent')
    vi.restoreAllMocks()
    expect(await closeApplications(key.tenantId, key.userId)).toBe('sent')
  })
})

describe('a page from the cache after a log-out in another document', () => {
  it('writes and sends nothing of its forms, also of one that is being opened', async () => {
    const write = vi.fn<ApplicationDeps['local']['write']>(async () => true)
    const sendOnLeave = vi.fn<ApplicationDeps['server']['sendOnLeave']>(() => true)
    const deps = ports()
    const watched = { ...deps, local: { ...deps.local, write }, server: { ...deps.server, sendOnLeave } }
    const open = await openOnce(key, rules, watched, false)
    open.input('/applicant/name', '港')
    const opening = openOnce({ ...key, type: 'corporate' }, rules, watched, false)
    stopOpenForms()
    for (const store of [open, await opening]) {
      store.input('/applicant/name', '港 花子')
      store.retry()
      store.onPageHide()
    }
    expect(write).not.toHaveBeenCalled()
    expect(sendOnLeave).not.toHaveBeenCalled()
  })
})

describe('other tabs of the user', () => {
  const otherTab = new BroadcastChannel('portal-applications')
  afterAll(() => otherTab.close())
  const name = applicationName(key)

  /** The answers that the other tab receives from now on. */
  function received(): () => unknown[] {
    const messages: unknown[] = []
    const listen = ({ data }: MessageEvent<{ kind: string }>) => {
      if (data.kind !== 'take') messages.push(data)
    }
    otherTab.addEventListener('message', listen)
    onTestFinished(() => otherTab.removeEventListener('message', listen))
    return () => messages
  }

  it('a log-out in another tab closes the form, which then writes nothing to the browser', async () => {
    const written: LocalDraft[] = []
    const all = ports()
    all.local.write = async (draft) => {
      written.push(draft)
      return true
    }
    const store = await openOnce(key, rules, all, false)
    otherTab.postMessage({ kind: 'logged-out', tenantId: key.tenantId, userId: key.userId })
    await vi.waitFor(() => expect(store.isOver()).toBe(true))
    store.input('/applicant/name', 'ログアウトの後')
    await store.saveNow()
    expect(written).toEqual([])
  })

  it('this tab reports what a log-out in another tab would lose here, once it has tried to save', async () => {
    const all = ports()
    const save = vi.fn<ApplicationDeps['server']['save']>(async () => ({
      kind: 'failed',
      problem: { kind: 'unavailable', fields: [] },
    }))
    all.server.save = save
    const reports: unknown[] = []
    const onMessage = ({ data }: MessageEvent<{ kind: string; loss: unknown }>) => {
      if (data.kind === 'loss') reports.push(data.loss)
    }
    otherTab.addEventListener('message', onMessage)
    const store = await openOnce(key, rules, all, false)
    store.input('/applicant/name', '港')
    otherTab.postMessage({ kind: 'logging-out', logOut: 'L-1', tenantId: key.tenantId, userId: key.userId })
    await vi.waitFor(() => expect(reports).toEqual([null, 'answers']))
    expect(save).toHaveBeenCalled()
    expect(store.isOver(), 'the user may decide to stay').toBe(false)
    otherTab.removeEventListener('message', onMessage)
  })

  it('a log-out first asks the other tabs of the user', async () => {
    const answer = ({ data }: MessageEvent<{ kind: string; logOut: string }>) => {
      if (data.kind === 'logging-out')
        otherTab.postMessage({ kind: 'loss', logOut: data.logOut, tab: 'other', loss: 'answers' })
    }
    otherTab.addEventListener('message', answer)
    expect(await lossOfLogOut(key.tenantId, key.userId)).toBe('answers')
    otherTab.removeEventListener('message', answer)
    expect(await lossOfLogOut(key.tenantId, key.userId)).toBe('nothing')
  })

  it('a log-out in another tab does not close the form of another user', async () => {
    const messages = received()
    const store = await openOnce(key, rules, ports(), false)
    store.input('/applicant/name', '港')
    otherTab.postMessage({ kind: 'logged-out', tenantId: key.tenantId, userId: 'U-2' })
    otherTab.postMessage({ kind: 'logging-out', logOut: 'L-2', tenantId: key.tenantId, userId: key.userId })
    await vi.waitFor(() => expect(messages(), 'the later message has arrived').toContainEqual(expect.anything()))
    expect(store.isOver()).toBe(false)
  })

  it('another tab continues with what this one has written, and this one writes nothing more', async () => {
    const messages = received()
    const write = vi.fn<ApplicationDeps['local']['write']>(async () => true)
    const all = ports()
    all.local.write = write
    await ownership.claim(name)
    const store = await openOnce(key, rules, all, false)
    store.input('/applicant/name', '港')
    otherTab.postMessage({ kind: 'take', name, request: 'R-1' })
    await vi.waitFor(() => expect(messages()).toEqual([{ kind: 'hand-over', request: 'R-1', answer: 'written' }]))
    expect(write.mock.lastCall?.[0].content.answers).toEqual({ applicant: { name: '港' } })
    expect(ownership.place(name)).toEqual({ kind: 'elsewhere' })
    write.mockClear()
    store.input('/applicant/name', '港 花子')
    store.onPageHide()
    expect(write).not.toHaveBeenCalled()
  })

  it('a form that is still being opened is handed over at once', async () => {
    const messages = received()
    await ownership.claim(name)
    void openOnce(
      key,
      rules,
      ports(() => new Promise(() => {})),
      false,
    )
    otherTab.postMessage({ kind: 'take', name, request: 'R-2' })
    await vi.waitFor(() => expect(messages()).toEqual([{ kind: 'hand-over', request: 'R-2', answer: 'written' }]))
  })

  it.each([
    ['refused', null],
    ['sent', { orderId: 'OR-1', receiptNumber: '2026-000001', status: 'NOT_STARTED' }],
  ] as const)('no other tab takes over what is being sent; it learns the result: %s', async (_result, order) => {
    const messages = received()
    const all = ports()
    const sending = Promise.withResolvers<SubmissionAnswer>()
    all.submit.send = () => sending.promise
    await ownership.claim(name)
    const store = await openOnce(key, rules, all, false)
    store.input('/applicant/name', '港')
    void store.submit(body)
    otherTab.postMessage({ kind: 'take', name, request: 'R-3' })
    await vi.waitFor(() => expect(messages()).toEqual([{ kind: 'hand-over', request: 'R-3', answer: 'sending' }]))
    expect(ownership.place(name).kind).toBe('here')
    const problem: Problem = { kind: 'invalid', fields: [] }
    sending.resolve(order === null ? { kind: 'refused', refusal: 'general', problem } : { kind: 'created', order })
    await vi.waitFor(() => expect(messages()).toContainEqual({ kind: 'result', name, order }))
  })
})
