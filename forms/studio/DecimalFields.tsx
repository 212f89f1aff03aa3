import { Group } from '@mantine/core'
import { decimalsOf, feeLinesWith, mostDecimals, setDecimals } from '../edit/decimals.ts'
import { askedAs } from '../edit/change-kind.ts'
import { feeName, setFeeKey } from '../edit/fees.ts'
import type { PartProps } from './part-props.ts'
import { Rounding } from './Rounding.tsx'
import { Choose } from './shell/Choose.tsx'

/** The number of decimals, and what becomes of the fractions of a yen if the fee counts with the number. */
export function DecimalFields({ files, node, say, name, onChange }: PartProps) {
  if (node.kind !== 'number' || askedAs(node) === 'money') return null
  const decimals = decimalsOf(node)
  const digits = Array.from({ length: mostDecimals + 1 }, (_, index) => index)
  const lines = decimals === 0 ? [] : feeLinesWith(files, node)
  return (
    <Group grow align="start">
      <Choose
        label={say('decimals')}
        value={decimals === null ? 'written' : String(decimals)}
        choices={digits.map((digit) => ({
          value: String(digit),
          label: digit === 0 ? say('decimals.none') : say('decimals.digits', { digits: digit }),
        }))}
        other={say('decimals.any')}
        onChoose={(digit) =>
          onChange(say('changed.decimals', { name }), (before) => setDecimals(before, node, Number(digit)))
        }
      />
      {lines.map(({ line, index }) => {
        const fee = feeName(files, line.text)
        const { rounding } = line
        return (
          <Rounding
            key={index}
            label={say('decimals.rounding', { fee })}
            error={rounding ? null : say('decimals.noRounding')}
            value={rounding}
            say={say}
            onChange={(next) =>
              onChange(say('changed.fee', { name: `${fee} › ${say('fees.rounding')}` }), (before) =>
                setFeeKey(before, index, 'rounding', next),
              )
            }
          />
        )
      })}
    </Group>
  )
}
