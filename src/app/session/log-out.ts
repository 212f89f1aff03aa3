import type { SessionPort } from '../../identity/session/session-port.ts'
import { isDeviceKey } from '../../identity/session/stored-tokens.ts'
import { usernameOf } from '../../identity/session/token-session.ts'
import type { User } from '../../identity/session/token-session.ts'
import { withTimeLimit } from '../../lib/clock.ts'
import { registerBeforeLogOut, registerDraftHolder, runBeforeLogOut } from '../../lib/open-drafts.ts'
import type { LogOutLoss, LogOutOutcome } from '../../lib/open-drafts.ts'
import { localStore, sessionStore } from '../../lib/safe-storage.ts'
import { activityKeyOf, draftDatabase, storageKeys, survivesLogOut } from '../../lib/storage-keys.ts'

type Parts = {
  port: SessionPort
  user: User | null
  /** Limit for the whole log-out. */
  limitMs: number
}

/**
 * The steps of a log-out: send unsaved answers, revoke at the identity provider (which needs the stored token), then
 * remove everything except the keys of remembered devices and data that does not identify the user. Sending gets at
 * most half of the time, so that there is always some left to revoke.
 */
export async function logOut({ port, user, limitMs }: Parts): Promise<LogOutOutcome> {
  const startedAt = performance.now()
  // The log-out continues; the answers may not have been removed.
  const late = (): LogOutOutcome => 'unremoved'
  const outcome = user === null ? 'sent' : await withTimeLimit(runBeforeLogOut(user), limitMs / 2).catch(late)
  await port.signOut({ limitMs: Math.max(0, limitMs - (performance.now() - startedAt)) })
  forgetEverything(user)
  return outcome
}

/** Saves what is unsaved and returns what a log-out would still take from the user. */
export async function lossOfLogOut({ tenantId, userId }: User): Promise<LogOutLoss> {
  const applications = await loadApplications().catch(() => null)
  if (applications !== null) return applications.lossOfLogOut(tenantId, userId)
  // Without a network drafts of earlier visits can neither be read nor sent.
  return (await hasDraftDatabase()) ? 'answers' : 'nothing'
}

/** Removes the user's remaining data from the browser's storage, also if another tab has logged out. */
export function forgetEverything(user: User | null): void {
  for (const key of localStore.keys()) if (!survivesLogOut(key) && !isDeviceKey(key)) localStore.remove(key)
  if (user !== null) localStore.remove(activityKeyOf(usernameOf(user)))
  for (const key of sessionStore.keys()) sessionStore.remove(key)
}

/** Removes what a user typed or saw in this tab, after another one has signed in. */
export function forgetForms(): void {
  const prefixes = [storageKeys.form, storageKeys.order, storageKeys.chargeHint, storageKeys.awaited]
  for (const key of sessionStore.keys()) if (prefixes.some((prefix) => key.startsWith(prefix))) sessionStore.remove(key)
}

/** Fetches the code that sends and removes drafts, so that a log-out does not spend its time on it. */
export function prepareLogOut(): void {
  loadApplications().catch(() => undefined)
}

function loadApplications() {
  return import('../../features/apply/application/application-registry.ts')
}

/** Closes the applications of a user whom another tab has logged out: none may be written again. */
export async function dropApplications(tenantId: string, userId: string): Promise<LogOutOutcome> {
  const applications = await loadApplications().catch(() => null)
  if (applications !== null) return applications.closeApplications(tenantId, userId)
  // Without a network the code of the forms cannot be fetched, so no form is open in this page. Drafts that earlier
  // visits left in the browser cannot be sent, but are removed with the whole database.
  const hasDatabase = await hasDraftDatabase()
  indexedDB.deleteDatabase(draftDatabase)
  return hasDatabase ? 'unsent' : 'sent'
}

async function hasDraftDatabase(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === draftDatabase)
}

/** The browser's database may contain drafts although no form was opened since the page was loaded. */
registerBeforeLogOut(({ tenantId, userId }) => dropApplications(tenantId, userId))

registerDraftHolder(async (change) => {
  const { holdDraft } = await loadApplications()
  return holdDraft(change)
})
