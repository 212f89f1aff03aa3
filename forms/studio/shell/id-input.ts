import type { CompositionEvent, FocusEvent } from 'react'
import { typedId } from '../../source/form-name.ts'

/** Shows a typed id in half-width letters. Not while the input method still composes them: it would lose its place. */
export function idInputProps(onId: (id: string) => void) {
  const fold = ({ currentTarget }: CompositionEvent<HTMLInputElement> | FocusEvent<HTMLInputElement>) => {
    const id = typedId(currentTarget.value)
    if (id !== currentTarget.value) onId(id)
  }
  return { onCompositionEnd: fold, onBlur: fold }
}
