import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Keeps an uncontrolled field up to date: `show` runs when the value changes from elsewhere (another device's draft, a
 * look-up), not for values that the field reports itself. Returns a function that records a value before it is reported
 * and returns whether it has changed.
 */
export function useOutsideValue(value: unknown, show: (value: unknown) => void): (next: unknown) => boolean {
  const own = useRef(value)
  useLayoutEffect(() => {
    if (own.current === value) return
    own.current = value
    show(value)
  })
  return useCallback((next) => {
    if (own.current === next) return false
    own.current = next
    return true
  }, [])
}
