import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Keeps an uncontrolled field up to date: `show` runs when the value changes from elsewhere (another device's draft, a
 * look-up), not for values that the field reports itself. Returns a function that records a value before it is reported
 * and returns whether it has changed.
 */
export function useOutsideValue<Value>(
  value: Value,
  show: (value: Value, before: Value) => void,
): (next: Value) => boolean {
  const own = useRef(value)
  useLayoutEffect(() => {
    if (own.current === value) return
    const before = own.current
    own.current = value
    show(value, before)
  })
  return useCallback((next) => {
    if (own.current === next) return false
    own.current = next
    return true
  }, [])
}
