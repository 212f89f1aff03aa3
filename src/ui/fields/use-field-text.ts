import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useOutsideValue } from './use-outside-value.ts'

type FieldText<Element> = {
  ref: RefObject<Element | null>
  defaultValue: string
  onInput: () => void
  onChange: () => void
}

/**
 * The props of a field whose text is in the state of its form. React must not write the text: each render would remove
 * a value that the browser has filled in without an event (`FilledValues`). The field only shows texts that come from
 * elsewhere, e.g. from a look-up, unless it has a value that it has not reported yet.
 */
export function useFieldText<Element extends HTMLInputElement | HTMLSelectElement>(
  text: string,
  onText: (text: string) => void,
): FieldText<Element> {
  const ref = useRef<Element>(null)
  const [defaultValue] = useState(text)
  const isNew = useOutsideValue(text, (next, before) => {
    if (ref.current?.value === before) ref.current.value = next
  })
  const report = () => {
    if (ref.current !== null && isNew(ref.current.value)) onText(ref.current.value)
  }
  // React calls `onChange` for no text that a script has assigned before its event, e.g. that of a password manager.
  return { ref, defaultValue, onInput: report, onChange: report }
}
