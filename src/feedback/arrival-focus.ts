import { isRecord } from '../../form-model/record.ts'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

type ArrivalFocus = { focus: string }

/** The state of a link to the page of a form, for the answer or the section at this JSON Pointer. */
export function arrivalFocus(pointer: string): ArrivalFocus {
  return { focus: pointer }
}

/** What the link asks for that has led to this page; null after Back, Forward and a reload, which keep their place. */
export function useArrivalFocus(): string | null {
  const state: unknown = useLocation().state
  const isReturn = useNavigationType() === NavigationType.Pop
  return !isReturn && isRecord(state) && typeof state.focus === 'string' ? state.focus : null
}
