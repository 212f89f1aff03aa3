import { useLayoutEffect, useRef } from 'react'
import { useEngine } from '../field/field-context.ts'
import type { Unreadable } from '../field/step-errors.ts'

/**
 * Asked at every check, as long as the control is on the page, and by the step of another form while it renders, where an
 * effect event must not be called. Call it before effects that check the field.
 * @param isKept whether the control that replaces this one then has the same input
 */
export function useUnreadable(pointer: string, unreadable: Unreadable, isKept = false): void {
  const { engine } = useEngine()
  const latest = useRef(unreadable)
  useLayoutEffect(() => {
    latest.current = unreadable
  })
  useLayoutEffect(() => engine.addControl(pointer, () => latest.current(), isKept), [engine, pointer, isKept])
}
