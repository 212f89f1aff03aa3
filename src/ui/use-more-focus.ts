import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * The focus after loading more rows of a list: the first new row takes it, since the button is gone with the last page.
 * @param count the rows that are shown
 */
export function useMoreFocus<List extends HTMLElement>(
  count: number,
): { list: RefObject<List | null>; expectRows: () => void } {
  const list = useRef<List>(null)
  const before = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (before.current === null || count <= before.current) return
    list.current?.querySelectorAll('li')[before.current]?.querySelector<HTMLElement>('a, button')?.focus()
    before.current = null
  }, [count])
  return {
    list,
    expectRows: () => {
      before.current = count
    },
  }
}
