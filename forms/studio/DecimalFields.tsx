import { Group, NativeSelect } from '@mantine/core'
import { decimalsOf, feeLinesWith, mostDecimals, setDecimals } from '../edit/decimals.ts'
import { askedAs } from '../edit/change-kind.ts'
import { feeName, setFeeKey } from '../edit/fees.ts'
import { roundings } from './FeeFields.tsx'
import type { PartProps } from './part-props.ts'

/** The number of decimals, and what becomes of the fractions of a yen if the fee counts with the number. */
export function DecimalFields({ files, node, say, name, onChange }: PartProps) {
  if (node.kind !== 'number' || askedAs(node) === 'money') return null
  const decimals = decimalsOf(node)
  const digits = Array.from({ length: mostDecimals + 1 }, (_, index) => index)
  const lines = decimals === 0 ? [] : feeLinesWith(files, node)
  return (
    <Group grow align="start">
      <NativeSelect
        label={say('decimals')}
        value={decimals === null ? 'written' : String(decimals)}
        data={[
          ...digits.map((digit) => ({
            value: String(digit),
            label: digit === 0 ? say('decimals.none') : say('decimals.digits', { digits: digit }),
          })),
          ...(decimals === null ? [{ value: 'written', label: say('decimals.any') }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (value !== 'written')
            onChange(say('changed.decimals', { name }), (before) => setDecimals(before, node, Number(value)))
        }}
      />
      {lines.map(({ line, index }) => {
        const fee = feeName(files, line.text)
        const { rounding } = line
        return (
          <NativeSelect
            key={index}
            label={say('decimals.rounding', { fee })}
            error={rounding ? null : say('decimals.noRounding')}
            value={rounding ? `${rounding.mode} ${rounding.to}` : ''}
            data={[
              { value: '', label: say('fees.whole') },
              ...roundings.map(({ mode, to }) => ({
                value: `${mode} ${to}`,
                label: say(`fees.round.${mode}`, { to }),
              })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              const next = roundings.find(({ mode, to }) => `${mode} ${to}` === value)
              onChange(say('changed.fee', { name: `${fee} › ${say('fees.rounding')}` }), (before) =>
                setFeeKey(before, index, 'rounding', next),
              )
            }}
          />
        )
      })}
    </Group>
  )
}
