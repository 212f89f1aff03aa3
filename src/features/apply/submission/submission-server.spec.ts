import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OrderSubmission } from '../../../api/generated/api.schemas.ts'
import { submissionServer } from './submission-server.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00+09:00') }))
afterEach(() => void vi.useRealTimers())

/** What the portal makes of a 202 with this `Retry-After`. */
function answerTo(retryAfter: string | undefined) {
  const response: unknown = { data: { state: 'PROCESSING' }, headers: { 'retry-after': retryAfter } }
  const server = submissionServer(async <Answer>() => response as Answer)
  return server.send({} as OrderSubmission, 'key-1')
}

it.each([
  ['30', 30],
  ['Sat, 21 Nov 2026 01:00:20 GMT', 20],
  ['86400', 3_600],
])('polls the outcome of an accepted submission after the delay "%s"', async (retryAfter, seconds) => {
  expect(await answerTo(retryAfter)).toEqual({ kind: 'unknown', problem: null, retryAfter: seconds })
})

it.each([undefined, '', 'soon'])('ignores the wait "%s"', async (retryAfter) => {
  expect(await answerTo(retryAfter)).toEqual({ kind: 'unknown', problem: null })
})
