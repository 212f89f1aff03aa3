import { useEffect, useRef } from 'react'
import { segmentsOf } from '../../../../form-model/pointer.ts'
import { fieldId } from '../../../form-engine/definition/field-description.ts'
import { useArrivalFocus } from '../../../feedback/arrival-focus.ts'
import type { FoldedFields } from './RegisteredCard.tsx'

/**
 * Moves the focus to the answer or the section that the user has asked for by a link, e.g. 修正する, once its fields are
 * there.
 */
export function useFocusOnArrival(ready: boolean, { covers, unfold }: FoldedFields): void {
  const wanted = useArrivalFocus()
  const done = useRef(false)
  useEffect(() => {
    if (!ready || wanted === null || done.current) return undefined
    const step = segmentsOf(wanted)[0] ?? ''
    if (covers(wanted)) {
      // The field appears with the next rendering.
      unfold(step)
      return undefined
    }
    // The shell has scrolled to the top and focused the heading by the next frame.
    const frame = requestAnimationFrame(() => {
      done.current = true
      if (isField(wanted)) showField(wanted)
      else showSection(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [ready, wanted, covers, unfold])
}

function isField(pointer: string): boolean {
  return segmentsOf(pointer).length > 1
}

function showSection(step: string): void {
  const heading = document.getElementById(`${step}-title`)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}

/** Shows the field with its label and its note, and what is above it as far as there is room. */
export function showField(pointer: string): void {
  const id = fieldId(pointer)
  const field = document.getElementById(id)
  field?.focus({ preventScroll: true })
  const group = document.getElementById(`${id}-group`) ?? field
  group?.scrollIntoView({ block: 'nearest' })
}
