import { useEffectEvent, useLayoutEffect } from 'react'
import { useEngine } from '../field/field-context.ts'
import type { Unreadable } from '../field/step-errors.ts'

/** Asked at every check, as long as the control is on the page. Call it before effects that check the field. */
export function useUnreadable(pointer: string, unreadable: Unreadable): void {
  const { engine } = useEngine()
  const now = useEffectEvent(unreadable)
  useLayoutEffect(() => engine.addControl(pointer, () => now()), [engine, pointer])
}
