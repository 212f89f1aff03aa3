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

/** Stops the forms of a page that must not save its answers, e.g. after a log-out in another document. */
export function stopOpenForms(): void {
  stopForms()
}
