import type { OrderSubmission, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { getSubmission, submitOrder } from '../../../api/generated/orders/orders.ts'
import { problemOf } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { Call } from '../../../api/query-client-calls.ts'
import { submissionOutcome } from './submission-problem.ts'
import type { Refusal } from './submission-problem.ts'
import { nextPhase, pauseBeforeAsking } from './submission-state.ts'
import type { SubmissionEvent, SubmissionPhase, SubmissionStart } from './submission-state.ts'

/** What a press, or a question about it, brought to light. */
export type SubmissionAnswer =
  | { kind: 'created'; order: SubmittedOrder }
  | { kind: 'refused'; refusal: Refusal; problem: Problem }
  | { kind: 'unknown'; problem: Problem | null; retryAfter?: number }
  | { kind: 'still-unknown'; problem: Problem | null; retryAfter?: number }
  | { kind: 'never-arrived' }

/** Neither throws for anything a provider or a network can do. */
export type SubmissionPort = {
  send(body: OrderSubmission, key: string): Promise<SubmissionAnswer>
  ask(key: string): Promise<SubmissionAnswer>
}

export function submissionPort(call: Call): SubmissionPort {
  return {
    async send(body, key) {
      try {
        const { data, headers } = await call(() => submitOrder(body, { 'Idempotency-Key': key }))
        if ('orderId' in data) return { kind: 'created', order: data }
        return { kind: 'unknown', problem: null, ...retryAfterOf(headers['retry-after']) }
      } catch (error) {
        const problem = problemOf(error)
        if (problem === null) throw error
        const outcome = submissionOutcome(problem)
        if (outcome !== 'unknown') return { kind: 'refused', refusal: outcome, problem }
        return { kind: 'unknown', problem, ...pause(problem) }
      }
    },
    async ask(key) {
      try {
        const { state, order, problem } = await call(() => getSubmission(key))
        if (state === 'DONE' && order !== undefined) return { kind: 'created', order }
        if (state !== 'FAILED') return { kind: 'still-unknown', problem: null }
        const failed = toFailure(problem)
        const outcome = submissionOutcome(failed)
        return { kind: 'refused', refusal: outcome === 'unknown' ? 'general' : outcome, problem: failed }
      } catch (error) {
        const problem = problemOf(error)
        if (problem === null) throw error
        if (problem.kind === 'not-found') return { kind: 'never-arrived' }
        return { kind: 'still-unknown', problem, ...pause(problem) }
      }
    },
  }
}

/** The problem inside a FAILED submission, in the portal's own shape. */
function toFailure(
  wire: { code: string; status?: number; errors?: { pointer: string; code: string }[] } | undefined,
): Problem {
  const fields = wire?.errors?.map(({ pointer, code }) => ({ pointer, code })) ?? []
  const kind = fields.length > 0 ? 'invalid' : 'conflict'
  return {
    kind,
    fields,
    ...(wire === undefined ? {} : { code: wire.code }),
    ...(wire?.status === undefined ? {} : { status: wire.status }),
  }
}

function retryAfterOf(header: string | undefined): { retryAfter?: number } {
  const seconds = Number(header)
  return header !== undefined && Number.isFinite(seconds) && seconds >= 0 ? { retryAfter: seconds } : {}
}

function pause({ retryAfter }: Problem): { retryAfter?: number } {
  return retryAfter === undefined ? {} : { retryAfter }
}

/** What the screen shows of a submission. */
export type SubmissionView = {
  phase: SubmissionPhase
  /** Why the last press was refused; null after the next press. */
  refusal: { kind: Refusal; problem: Problem } | null
  order: SubmittedOrder | null
  /** How often the provider was asked about the unknown outcome. */
  asked: number
  /** What the last answer, or the lack of one, was while the outcome is unknown. */
  problem: Problem | null
}

export type SubmissionHost = {
  port: SubmissionPort
  newKey(): string
  isOnline(): boolean
  /** Stores key, phase and body for a reload; awaited before anything is sent. */
  persist(start: SubmissionStart): Promise<void>
  onView(view: SubmissionView): void
}

/** One submission from the press to its outcome. Only `press` and `sendAgain`, called from a button, send anything. */
export type SubmissionRun = {
  /**
   * Null if the click is ignored, because a submission is under way or its outcome is unknown.
   * @param isReady awaited before anything is sent; if false, only the user can decide how to continue
   */
  press(body: OrderSubmission, isReady?: () => Promise<boolean>): Promise<SubmissionView> | null
  /** Says why nothing is sent. */
  refuse(refusal: Refusal): SubmissionView
  /** The same key and body, after the provider said that nothing arrived. */
  sendAgain(): Promise<SubmissionView> | null
  /** Back from もう一度送信する to the answers. */
  edit(): void
  /** Asks the provider now instead of after the pause. */
  askNow(): void
  /** Continues asking after a reload. */
  start(): void
  stop(): void
  view(): SubmissionView
}

export function createSubmission(host: SubmissionHost, from: SubmissionStart): SubmissionRun {
  let { key, body } = from
  let view: SubmissionView = { phase: from.phase, refusal: null, order: null, asked: 0, problem: null }
  let timer: ReturnType<typeof setTimeout> | null = null
  let asking = false
  let stopped = false

  function change(next: Partial<SubmissionView>): void {
    view = { ...view, ...next }
    host.onView(view)
  }

  function persist(): Promise<void> {
    return host.persist({ key, phase: view.phase, body })
  }

  function apply(event: SubmissionEvent, next: Partial<SubmissionView> = {}): void {
    change({ ...next, phase: nextPhase(view.phase, event) })
  }

  function refuse(refusal: Refusal): SubmissionView {
    change({
      refusal: { kind: refusal, problem: { kind: refusal === 'offline' ? 'offline' : 'conflict', fields: [] } },
    })
    return view
  }

  async function send(text: string, isReady?: () => Promise<boolean>): Promise<SubmissionView> {
    body = text
    apply('press', { refusal: null, problem: null, asked: 0 })
    await persist()
    if (isReady !== undefined && !(await isReady())) {
      body = null
      apply('refused')
      await persist()
      return refuse('undecided')
    }
    // Parsed from what was kept, so that a later try sends the very same bytes.
    const parsed = JSON.parse(text) as OrderSubmission
    take(await host.port.send(parsed, key))
    await persist()
    return view
  }

  function take(answer: SubmissionAnswer): void {
    switch (answer.kind) {
      case 'created':
        body = null
        return apply('created', { order: answer.order, problem: null })
      case 'refused':
        body = null
        // A refusal learnt by asking means the key was taken for the refused body; the corrected one needs another.
        if (view.phase === 'waiting') key = host.newKey()
        return apply('refused', { refusal: { kind: answer.refusal, problem: answer.problem }, problem: null })
      case 'never-arrived':
        return apply('never-arrived', { problem: null })
      case 'unknown':
      case 'still-unknown':
        apply(answer.kind, { problem: answer.problem, asked: view.asked + (answer.kind === 'unknown' ? 0 : 1) })
        return later(pauseBeforeAsking(view.asked, answer.retryAfter))
    }
  }

  function later(pauseMs: number): void {
    clear()
    if (view.phase === 'waiting' && !stopped) timer = setTimeout(() => void ask(), pauseMs)
  }

  async function ask(): Promise<void> {
    clear()
    if (asking || view.phase !== 'waiting') return
    asking = true
    try {
      take(await host.port.ask(key))
    } finally {
      asking = false
    }
    await persist()
  }

  function clear(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    press(submission, isReady) {
      if (view.phase !== 'editing') return null
      if (!host.isOnline()) return Promise.resolve(refuse('offline'))
      return send(JSON.stringify(submission), isReady)
    },
    refuse,
    sendAgain() {
      return view.phase === 'not-arrived' && body !== null ? send(body) : null
    },
    edit() {
      apply('edit', { problem: null })
      void persist()
    },
    askNow: () => void ask(),
    start() {
      stopped = false
      void ask()
    },
    stop() {
      stopped = true
      clear()
    },
    view: () => view,
  }
}
