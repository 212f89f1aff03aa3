import type { OrderDetails } from '../../../api/generated/api.schemas.ts'
import { isOfAnotherPage } from '../draft/draft-database.ts'
import { ProblemError } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { ApplicationDeps } from '../application/application-types.ts'
import type { DraftContent, LocalDraft, LocalSubmission, ServerAnswer, SaveAnswer } from '../draft/draft.ts'
import type { SubmissionAnswer } from '../submission/submission-server.ts'
import { fakeDeps, receivedOrder } from './fake-deps.ts'

/**
 * The outcome of one request: answered after a delay, never arrived, or arrived with a lost response. A submission may
 * also arrive `late`, long after the page has given it up.
 */
export type RequestOutcome = { kind: 'answered' | 'not-arrived' | 'answer-lost' | 'late'; afterMs: number }

const lateByMs = 3_000

const at = '2026-11-21T10:00:00.000Z'

const unavailable: Problem = { kind: 'unavailable', status: 503, fields: [] }
const keyReused: Problem = { kind: 'conflict', status: 422, code: 'SE_CO_0422', fields: [] }

type StoredDraft = { content: DraftContent; saveId: string; version: number }

/** A browser and an API in memory. The API conforms to the contract, and `next` decides the outcome of each request. */
export function unreliableApi(next: () => RequestOutcome) {
  const api = { draft: null as StoredDraft | null, orders: new Map<string, string>(), online: true, late: 0 }
  const browser = { draft: null as LocalDraft | null, submission: null as LocalSubmission | null, isSlow: false }
  let ids = 0
  let versions = 0

  const etag = () => (api.draft === null ? null : `"${api.draft.version}"`)

  async function request<T>(work: () => T, lost: T, outcome = api.online ? next() : null): Promise<T> {
    const { kind, afterMs } = outcome ?? { kind: 'not-arrived' as const, afterMs: 0 }
    // The work is done halfway through the delay, so that the page may be closed before it.
    await sleep(afterMs)
    if (kind === 'not-arrived' || kind === 'late') return lost
    const answer = work()
    await sleep(afterMs)
    return kind === 'answered' ? answer : lost
  }

  async function submission<T>(work: () => T, lost: T): Promise<T> {
    const outcome = api.online ? next() : null
    if (outcome?.kind !== 'late') return request(work, lost, outcome ?? undefined)
    await sleep(outcome.afterMs)
    api.late += 1
    setTimeout(() => {
      api.late -= 1
      work()
    }, lateByMs)
    return lost
  }

  function store(content: DraftContent, saveId: string, ifMatch: string | null): SaveAnswer {
    if (ifMatch !== etag()) return { kind: 'conflict' }
    api.draft = { content, saveId, version: (versions += 1) }
    return { kind: 'saved', etag: etag() ?? '', savedAt: at, expiresAt: at }
  }

  const empty = fakeDeps()
  const deps: ApplicationDeps = fakeDeps({
    local: {
      ...empty.local,
      read: async () => ({
        draft: browser.isSlow ? null : browser.draft,
        rival: null,
        submission: browser.isSlow ? null : browser.submission,
        seen: [],
        isUnread: browser.isSlow,
      }),
      async write(draft) {
        browser.draft = draft
        return true
      },
      async writeSubmission(submission, formerKey) {
        const known = browser.submission
        if (known !== null && isOfAnotherPage(known, [submission.key, formerKey])) return 'earlier'
        browser.submission = submission
        return 'written'
      },
      async remove(_key, ownKeys = []) {
        browser.draft = null
        if (browser.submission !== null && !isOfAnotherPage(browser.submission, ownKeys)) browser.submission = null
        return true
      },
    },
    server: {
      save: (content, saveId, ifMatch) =>
        request<SaveAnswer>(() => store(content, saveId, ifMatch), { kind: 'failed', problem: unavailable }),
      read: () =>
        request<ServerAnswer>(
          () => {
            if (api.draft === null) return { kind: 'none' }
            const { content, saveId } = api.draft
            return { kind: 'found', draft: { content, saveId, etag: etag() ?? '', savedAt: at, expiresAt: at } }
          },
          { kind: 'unreachable', problem: unavailable },
        ),
      async remove() {
        const done = await request(() => {
          api.draft = null
          return true
        }, false)
        if (!done) throw new ProblemError(unavailable)
      },
      sendOnLeave(content, saveId, ifMatch) {
        // The draft arrives without a delay: when the user is back on the page, it has arrived or never will.
        if (api.online && next().kind !== 'not-arrived') store(content, saveId, ifMatch)
        return true
      },
    },
    submit: {
      send: (body, key, draftTag) =>
        submission<SubmissionAnswer>(
          () => {
            const text = JSON.stringify(body.answers)
            const sent = api.orders.get(key)
            // 422: the key belongs to another body.
            if (sent !== undefined && sent !== text) return { kind: 'unknown', problem: keyReused }
            if (sent === undefined && draftTag !== etag()) return { kind: 'outdated' }
            api.orders.set(key, text)
            api.draft = null
            return { kind: 'created', order: { orderId: key, receiptNumber: key, status: 'NOT_STARTED' } }
          },
          { kind: 'unknown', problem: unavailable },
        ),
      ask: (key, reads = false) =>
        request<SubmissionAnswer>(
          () => {
            if (!api.orders.has(key)) return { kind: 'never-arrived' }
            const order = { orderId: key, receiptNumber: key, status: 'NOT_STARTED' as const }
            return {
              kind: 'created',
              order,
              ...(reads && {
                received: receivedOrder(JSON.parse(api.orders.get(key) ?? '{}') as OrderDetails['answers'], key),
              }),
            }
          },
          { kind: 'still-unknown', problem: unavailable },
        ),
    },
    newId: () => `id-${(ids += 1)}`,
    newKey: () => `key-${(ids += 1)}`,
    isOffline: async () => !api.online,
  })
  return { api, browser, deps, newId: deps.newId }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
