/** Every key under which the portal stores something in the browser. A key that ends with a dot is a prefix. */
export const storageKeys = {
  /** The specification's names: the last tenant, the page requested before the sign-in, the last user. */
  tenantId: 'tenantId',
  redirectPath: 'redirectPath',
  userId: 'userId',
  language: 'portal.language',
  /** Followed by the warning's subject, so that a warning is shown once per device. */
  warned: 'portal.warned.',
  /** Fingerprint of the user who has logged out last, for tabs that could not receive the message. */
  loggedOut: 'portal.left',
  /** Followed by the fingerprint of a user: the time of that user's last activity, in milliseconds. */
  activity: 'portal.activity.',
  /** Fingerprint of the user whose session has ended by time in this tab, and whose forms are kept. */
  endedUser: 'portal.ended-user',
  signInStep: 'portal.signInStep',
  /** Followed by the tenant: the address to which a mailed link was requested last, and when, for at most 24 hours. */
  requestedEmail: 'portal.requested-email.',
  /** When the page was reloaded because of a missing chunk. */
  reloaded: 'portal.reloaded',
  fromLine: 'portal.from-line',
  /** Followed by the tenant: the application that the result pages show. */
  order: 'portal.order.',
  /** Followed by the tenant: the charge named by the payment callback. */
  chargeHint: 'portal.charge-hint.',
  /** Followed by the name of a form outside the form engine. */
  form: 'portal.form.',
  /** Followed by an application: an id of the tab that writes its record. */
  claim: 'portal.claim.',
  /** Followed by an application: its record. */
  record: 'portal.record.',
  /** Followed by an application: the names of its files that are not uploaded yet, by field. */
  uploads: 'portal.uploads.',
  /** The stage's configuration, so that the next visit can send requests before its scripts have arrived. */
  start: 'portal.start',
  /** Followed by the tenant: its colour, name and until when it is open, for the start of the next visit. */
  tenantLook: 'portal.tenant-look.',
  probe: 'portal.probe',
} as const

/** Keys that do not reveal who used the browser. */
const kept: readonly string[] = [storageKeys.language, storageKeys.warned, storageKeys.loggedOut, storageKeys.activity]

/** Whether the portal's own `key` stays in the browser after a log-out. */
export function survivesLogOut(key: string): boolean {
  return kept.some((name) => (name.endsWith('.') ? key.startsWith(name) : key === name))
}

/** The database of the drafts of this browser. */
export const draftDatabase = 'portal-drafts'

const ofApplications = [storageKeys.claim, storageKeys.record, storageKeys.uploads]

/** The application that has that key, as tenant/user/service/type; null for another key. */
export function applicationIn(key: string): string | null {
  const prefix = ofApplications.find((start) => key.startsWith(start))
  return prefix === undefined ? null : key.slice(prefix.length)
}

/** Whether an application is one of that user. */
export function isOfUser({ tenantId, userId }: { tenantId: string; userId: string }): (application: string) => boolean {
  return (application) => application.startsWith(`${tenantId}/${userId}/`)
}

/** FNV-1a, 32 bits: marks a user without identifying one. A collision of two users only costs a second sign-in. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

export function activityKeyOf(username: string): string {
  return storageKeys.activity + fingerprint(username)
}
