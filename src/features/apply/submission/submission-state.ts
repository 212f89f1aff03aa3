/**
 * The life of one submission (one Idempotency-Key). Two rules shape the table: nothing is sent without a press, and
 * while the outcome is unknown the form is locked and only `getSubmission` is asked.
 */
export const submissionPhases = ['editing', 'sending', 'waiting', 'not-arrived', 'done'] as const
export type SubmissionPhase = (typeof submissionPhases)[number]

/** What a reload needs to continue with a submission. */
export type SubmissionStart = { key: string; phase: SubmissionPhase; body: string | null }

export const submissionEvents = [
  /** The user pressed 送信する or もう一度送信する. */
  'press',
  /** 201, or DONE when asked. */
  'created',
  /** A 4xx, or FAILED when asked: nothing was created, the key is unused. */
  'refused',
  /** 202, time-out, lost network, in progress, 429, 5xx. */
  'unknown',
  /** Asked: PROCESSING, or the question itself got no answer. */
  'still-unknown',
  /** Asked: 404, it never arrived. */
  'never-arrived',
  /** The user goes back from もう一度送信する to the answers. */
  'edit',
] as const
export type SubmissionEvent = (typeof submissionEvents)[number]

const ignored = null

/** One row per phase, one column per event; null = the event means nothing in that phase. */
const table: { [phase in SubmissionPhase]: { [event in SubmissionEvent]: SubmissionPhase | null } } = {
  editing: {
    press: 'sending',
    created: ignored,
    refused: ignored,
    unknown: ignored,
    'still-unknown': ignored,
    'never-arrived': ignored,
    edit: ignored,
  },
  sending: {
    press: ignored,
    created: 'done',
    refused: 'editing',
    unknown: 'waiting',
    'still-unknown': ignored,
    'never-arrived': ignored,
    edit: ignored,
  },
  waiting: {
    press: ignored,
    created: 'done',
    refused: 'editing',
    unknown: 'waiting',
    'still-unknown': 'waiting',
    'never-arrived': 'not-arrived',
    edit: ignored,
  },
  'not-arrived': {
    press: 'sending',
    // A late answer of an earlier press still counts.
    created: 'done',
    refused: ignored,
    unknown: ignored,
    'still-unknown': ignored,
    'never-arrived': ignored,
    edit: 'editing',
  },
  done: {
    press: ignored,
    created: ignored,
    refused: ignored,
    unknown: ignored,
    'still-unknown': ignored,
    'never-arrived': ignored,
    edit: ignored,
  },
}

/** The phase after an event; the same phase where the event means nothing. */
export function nextPhase(phase: SubmissionPhase, event: SubmissionEvent): SubmissionPhase {
  return table[phase][event] ?? phase
}

/** Whether the event changes anything in that phase. */
export function meansSomething(phase: SubmissionPhase, event: SubmissionEvent): boolean {
  return table[phase][event] !== ignored
}

/** Whether answers may be changed. */
export function isLocked(phase: SubmissionPhase): boolean {
  return phase !== 'editing'
}

/**
 * The phase to continue in after a reload. A press whose answer this page will never see is an unknown outcome, so it
 * is asked for; nothing is sent.
 */
export function phaseAfterReload(phase: SubmissionPhase): SubmissionPhase {
  return phase === 'sending' || phase === 'not-arrived' ? 'waiting' : phase
}

const longestPause = 30_000

/** Milliseconds until the provider is asked again: 1, 2, 4, 8 … 30 s, but never before its own Retry-After. */
export function pauseBeforeAsking(asked: number, retryAfterSeconds?: number): number {
  const pause = Math.min(1000 * 2 ** asked, longestPause)
  return Math.max(pause, (retryAfterSeconds ?? 0) * 1000)
}
