import { useRef } from 'react'
import { newIdempotencyKey } from '../lib/idempotency.ts'

/**
 * The `Idempotency-Key` of what is about to be sent: pressing again after a lost answer sends the same one, a corrected
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
