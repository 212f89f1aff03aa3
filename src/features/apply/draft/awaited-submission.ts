import { sessionStore } from '../../../lib/safe-storage.ts'
import { storageKeys } from '../../../lib/storage-keys.ts'
import { applicationName } from './draft.ts'
import type { ApplicationKey, LocalSubmission } from './draft.ts'

/**
 * The submissions whose results this tab waits for, each by its key in session storage: another tab that finds a result
 * removes the browser's record of the submission.
 */
export function awaitResult(of: ApplicationKey, key: string): void {
  sessionStore.set(storedUnder(of), key)
}

/** As far as this tab knows it: without its text. */
export function awaitedSubmission(of: ApplicationKey): LocalSubmission | null {
  const key = sessionStore.get(storedUnder(of))
  const { tenantId, userId, serviceId, type } = of
  return key === null ? null : { tenantId, userId, serviceId, type, key, phase: 'waiting', body: null }
}

/** @param keys the submissions whose results this tab needs no more; else whichever it waits for */
export function awaitNoResult(of: ApplicationKey, keys?: readonly (string | undefined)[]): void {
  const awaited = sessionStore.get(storedUnder(of))
  if (keys?.some((key) => key === awaited) ?? true) sessionStore.remove(storedUnder(of))
}

export function awaitNoResultOf(tenantId: string, userId: string): void {
  const ofUser = `${storageKeys.awaited}${tenantId}/${userId}/`
  for (const name of sessionStore.keys()) if (name.startsWith(ofUser)) sessionStore.remove(name)
}

function storedUnder(application: ApplicationKey): string {
  return storageKeys.awaited + applicationName(application)
}
