import { useSession } from '../session/session-context.tsx'
import { sessionStore } from '../../lib/safe-storage.ts'
import { isString, nullable, readJson, shape } from '../../lib/shape.ts'
import type { Guard } from '../../lib/shape.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import type { Verifiable } from './identity-attributes.ts'

/**
 * A code that was sent and not entered yet. `address`, and the one `before`, as the identity provider writes them;
 * `destination` is masked.
 */
export type OpenCode = { address: string; before: string; destination: string | null }

const isOpenCode = shape({ address: isString, before: isString, destination: nullable(isString) })

type Kept<T> = { read: () => T | null; keep: (value: T) => void; forget: () => void }

/**
 * A reload or another page must not lose the step that asks for a code. A pool that keeps the old address until the new
 * one is confirmed does not report the new one, so this tab remembers it.
 */
export function useOpenCode(attribute: Verifiable): Kept<OpenCode> {
  return useKept(`code.${attribute}`, isOpenCode)
}

/** The new address to which this tab requested a mailed link. The API reports it only once the link is confirmed. */
export function useRequestedEmail(): Kept<string> {
  return useKept('new-email', isString)
}

/** Kept for the user like other forms: a log-out, and a sign-in of another user, remove it. */
function useKept<T>(name: string, fits: Guard<T>): Kept<T> {
  const { username } = useSession()
  const key = `${storageKeys.form}${name}.${username}`
  return {
    read: () => readJson(sessionStore.get(key), fits),
    keep: (value) => sessionStore.set(key, JSON.stringify(value)),
    forget: () => sessionStore.remove(key),
  }
}

/** The new address if the profile still has another one. */
export function emailToConfirm(requested: string | null, current: string): string | null {
  return requested === null || requested.toLowerCase() === current.toLowerCase() ? null : requested
}
