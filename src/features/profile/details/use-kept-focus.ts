import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * When a change takes the pressed button away, the focus goes to the part of the page that has changed instead of
 * getting lost. `shown` is what that part shows.
 */
export function useKeptFocus<Part extends HTMLElement>(shown: unknown): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) part.current?.focus()
  }, [shown])
  return part
}
