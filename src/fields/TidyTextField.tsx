import type { ComponentProps } from 'react'
import { TextField } from '../ui/fields/TextField.tsx'
import { useFieldText } from '../ui/fields/use-field-text.ts'

type Props = Omit<ComponentProps<typeof TextField>, 'ref' | 'value' | 'onChange' | 'onBlur'> & {
  value: string
  onText: (text: string) => void
  /** Converts the text to its stored form, e.g. to another width; applied on blur. */
  tidy: (text: string) => string
}

/** A text that may be typed in any width and shows its stored form after blur. */
export function TidyTextField({ value, onText, tidy, ...field }: Props) {
  const control = useFieldText<HTMLInputElement>(value, onText)
  return (
    <TextField
      {...field}
      {...control}
      onBlur={({ currentTarget }) => {
        // What was typed last: React may not have rendered it yet.
        const typed = currentTarget.value
        if (tidy(typed) !== typed) onText(tidy(typed))
      }}
    />
  )
}
