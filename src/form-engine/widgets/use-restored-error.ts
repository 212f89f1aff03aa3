import { useEffect, useRef } from 'react'
import { useEngine, useField } from '../field/field-context.ts'

/** Shows the error of an answer that was unfinished when the page opened, e.g. half a date from a draft. */
export function useRestoredError(unfinished: boolean): void {
  const { engine } = useEngine()
  const { pointer } = useField()
  const atStart = useRef(unfinished)
  useEffect(() => {
    if (!atStart.current) return
    engine.touch(pointer)
    engine.fieldLeft(pointer, false)
  }, [engine, pointer])
}
