import { useLayoutEffect, useRef } from 'react'
import { requestPageFocus } from '../../../ui/PageTitle.tsx'

/** Another view replaces the one with the focus at the same address: its heading takes the focus, unless a message has. */
export function useViewFocus(view: unknown): void {
  const shown = useRef(view)
  useLayoutEffect(() => {
    if (shown.current !== view && document.activeElement === document.body) requestPageFocus()
    shown.current = view
  }, [view])
}
