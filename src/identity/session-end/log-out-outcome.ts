import type { Path } from '../../paths.ts'

/**
 * `unsent`: a change of the user could not be sent and was removed anyway. `unremoved`: answers may still be in the
 * browser, because its database does not respond.
 */
export type LogOutOutcome = 'sent' | 'unsent' | 'unremoved'

/** What a log-out would take from the user, from the least to the worst. */
const losses = [
  'nothing',
  /** The answer to a submission, which no page would show any more. */
  'result',
  /** Answers that wait for a decision of the user, e.g. because another device has changed them, too. */
  'undecided',
  /** Answers that could not be saved. */
  'answers',
] as const
export type LogOutLoss = (typeof losses)[number]

/** The question to the user before a log-out that would lose something. A no leads to an undecided question. */
export type AskIfSure = (loss: Exclude<LogOutLoss, 'nothing'>) => Promise<boolean>

export function greatestOf(all: readonly LogOutLoss[]): LogOutLoss {
  return losses.findLast((loss) => all.includes(loss)) ?? 'nothing'
}

/** What a log-out needs from the applications of a user. */
export type Applications = {
  /** Saves what is unsaved and returns what a log-out would still take. */
  lossOfLogOut(tenantId: string, userId: string): Promise<LogOutLoss>
  /** Resolves when it may have changed, e.g. because the outcome of a submission is known. */
  lossChange(signal: AbortSignal): Promise<void>
  /** Opens the question that has to be decided, and returns the page that shows it; null if there is none. */
  openQuestion(tenantId: string, userId: string): Promise<Path | null>
  /** Sends what is unsaved, then removes every copy from the browser. */
  closeApplications(tenantId: string, userId: string): Promise<LogOutOutcome>
  /** The same for what this tab has, after a log-out in another one. */
  leaveApplications(tenantId: string, userId: string): Promise<LogOutOutcome>
}
