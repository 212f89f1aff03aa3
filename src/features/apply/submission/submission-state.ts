import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { Refusal, SubmissionAnswer } from './submission-server.ts'

/**
 * The states of one submission (one Idempotency-Key). Two rules shape the table: nothing is sent without a click, and
 * while the outcome is unknown the form is locked and only `getSubmission` is called.
 */
export const submissionPhases = ['editing', 'sending', 'waiting', 'not-arrived', 'done'] as const
export type SubmissionPhase = (typeof submissionPhases)[number]

/** The data that a reload needs to continue a submission. */
export type SubmissionStart = {
  key: string
  phase: SubmissionPhase
  body: string | null
  /** When the submitted answers were last changed (RFC 3339); unknown if an earlier version has stored it. */
  changedAt?: string | null
}

export const submissionEvents = [
  /** The user clicked 送信する or もう一度送信する. */
  'submit',
  /** 201, or DONE when polled. */
  'created',
  /** The application has become an order already: with an earlier version of these answers, or with these. */
  'received',
  /** The draft is not the one that was named: it is read, and the same click may send again. */
  'outdated',
  /** A 4xx, or FAILED when polled: nothing was created, the key is unused. */
  'refused',
  /** 202, timeout, lost network, in progress, 429, 5xx. */
  'unknown',
  /** Polled: PROCESSING, or the poll itself got no response. */
  'still-unknown',
  /** Polled: 404, the request never arrived. */
  'never-arrived',
  /** The user returns from もう一度送信する to the answers. */
  'edit',
] as const
export type SubmissionEvent = (typeof submissionEvents)[number]

const ignored = null

/** One row per phase, one column per event; null = the event has no effect in that phase. */
const table: { [phase in SubmissionPhase]: { [event in SubmissionEvent]: SubmissionPhase | null } } = {
  editing: {
    submit: 'sending',
    // A save has found out that what was sent before has arrived after all.
    created: 'done',
    received: 'editing',
    outdated: ignored,
    refused: ignored,
    unknown: ignored,
    'still-unknown': ignored,
    'never-arrived': ignored,
    edit: ignored,
  },
  sending: {
    submit: ignored,
    created: 'done',
    received: 'editing',
    outdated: 'sending',
    refused: 'editing',
    unknown: 'waiting',
    'still-unknown': ignored,
    'never-arrived': ignored,
    edit: ignored,
  },
  waiting: {
    submit: ignored,
    created: 'done',
    received: 'editing',
    outdated: ignored,
    refused: 'editing',
    unknown: 'waiting',
    'still-unknown': 'waiting',
    'never-arrived': 'not-arrived',
    edit: ignored,
  },
  'not-arrived': {
    submit: 'sending',
    // A late response to an earlier request still counts.
    created: 'done',
    received: 'editing',
    outdated: ignored,
    refused: ignored,
    unknown: ignored,
    'still-unknown': ignored,
    'never-arrived': ignored,
    edit: 'editing',
  },
  done: {
    submit: ignored,
    created: ignored,
    received: ignored,
    outdated: ignored,
    refused: ignored,
    unknown: ignored,
    'still-unknown': ignored,
    'never-arrived': ignored,
    edit: ignored,
  },
}

/** The phase after an event; the same phase if the event has no effect. */
export function nextPhase(phase: SubmissionPhase, event: SubmissionEvent): SubmissionPhase {
  return table[phase][event] ?? phase
}

/** Whether the event changes anything in that phase. */
export function hasEffect(phase: SubmissionPhase, event: SubmissionEvent): boolean {
  return table[phase][event] !== ignored
}

/** Whether answers may be changed. */
export function isLocked(phase: SubmissionPhase): boolean {
  return phase !== 'editing'
}

/**
 * The phase after a reload. A request whose response this page will never receive has an unknown outcome, so the API is
 * polled for it; nothing is sent.
 */
export function phaseAfterReload(phase: SubmissionPhase): SubmissionPhase {
  return phase === 'sending' || phase === 'not-arrived' ? 'waiting' : phase
}

const longestPause = 30_000

/** Milliseconds until the API is polled again: 1, 2, 4, 8 … 30 s, but never before its own Retry-After. */
export function pollDelayMs(asked: number, retryAfterSeconds?: number): number {
  const pause = Math.min(1000 * 2 ** asked, longestPause)
  return Math.max(pause, (retryAfterSeconds ?? 0) * 1000)
}

/** The state of a submission on the screen. */
export type SubmissionView = {
  phase: SubmissionPhase
  /** Why the last click was refused; null after the next one. */
  refusal: { kind: Refusal; problem: Problem } | null
  order: SubmittedOrder | null
  /** Number of polls for the unknown outcome. */
  asked: number
  /** The last problem while the outcome is unknown. */
  problem: Problem | null
}

export type Submission = {
  key: string
  /** The submitted text, so that a retry sends the same bytes; null while nothing is pending. */
  body: string | null
  /** When the submitted answers were last changed (RFC 3339); null if nothing was submitted or it is unknown. */
  changedAt: string | null
  /** Requests of this click so far; another one if the draft's tag was outdated and the draft is ours. */
  sent: number
  /** A poll for the outcome is in progress. */
  asking: boolean
  view: SubmissionView
}

export type SubmissionStep = { submission: Submission; askAfterMs: number | null }

export function startSubmission({ key, phase, body, changedAt = null }: SubmissionStart): Submission {
  const view: SubmissionView = { phase, refusal: null, order: null, asked: 0, problem: null }
  return { key, body, changedAt, sent: 0, asking: false, view }
}

/**
 * The user submits, for the first time or again with the same key.
 * @param changedAt when the answers were last changed
 */
export function submitting(submission: Submission, body: string, changedAt: string): Submission {
  const view: SubmissionView = { ...submission.view, refusal: null, problem: null, asked: 0 }
  return { ...submission, body, changedAt, sent: 0, view: { ...view, phase: nextPhase(view.phase, 'submit') } }
}

/** The user submitted, but the application ends before anything was sent. */
export function notSent(submission: Submission): Submission {
  const phase = nextPhase(submission.view.phase, 'refused')
  return { ...submission, body: null, view: { ...submission.view, phase } }
}

/** Why nothing is sent. */
export function refusedHere(
  submission: Submission,
  refusal: 'undecided' | 'merged' | 'earlier' | 'general',
): Submission {
  const problem: Problem = { kind: 'conflict', fields: [] }
  const { view, ...rest } = notSent(submission)
  return { ...rest, view: { ...view, refusal: { kind: refusal, problem } } }
}

/** Reasons that say nothing about other answers. The others have an end of their own, e.g. when a field is corrected. */
const reasonsOfAnswers: ReadonlySet<Refusal> = new Set([
  'duplicate',
  'amount-changed',
  'too-large',
  'infected',
  'unauthenticated',
  'offline',
  'outdated',
  'merged',
  'general',
])

/** The answers have changed since the refusal, or the user has decided: its message would be taken for one about these. */
export function changedAfter(submission: Submission): Submission {
  const { view } = submission
  return view.refusal !== null && reasonsOfAnswers.has(view.refusal.kind) ? withoutRefusal(submission) : submission
}

function withoutRefusal(submission: Submission): Submission {
  return { ...submission, view: { ...submission.view, refusal: null } }
}

/** The user goes on with another application. */
export function ofAnotherApplication(submission: Submission, newKey: string): Submission {
  return withoutRefusal({ ...submission, key: newKey })
}

/**
 * The user returns to the answers. The former key belongs to what was sent: should that arrive late after all, the API
 * refuses the corrected answers by their application.
 */
export function edited(submission: Submission, newKey: string): Submission {
  return { ...editing(submission, 'edit'), key: newKey }
}

/** The application has become an order with another version: the answers of the form were not sent. */
export function earlierReceived(submission: Submission): Submission {
  return { ...editing(submission, 'received'), asking: false }
}

function editing(submission: Submission, event: 'edit' | 'received'): Submission {
  const { view } = submission
  return { ...submission, body: null, view: { ...view, problem: null, phase: nextPhase(view.phase, event) } }
}

/** Nothing arrived, and what was sent cannot be sent again: the user reviews the answers of the form. */
export function notArrived(submission: Submission, newKey: string): Submission {
  const { view, ...rest } = edited(submission, newKey)
  return { ...rest, view: { ...view, refusal: { kind: 'not-arrived', problem: { kind: 'conflict', fields: [] } } } }
}

/** @param newKey the key of the next submission, if this one's is used up */
export function answered(submission: Submission, answer: SubmissionAnswer, newKey: string): SubmissionStep {
  const { key, view } = submission
  const next = { ...submission, asking: false }
  if (!hasEffect(view.phase, answer.kind)) return { submission: next, askAfterMs: null }
  const phase = nextPhase(view.phase, answer.kind)
  switch (answer.kind) {
    case 'created':
      return {
        submission: { ...next, body: null, view: { ...view, phase, order: answer.order, problem: null } },
        askAfterMs: null,
      }
    case 'refused': {
      const refusal = { kind: answer.refusal, problem: answer.problem }
      // A refusal after an unknown outcome means that the key belongs to the refused body; the corrected one needs
      // another.
      const isUsedUp = view.phase === 'waiting'
      return {
        submission: {
          ...next,
          key: isUsedUp ? newKey : key,
          body: null,
          view: { ...view, phase, refusal, problem: null },
        },
        askAfterMs: null,
      }
    }
    case 'received':
      return { submission: next, askAfterMs: null }
    case 'outdated':
      return { submission: { ...next, sent: next.sent + 1 }, askAfterMs: null }
    case 'never-arrived':
      return { submission: { ...next, view: { ...view, phase, problem: null } }, askAfterMs: null }
    case 'unknown':
    case 'still-unknown': {
      const asked = view.asked + (answer.kind === 'unknown' ? 0 : 1)
      return {
        submission: { ...next, view: { ...view, phase, problem: answer.problem, asked } },
        askAfterMs: pollDelayMs(asked, answer.retryAfter),
      }
    }
  }
}
