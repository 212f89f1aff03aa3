import type { OrderDetails } from '../../../api/generated/api.schemas.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { ApplicationDeps } from '../application/application-deps.ts'
import type { DraftBase, DraftContent, LocalDraft, ServerAnswer, SaveAnswer } from '../draft/draft.ts'
import type { ReadOrder, SubmissionAnswer } from '../submission/submission-server.ts'
import { fakeDeps, receivedOrder } from './fake-deps.ts'

/**
 * The outcome of one request: answered after a delay, never arrived, or arrived with a lost response. A request that
 * changes something may also arrive `late`, long after the page has given it up.
 */
export type RequestOutcome = { kind: 'answered' | 'not-arrived' | 'answer-lost' | 'late'; afterMs: number }

const lateByMs = 3_000

const at = '2026-11-21T10:00:00.000Z'

const unavailable: Problem = { kind: 'unavailable', status: 503, fields: [] }

type StoredDraft = { content: DraftContent; applicationId: string; version: number }
/** What a request changes. */
type Change = 'draft' | 'order'
type StoredOrder = { applicationId: string; answers: string }

/** A browser and an API in memory. The API conforms to the contract, and `next` decides the outcome of each request. */
export function unreliableApi(next: () => RequestOutcome) {
  const api = {
    draft: null as StoredDraft | null,
    orders: new Map<string, StoredOrder>(),
    online: true,
    /** Numbers of requests that still arrive. */
    late: { draft: 0, order: 0 },
  }
  const browser = { record: null as LocalDraft | null }
  let ids = 0
  let versions = 0

  const etag = () => (api.draft === null ? null : `"${api.draft.version}"`)

  async function request<T>(work: () => T, lost: T, changes: Change | null = null): Promise<T> {
    const { kind, afterMs } = api.online ? next() : { kind: 'not-arrived' as const, afterMs: 0 }
    if (kind === 'late' && changes !== null) arriveLate(work, changes, afterMs)
    // The work is done halfway through the delay, so that the page may be closed before it.
    await sleep(afterMs)
    if (kind === 'not-arrived' || kind === 'late') return lost
    const answer = work()
    await sleep(afterMs)
    return kind === 'answered' ? answer : lost
  }

  function arriveLate(work: () => unknown, changes: Change, afterMs = 0): void {
    api.late[changes] += 1
    setTimeout(() => {
      api.late[changes] -= 1
      work()
    }, afterMs + lateByMs)
  }

  /** The id of the order that the application has become. */
  function orderOf(applicationId: string): string | null {
    return [...api.orders].find(([, order]) => order.applicationId === applicationId)?.[0] ?? null
  }

  function store(content: DraftContent, { applicationId, etag: ifMatch }: DraftBase): SaveAnswer {
    const orderId = orderOf(applicationId)
    if (orderId !== null) return { kind: 'submitted', orderId }
    if (ifMatch !== etag()) return { kind: 'conflict' }
    api.draft = { content, applicationId, version: (versions += 1) }
    return { kind: 'saved', etag: etag() ?? '', savedAt: at }
  }

  function received(orderId: string): ReadOrder {
    const answers = JSON.parse(api.orders.get(orderId)?.answers ?? '{}') as OrderDetails['answers']
    return { kind: 'received', order: receivedOrder(answers, orderId) }
  }

  const empty = fakeDeps()
  const deps: ApplicationDeps = fakeDeps({
    local: {
      ...empty.local,
      claim: async () => browser.record,
      write(record) {
        browser.record = record
        return true
      },
      remove() {
        browser.record = null
      },
    },
    server: {
      save: (content, on) =>
        request<SaveAnswer>(() => store(content, on), { kind: 'failed', problem: unavailable }, 'draft'),
      read: () =>
        request<ServerAnswer>(
          () => {
            if (api.draft === null) return { kind: 'none' }
            const { content, applicationId } = api.draft
            return { kind: 'found', draft: { content, applicationId, etag: etag() ?? '', savedAt: at } }
          },
          { kind: 'unreachable', problem: unavailable },
        ),
      remove: ({ etag: ifMatch }) =>
        request<SaveAnswer>(
          () => {
            if (ifMatch !== etag()) return { kind: api.draft === null ? 'removed' : 'conflict' }
            api.draft = null
            return { kind: 'removed' }
          },
          { kind: 'failed', problem: unavailable },
          'draft',
        ),
      sendOnLeave(content, on) {
        if (!api.online) return true
        const { kind } = next()
        if (kind === 'late') arriveLate(() => store(content, on), 'draft')
        else if (kind !== 'not-arrived') store(content, on)
        return true
      },
    },
    submit: {
      send: (body, key, draftTag) =>
        request<SubmissionAnswer>(
          () => {
            const { applicationId } = body
            const order = { orderId: key, receiptNumber: key, status: 'NOT_STARTED' as const }
            // The stored response to the same request.
            if (api.orders.has(key)) return { kind: 'created', order }
            const orderId = orderOf(applicationId)
            if (orderId !== null) return received(orderId)
            if (draftTag !== etag()) return { kind: 'outdated' }
            api.orders.set(key, { applicationId, answers: JSON.stringify(body.answers) })
            api.draft = null
            return { kind: 'created', order }
          },
          { kind: 'unknown', problem: unavailable },
          'order',
        ),
      ask: (key) =>
        request<SubmissionAnswer>(
          () => {
            if (!api.orders.has(key)) return { kind: 'never-arrived' }
            return { kind: 'created', order: { orderId: key, receiptNumber: key, status: 'NOT_STARTED' } }
          },
          { kind: 'still-unknown', problem: unavailable },
        ),
      read: (orderId) =>
        request<ReadOrder>(() => received(orderId), { kind: 'refused', refusal: 'general', problem: unavailable }),
    },
    newId: () => `id-${(ids += 1)}`,
    isOffline: async () => !api.online,
  })
  return { api, browser, deps, newId: deps.newId }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
