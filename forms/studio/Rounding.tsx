import type { FeeRounding } from '../../form-model/definition.ts'
import { Choose } from './shell/Choose.tsx'
import type { Say } from './studio-texts.ts'

const roundings: readonly FeeRounding[] = (['down', 'half-up', 'up'] as const).flatMap((mode) =>
  ([1, 10, 100] as const).map((to) => ({ mode, to })),
)

type Props = {
  label: string
  error?: string | null
  value: FeeRounding | undefined
  say: Say
  onChange: (rounding: FeeRounding | undefined) => void
}

/** What becomes of the fractions of a yen. */
export function Rounding({ value, say, onChange, ...props }: Props) {
  const nameOf = ({ mode, to }: FeeRounding) => `${mode} ${to}`
  return (
    <Choose
      {...props}
      value={value ? nameOf(value) : ''}
      choices={[
        { value: '', label: say('fees.whole') },
        ...roundings.map((one) => ({ value: nameOf(one), label: say(`fees.round.${one.mode}`, { to: one.to }) })),
      ]}
      onChoose={(chosen) => onChange(roundings.find((one) => nameOf(one) === chosen))}
    />
  )
}
