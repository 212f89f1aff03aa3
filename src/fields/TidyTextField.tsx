import type { ComponentProps } from 'react'
import { TextField } from '../ui/fields/TextField.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'onBlur'> & {
  value: string
  onText: (text: string) => void
  /** The text as it will be stored, e.g. in another width; applied on blur. */
  tidy: (text: string) => string
}

/** A text that may be typed in any width and shows its stored form after blur. */
export function TidyTextField({ value, onText, tidy, ...field }: Props) {
  return (
    <TextField
      {...field}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={() => {
        if (tidy(value) !== value) onText(tidy(value))
      }}
    />
  )
}
