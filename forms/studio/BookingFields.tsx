import { Group } from '@mantine/core'
import type { BookingRule } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { conditionFields } from '../edit/answer-condition.ts'
import { choicesOf, setInForm } from '../edit/commands.ts'
import { clockTime } from '../edit/blocks.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue } from '../edit/json-text.ts'
import { trailLabel } from './form-places.ts'
import type { PanelProps } from './part-props.ts'
import { Choose } from './shell/Choose.tsx'

type Props = Omit<PanelProps, 'language'> & { tree: readonly FormNode[]; isBooking: boolean }

/** The questions whose answers are the day and the time of an appointment. */
export function BookingFields({ files, tree, isBooking, say, onChange }: Props) {
  const rule = readValue(files['form.json'] ?? '{}', '/booking')
  const { date = '', time = '' } = isRecord(rule) ? (rule as Partial<BookingRule>) : {}
  if (!isBooking && date === '') return null
  const questions = conditionFields(tree)
  const isTime = (node: FormNode) =>
    node.schema.format === 'time' ||
    (node.kind === 'choice' && choicesOf(files, node).every(({ value }) => clockTime.test(value)))
  const fields = [
    { key: 'date', value: date, known: questions.filter(({ kind }) => kind === 'date') },
    ...(date === '' ? [] : [{ key: 'time', value: time, known: questions.filter(isTime) } as const]),
  ] as const
  return (
    <Group grow align="end">
      {fields.map(({ key, value, known }) => (
        <Choose
          key={key}
          label={say(`booking.${key}`)}
          description={say(`booking.${key}Help`)}
          value={value}
          choices={['', ...known.map(({ path }) => path)].map((path) => ({
            value: path,
            label: path === '' ? say('booking.none') : trailLabel(files, tree, path),
          }))}
          other={say('fees.lost')}
          onChoose={(path) =>
            onChange(say('changed.service'), (before) =>
              path === '' && key === 'date'
                ? setInForm(before, '/booking', undefined)
                : setInForm(before, `/booking/${key}`, path === '' ? undefined : path),
            )
          }
        />
      ))}
    </Group>
  )
}
