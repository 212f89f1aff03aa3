import { useEffect } from 'react'

/**
 * Scrolls a focused text field out from under the bar at the bottom of the window (WCAG 2.4.11). Other engines do so by
 * `scroll-padding`, which WebKit ignores for a text field. A checkbox or a radio button must not move while it is being
 * clicked.
 */
export function FocusedField() {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(textField)) target.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  return null
}

const textField = 'textarea, input:not([type=checkbox], [type=radio], [type=file])'
