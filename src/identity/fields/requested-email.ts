import { useLocation } from 'react-router-dom'
import { serverNow } from '../../lib/clock.ts'
import { randomId } from '../../lib/random-id.ts'
import { localStore, sessionStore } from '../../lib/safe-storage.ts'
import { isNumber, isString, readJson, shape } from '../../lib/shape.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import type { TenantId } from '../../paths.ts'

/** A mailed link is valid for 24 hours, so the address is of no use afterwards. */
const keptMs = 24 * 60 * 60_000

/**
 * The address to which this browser requested a mailed link. The API only reveals a masked address to the page of the
 * link, but a password manager has to save the new password under the full one.
 */
export function rememberRequestedEmail(tenantId: TenantId, email: string): void {
  localStore.set(storageKeys.requestedEmail + tenantId, `${serverNow()} ${email}`)
}

/** The remembered address if the masked one can be the same, i.e. the link was requested in this browser; else null. */
export function requestedEmail(tenantId: TenantId, masked: string): string | null {
  const email = keptEmail(storageKeys.requestedEmail + tenantId)
  const [start = '', ...rest] = masked.split(/\*+/)
  const end = rest.at(-1)
  return end !== undefined && email?.startsWith(start) === true && email.endsWith(end) ? email : null
}

export function forgetRequestedEmail(tenantId: TenantId): void {
  localStore.remove(storageKeys.requestedEmail + tenantId)
}

/** Removes the addresses of links that were not opened. */
export function forgetOldRequestedEmails(): void {
  for (const key of localStore.keys())
    if (key.startsWith(storageKeys.requestedEmail) && keptEmail(key) === null) localStore.remove(key)
}

function keptEmail(key: string): string | null {
  const [at, email] = (localStore.get(key) ?? '').split(' ')
  return email !== undefined && isLinkValid(Number(at)) ? email : null
}

function isLinkValid(sentAt: number): boolean {
  return Math.abs(serverNow() - sentAt) < keptMs
}

/** Where a page keeps the address to which it has sent a mail. */
export type KeptAddress = { read: () => string | null; keep: (email: string) => void; forget: () => void }

const sentMailKey = `${storageKeys.form}sent-mail`
const isSentMail = shape({ page: isString, entry: isString, email: isString, at: isNumber })
const isMarked = shape({ sentMail: isString })

/**
 * The address for a page that is shown again by a reload or Back: a phone drops the tab while the user reads the mail
 * elsewhere. A new visit, maybe of another user, starts with the form. It has another entry in the history, whose mark a
 * reload keeps; the router's key tells the entries of one document apart.
 */
export function useSentMail(): KeptAddress {
  const { key, pathname } = useLocation()
  const page = `${pathname} ${key}`
  return {
    read() {
      const sent = readJson(sessionStore.get(sentMailKey), isSentMail)
      const mark: unknown = window.history.state
      const isSameEntry = isMarked(mark) && mark.sentMail === sent?.entry
      return isSameEntry && sent?.page === page && isLinkValid(sent.at) ? sent.email : null
    },
    keep(email) {
      const entry = randomId()
      window.history.replaceState({ ...(window.history.state as object | null), sentMail: entry }, '')
      sessionStore.set(sentMailKey, JSON.stringify({ page, entry, email, at: serverNow() }))
    },
    forget: () => sessionStore.remove(sentMailKey),
  }
}
