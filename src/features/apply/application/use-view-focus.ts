import { useLayoutEffect, useRef } from 'react'
import { readFromTheTop } from '../../../ui/PageTitle.tsx'

/** Another view replaces the focused one at the same address: it is read from the top, unless a message is focused. */
export function useViewFocus(view: unknown): void {
  const shown = useRef(view)
  useLayoutEffect(() => {
    if (shown.current !== view && document.activeElement === document.body) readFromTheTop()
    shown.current = view
  }, [view])
}
