import type { KeyboardEvent } from 'react'

/**
 * Enter that confirms a composition must not send the form around the field: Safari reports it after the composition
 * has ended, recognisable only by its key code.
 */
export function keepComposing(event: KeyboardEvent<HTMLElement>): void {
  const { isComposing, keyCode } = event.nativeEvent
  if (event.key === 'Enter' && (isComposing || keyCode === 229)) event.preventDefault()
}
