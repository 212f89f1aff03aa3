import type { KeyboardEvent } from 'react'

/**
 * Enter in a field moves to the next one, and submits the step only from the last: a user who confirms a conversion
 * twice would otherwise get every error of the step at once. Enter that confirms a conversion is ignored here; Safari
 * reports it after the composition has ended, recognisable only by its key code.
 */
export function onEnter(event: KeyboardEvent<HTMLElement>): void {
  const { isComposing, keyCode } = event.nativeEvent
  if (event.key !== 'Enter') return
  if (isComposing || keyCode === 229) event.preventDefault()
  else if (event.currentTarget instanceof HTMLInputElement) {
    const next = fieldAfter(event.currentTarget)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
}

function fieldAfter(field: HTMLInputElement): HTMLElement | undefined {
  const controls = [...(field.form?.elements ?? [])].filter(
    (control): control is HTMLElement =>
      control.matches('input:not([type=hidden]), select, textarea') && !control.matches(':disabled'),
  )
  return controls[controls.indexOf(field) + 1]
}
