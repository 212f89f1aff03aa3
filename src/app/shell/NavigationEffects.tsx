import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { requestPageFocus } from '../../ui/page-focus.ts'

/**
 * A new page starts at its top, with the focus on its heading, so that screen readers read it. A step of a form is a page,
 * so is a view of the profile; other changes of the query, e.g. a filter, are not. The first page keeps the browser's own start.
 */
export function NavigationEffects() {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const page = `${pathname}?${query.get('step') ?? ''}&${query.get('view') ?? ''}`
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    window.scrollTo(0, 0)
    requestPageFocus()
  }, [page])
  return null
}
