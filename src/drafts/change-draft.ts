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

type ChangeDraft = <T>(change: DraftChange<T>) => Promise<T>

let asOwner: ChangeDraft = ({ change }) => change()

/** The forms register it, because the pages that change drafts are loaded without them. */
export function registerChangeDraft(change: ChangeDraft): void {
  asOwner = change
}

/** Deletes or replaces a draft outside its form, as its only owner: a form would show and save the old answers again. */
export const changeDraft: ChangeDraft = (change) => asOwner(change)
