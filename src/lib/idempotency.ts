import { useCallback, useState } from 'react'

/** A new `Idempotency-Key`. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID()
}

/**
 * The key of one thing the user is about to do. It is made when the form opens, so every press of the button, also after a
 * lost answer, sends the same one. `renew` begins another thing, e.g. after a success on a page that stays.
 */
export function useIdempotencyKey(): { key: string; renew: () => string } {
  const [key, setKey] = useState(newIdempotencyKey)
  const renew = useCallback(() => {
    const next = newIdempotencyKey()
    setKey(next)
    return next
  }, [])
  return { key, renew }
}
