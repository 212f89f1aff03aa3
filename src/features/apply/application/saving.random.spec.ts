import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DraftBase, DraftContent, ServerAnswer, SaveAnswer } from '../draft/draft.ts'
import { anyRules, fakeDeps } from '../testing/fake-deps.ts'
import { createStore } from './application-store.ts'
import { emptyContent } from './content-state.ts'

const key = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }
const applicationId = 'application-1'
const at = '2026-11-21T10:00:00+09:00'
const down: SaveAnswer = { kind: 'failed', problem: { kind: 'unavailable', status: 503, fields: [] } }

/** Outcomes of a request: done, not arrived, done with a lost response. */
const outcomes = ['done', 'not-arrived', 'answer-lost'] as const
const actions = ['type', 'compose', 'composed', 'step', 'leave', 'wait', 'long wait', 'offline', 'online'] as const

/** An API as the contract describes it: a tag per version, 412 without the current one. */
function fakeApi(outcome: () => (typeof outcomes)[number]) {
  let stored: { content: DraftContent; version: number } | null = null
  const etag = () => (stored === null ? null : `"${stored.version}"`)
  const store = (content: DraftContent, { etag: ifMatch }: DraftBase): SaveAnswer => {
    if (ifMatch !== etag()) return { kind: 'conflict' }
    stored = { content, version: (stored?.version ?? 0) + 1 }
    return { kind: 'saved', etag: etag() ?? '', savedAt: at }
  }
  return {
    stored: () => stored,
    store,
    async save(content: DraftContent, on: DraftBase): Promise<SaveAnswer> {
      const what = outcome()
      if (what === 'not-arrived') return down
      const answer = store(content, on)
      return what === 'done' ? answer : down
    },
    async read(): Promise<ServerAnswer> {
      if (outcome() !== 'done') return { kind: 'unreachable', problem: { kind: 'offline', fields: [] } }
      if (stored === null) return { kind: 'none' }
      const { content } = stored
      return { kind: 'found', draft: { content, applicationId, etag: etag() ?? '', savedAt: at } }
    },
    remove: async (): Promise<SaveAnswer> => ({ kind: 'removed' }),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('saving over an unstable network (R-06)', () => {
  it('ends with the last typed text at the API, and reports no false conflict', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...actions), { maxLength: 40 }),
        fc.array(fc.constantFrom(...outcomes), { maxLength: 60 }),
        async (steps, outcomes) => {
          const queue = [...outcomes]
          const outcome = () => queue.shift() ?? 'done'
          const server = fakeApi(outcome)
          let typed = 0
          let online = true
          const content = (): DraftContent => ({
            formVersion: 'v1',
            answers: { applicant: { name: `typed ${typed}` } },
            step: 'applicant',
            shippingAddress: null,
            unplaced: [],
            registered: [],
            reapplyOf: null,
          })
          const { save, read, remove } = server
          const deps = fakeDeps({
            server: {
              save,
              read,
              remove,
              sendOnLeave(sent, on) {
                if (outcome() !== 'not-arrived') server.store(sent, on)
                return true
              },
            },
            isOffline: async () => !online,
          })
          const store = createStore(key, anyRules, deps, {
            applicationId,
            content: emptyContent('v1'),
            base: { etag: null, savedAt: null, baseContent: null, unsaved: false },
            submission: { key: 'key-1', phase: 'editing', body: null },
          })
          for (const step of steps) {
            if (step === 'compose' || step === 'composed') store.composition(step === 'compose')
            if (step === 'type' || step === 'compose' || step === 'step') {
              typed += 1
              store.input('/applicant/name', `typed ${typed}`)
            }
            if (step === 'step') store.setShippingAddress(null)
            if (step === 'leave') store.onPageHide()
            if (step === 'offline') online = false
            if (step === 'online') {
              online = true
              store.retry()
            }
            await vi.advanceTimersByTimeAsync(step === 'long wait' ? 3_000 : step === 'wait' ? 700 : 0)
          }
          online = true
          store.composition(false)
          store.retry()
          queue.length = 0
          await vi.advanceTimersByTimeAsync(120_000)
          expect(store.state().question).toBeNull()
          expect(store.hasUnsaved()).toBe(false)
          expect(server.stored()?.content ?? null).toEqual(typed > 0 ? content() : null)
          await store.close()
        },
      ),
      { numRuns: 200 },
    )
  })
})
