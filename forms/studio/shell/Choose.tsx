import { NativeSelect } from '@mantine/core'
import type { NativeSelectProps } from '@mantine/core'

type Props<Value extends string> = Omit<NativeSelectProps, 'data' | 'onChange' | 'value'> & {
  value: string
  choices: readonly { value: Value; label: string; disabled?: boolean }[]
  /** The words for a value that is none of the choices: without it, the first one would be shown. */
  other?: string | undefined
  onChoose: (value: Value) => void
}

/** One of some values. */
export function Choose<Value extends string>({ value, choices, other, onChoose, ...props }: Props<Value>) {
  const isOther = other !== undefined && choices.every((choice) => choice.value !== value)
  return (
    <NativeSelect
      {...props}
      value={value}
      data={isOther ? [{ value, label: other }, ...choices] : [...choices]}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((choice) => choice.value === currentTarget.value)
        if (chosen) onChoose(chosen.value)
      }}
    />
  )
}
