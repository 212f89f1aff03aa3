import type { SessionPort } from '../session/session-port.ts'
import { isDeviceKey, isTokenKey } from '../session/stored-tokens.ts'
import { usernameOf } from '../session/token-session.ts'
import type { User } from '../session/token-session.ts'
import { withTimeLimit } from '../../lib/clock.ts'
import type { Applications, LogOutLoss, LogOutOutcome } from './log-out-outcome.ts'
import { localStore, sessionStore } from '../../lib/safe-storage.ts'
import {
  activityKeyOf,
  applicationIn,
  draftDatabase,
  isOfUser,
  storageKeys,
  survivesLogOut,
} from '../../lib/storage-keys.ts'

/** Fetches the code that sends and removes drafts. Fails without a network. */
export type LoadApplications = () => Promise<Applications>

type Parts = {
  port: SessionPort
  user: User | null
  loadApplications: LoadApplications
  /** Limit for the whole log-out. */
  limitMs: number
}

/**
 * The steps of a log-out: send unsaved answers, revoke at the identity provider (which needs the stored token), then
 * remove everything except the keys of remembered devices and data that does not identify the user. Sending gets at
 * most half of the time, so that there is always some left to revoke.
 */
export async function logOut({ port, user, loadApplications, limitMs }: Parts): Promise<LogOutOutcome> {
  const startedAt = performance.now()
  // The log-out continues; the answers may not have been removed.
  const late = (): LogOutOutcome => 'unremoved'
  const outcome =
    user === null ? 'sent' : await withTimeLimit(dropApplications(loadApplications, user), limitMs / 2).catch(late)
  await port.signOut({ limitMs: limitMs - (performance.now() - startedAt) })
  forgetEverything(user)
  return outcome
}

/** Saves what is unsaved and returns what a log-out would still take from the user. */
export async function lossOfLogOut(
  loadApplications: LoadApplications,
  { tenantId, userId }: User,
): Promise<LogOutLoss> {
  const applications = await loadApplications().catch(() => null)
  if (applications !== null) return applications.lossOfLogOut(tenantId, userId)
  // Without a network drafts of earlier visits can neither be read nor sent.
  return applicationKeysOf({ tenantId, userId }).some(isRecord) ? 'answers' : 'nothing'
}

/** Removes the user's remaining data from the browser's storage. What other users have typed is theirs. */
export function forgetEverything(user: User | null): void {
  const own = user === null ? [] : applicationKeysOf(user)
  forgetAllBut((key) => isDeviceKey(key) || (user !== null && applicationIn(key) !== null && !own.includes(key)), user)
}

/**
 * The same in a tab that learns later of a log-out: the tokens in local storage, and the applications, may be those of
 * the next sign-in.
 */
export function forgetAfterOtherTab(user: User | null): void {
  forgetAllBut((key) => isTokenKey(key) || applicationIn(key) !== null, user)
}

function isRecord(key: string): boolean {
  return key.startsWith(storageKeys.record)
}

/** What the browser has of the user's applications. */
function applicationKeysOf(user: User): string[] {
  const isOwn = isOfUser(user)
  return localStore.keys().filter((key) => isOwn(applicationIn(key) ?? ''))
}

function forgetAllBut(isKept: (key: string) => boolean, user: User | null): void {
  for (const key of localStore.keys()) if (!survivesLogOut(key) && !isKept(key)) localStore.remove(key)
  if (user !== null) localStore.remove(activityKeyOf(usernameOf(user)))
  for (const key of sessionStore.keys()) sessionStore.remove(key)
}

/** Removes what a user typed or saw in this tab, after another one has signed in. */
export function forgetForms(): void {
  const prefixes = [storageKeys.form, storageKeys.order, storageKeys.chargeHint]
  for (const key of sessionStore.keys()) if (prefixes.some((prefix) => key.startsWith(prefix))) sessionStore.remove(key)
}

/** Sends and removes the applications of a user: none may be written again. A failure does not stop a log-out. */
export async function dropApplications(loadApplications: LoadApplications, user: User): Promise<LogOutOutcome> {
  const { tenantId, userId } = user
  const applications = await loadApplications().catch(() => null)
  const unsent = (): LogOutOutcome => 'unsent'
  if (applications !== null) return applications.closeApplications(tenantId, userId).catch(unsent)
  // Without a network the code of the forms cannot be fetched, so no form is open in this page. Drafts that earlier
  // visits left in the browser cannot be sent, but are removed.
  const left = applicationKeysOf(user)
  for (const key of left) localStore.remove(key)
  // It only repeats what local storage has, also of other users.
  indexedDB.deleteDatabase(draftDatabase)
  return left.some(isRecord) ? 'unsent' : 'sent'
}

/** After a log-out in another tab. Without the code of the forms, none is open in this page. */
export async function leaveApplications(
  loadApplications: LoadApplications,
  { tenantId, userId }: User,
): Promise<LogOutOutcome> {
  const applications = await loadApplications().catch(() => null)
  const unsent = (): LogOutOutcome => 'unsent'
  return (await applications?.leaveApplications(tenantId, userId).catch(unsent)) ?? 'sent'
}
