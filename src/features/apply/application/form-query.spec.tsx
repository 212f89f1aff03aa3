import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { LoadedForm, MissingValidator } from '../../../form-engine/definition/load-form.ts'
import { startErrorReports } from '../../../lib/error-report.ts'
import { answeringApi } from '../testing/answering-api.ts'
import { formQuery } from './form-query.ts'

const missing: MissingValidator = { key: 's1-1a2b3c4d', schema: {}, formVersion: '0123456789ab' }

vi.mock(import('../../../form-engine/definition/load-form.ts'), async (original) => ({
  ...(await original()),
  loadForm: async ({ onMissing }) => {
    onMissing?.(missing)
    return {} as LoadedForm
  },
}))

const api = answeringApi()
beforeAll(() => api.start())
afterAll(() => api.stop())
afterEach(() => {
  vi.unstubAllGlobals()
})

it('the portal reports a published form that lacks a compiled validator', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetched)
  const stop = startErrorReports({ stage: 'production', reportTo: 'https://reports.example.jp/portal' })
  const address = {
    formsBase: '/forms',
    tenantId: 'minato-city',
    serviceId: 'road-occupancy',
    type: 'corporate',
    formVersion: '0123456789ab',
  }
  const { queryFn } = formQuery(address, 'ja')
  if (typeof queryFn !== 'function') throw new Error('The query has no function')
  await (queryFn as () => Promise<unknown>)()
  stop()
  expect(fetched).toHaveBeenCalledOnce()
  expect(fetched.mock.calls[0]?.[1]?.body).toEqual(
    expect.stringContaining('"kind":"form-validator-missing","code":"0123456789ab/s1-1a2b3c4d"'),
  )
})
