import { useCallback, useRef, useState } from 'react'

/** A new `Idempotency-Key`. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID()
}

/**
 * The key of one thing the user is about to do. It is made when the form opens, so every click of the button, also after a
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

/**
 * The `Idempotency-Key` of what is about to be sent: a click after a lost answer sends the same one, a corrected
 * form is another request with a new one. Only for requests that do no harm when both arrive.
 */
export function useKeyFor(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.key === '' || last.current.body !== text) {
      last.current = { body: text, key: newIdempotencyKey() }
    }
    return last.current.key
  }
}
