import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { normalizeNumber } from '../../../src/lib/japanese.ts'
import type { Say } from '../studio-texts.ts'

type Props = Pick<TextInputProps, 'label' | 'w'> & {
  value: number | undefined
  /** Without it, negative numbers are possible. */
  min?: number
  max?: number
  hasDecimals?: boolean
  /** Whether the number cannot be left out: an empty field then keeps the number. */
  isRequired?: boolean
  /** The error of a field without a number, if it may begin so. */
  missing?: string
  say: Say
  /** `undefined` if the field was emptied. Not called for what is no number. */
  onChange: (value: number | undefined) => void
}

/** The typed text, the number stored for it, the one before the field was entered, and whether it was left since then. */
type Typed = { text: string; for: number | undefined; before: number | undefined; isLeft: boolean }

/** A number as it is typed, also by an input method in full width, which Mantine's own field throws away. */
export function NumberField({
  label,
  w,
  value,
  min,
  max,
  hasDecimals = false,
  isRequired = false,
  missing,
  say,
  onChange,
}: Props) {
  /** The typed text, until the number is changed elsewhere, such as by undo. */
  const [typed, setTyped] = useState<Typed | null>(null)
  const isCurrent = typed !== null && typed.for === value
  const text = isCurrent && !typed.isLeft ? typed.text : value === undefined ? '' : String(value)
  const read = (given: string): number | undefined | null => {
    const plain = normalizeNumber(given).trim()
    if (plain === '') return isRequired ? null : undefined
    if (!(hasDecimals ? /^-?\d{1,12}(?:\.\d{1,6})?$/ : /^-?\d{1,12}$/).test(plain)) return null
    const number = Number(plain)
    return number < (min ?? -Infinity) || number > (max ?? Infinity) ? null : number
  }
  const kind = say(hasDecimals ? 'number.any' : 'number.whole')
  const range =
    min === undefined
      ? say('number.invalid', { kind })
      : max === undefined
        ? say('number.least', { kind, min })
        : say('number.between', { kind, min, max })
  return (
    <TextInput
      label={label}
      // The keyboards for numbers on iOS have no minus.
      inputMode={min === undefined || min < 0 ? 'text' : hasDecimals ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={text}
      error={isCurrent && read(typed.text) === null ? range : value === undefined ? missing : null}
      onChange={({ currentTarget }) => {
        const before = isCurrent ? typed.before : value
        const given = read(currentTarget.value)
        // The start of what is no number, such as the 12 of "12.5", is not meant either.
        const next = given === null ? before : given
        setTyped({ text: currentTarget.value, for: next, before, isLeft: false })
        if (next !== value) onChange(next)
      }}
      // What is no number leaves the number as it was, and the message stays to say so.
      onBlur={() => setTyped(typed && { ...typed, before: typed.for, isLeft: true })}
      {...(w === undefined ? {} : { w })}
    />
  )
}
