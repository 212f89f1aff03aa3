import { isRecord } from '../../form-model/record.ts'

/** The draft of one user, service and type. */
export type DraftName = { tenantId: string; userId: string; serviceId: string; type: string }

export type DraftChange<T> = {
  draft: DraftName
  /**
   * `discarded`: the user's answers so far are deleted on purpose. `kept`: they are saved first, and nothing is lost.
   */
  typed: 'discarded' | 'kept'
  change: () => Promise<T>
}

/** The owner of the answers during typing: it delays saves during the change and drops the old copy after it. */
export type DraftHolder = <T>(change: DraftChange<T>) => Promise<T>

let holder: DraftHolder | null = null

export function registerDraftHolder(next: DraftHolder): void {
  holder = next
}

/**
 * Changes a draft outside its form, e.g. deletes it in a list: without this an open form would show and save the old
 * answers again.
 */
export function changeDraft<T>(change: DraftChange<T>): Promise<T> {
  return holder === null ? change.change() : holder(change)
}

let stopForms = (): void => {}

/** @param stop stops the open forms of this page: nothing of them is written or sent any more */
export function registerStopOfForms(stop: () => void): void {
  stopForms = stop
}

/** For a page that must not save what it holds, e.g. after a log-out in another document. */
export function stopOpenForms(): void {
  stopForms()
}

type Leaving = { tenantId: string; userId: string }
/** From the best to the worst. */
const outcomes = [
  'sent',
  /** A change of the user could not be sent and was removed anyway. */
  'unsent',
  /** Answers of the user may still be in the browser, because its database does not respond. */
  'unremoved',
] as const
export type LogOutOutcome = (typeof outcomes)[number]

export function worstOf(all: readonly LogOutOutcome[]): LogOutOutcome {
  return outcomes.findLast((outcome) => all.includes(outcome)) ?? 'sent'
}

/** What a log-out would take from the user, from the least to the worst. */
const losses = [
  'nothing',
  /** The answer to a submission, which no page would show any more. */
  'result',
  /** Answers that could not be saved. */
  'answers',
] as const
export type LogOutLoss = (typeof losses)[number]

/** The question to the user before a log-out that would lose something. */
export type AskIfSure = (loss: Exclude<LogOutLoss, 'nothing'>) => Promise<boolean>

export function greatestOf(all: readonly LogOutLoss[]): LogOutLoss {
  return losses.findLast((loss) => all.includes(loss)) ?? 'nothing'
}

type Task = (leaving: Leaving) => Promise<LogOutOutcome>

const tasks = new Set<Task>()

/**
 * A task that must send or remove something while the session is still valid, e.g. an unsaved draft. Returns a function
 * that unregisters.
 */
export function registerBeforeLogOut(task: Task): () => void {
  tasks.add(task)
  return () => tasks.delete(task)
}

/** Runs all registered tasks; a failing task does not stop the log-out. */
export async function runBeforeLogOut(leaving: Leaving): Promise<LogOutOutcome> {
  const results = await Promise.allSettled([...tasks].map((task) => task(leaving)))
  return worstOf(results.map((result) => (result.status === 'fulfilled' ? result.value : 'unsent')))
}

/** State of the history entry of a form: the user has already chosen to continue the draft, so the form does not ask. */
export const continuedDraft = { continued: true } as const

/** Reads the state of a history entry. Another version of the portal may have written it. */
export function isContinuedDraft(state: unknown): boolean {
  return isRecord(state) && state.continued === continuedDraft.continued
}
