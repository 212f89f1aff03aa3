import { useCallback, useRef, useState } from 'react'
import { randomId } from './random-id.ts'

/** A new `Idempotency-Key`. */
export function newIdempotencyKey(): string {
  return randomId()
}

/**
 * The key of one action that the user is about to take. It is created when the form opens, so every click of the
 * button, also after a lost response, sends the same one. `renew` begins another action, e.g. after a success on a page
 * that stays.
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
 * The `Idempotency-Key` of the next request: a click after a lost response sends the same one, a corrected form is
 * another request with a new one. Only for requests that do no harm if both arrive.
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
