import { Checkbox, Fieldset, Group, Stack, Switch, TextInput } from '@mantine/core'
import type { DateBound } from '../../form-model/definition.ts'
import type { FormFiles } from '../edit/commands.ts'
import {
  chosenBound,
  dateRanges,
  datesBeside,
  firstBound,
  isOnWorkingDays,
  setDateBound,
  setWorkingDays,
} from '../edit/date-limits.ts'
import type { ChosenBound, DateEnd } from '../edit/date-limits.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { acceptedTypes, changeLimit, checksIn, limitsOf, numberLimit } from '../edit/limits.ts'
import type { Limit } from '../edit/limits.ts'
import type { PartProps } from './part-props.ts'
import { NumberField } from './shell/NumberField.tsx'
import { Choose } from './shell/Choose.tsx'
import type { Say, StudioText } from './studio-texts.ts'

type Props = PartProps & { tree: readonly FormNode[]; label: (path: string) => string }

/** Every limit of a question. */
export function LimitFields(props: Props) {
  const { files, node, say, name, onChange } = props
  const shown = limitsOf(node, checksIn(files))
  const numbers = shown.filter(isNumber)
  const change = (command: (before: FormFiles) => FormFiles) => onChange(say('changed.limit', { name }), command)
  return (
    <>
      {numbers.length > 0 && (
        <Group grow align="end">
          {numbers.map((limit) => (
            <NumberLimit key={limit} limit={limit} node={node} say={say} onChange={change} />
          ))}
        </Group>
      )}
      {shown.includes('accept') && <FileTypes node={node} say={say} onChange={change} />}
      {shown.includes('date-range') && <DateRanges {...props} onChange={change} />}
      {shown.includes('working-day') && (
        <Switch
          label={say('limit.workingDays')}
          checked={isOnWorkingDays(files, node.path)}
          onChange={({ currentTarget }) => {
            const { checked } = currentTarget
            change((before) => setWorkingDays(before, node.path, checked))
          }}
        />
      )}
    </>
  )
}

type NumberLimitName = Exclude<Limit, 'accept' | 'date-range' | 'working-day'>

function isNumber(limit: Limit): limit is NumberLimitName {
  return limit !== 'accept' && limit !== 'date-range' && limit !== 'working-day'
}

type Change = (command: (files: FormFiles) => FormFiles) => void

const bytesPerMegabyte = 1_048_576

type Unit = { least?: number; bytes: number; hasDecimals?: boolean }

/** The least value of a limit, unless it may be negative, and the bytes in the unit in which authors write it. */
const units: { readonly [limit in NumberLimitName]: Unit } = {
  minLength: { least: 0, bytes: 1 },
  maxLength: { least: 1, bytes: 1 },
  minimum: { bytes: 1 },
  maximum: { bytes: 1 },
  exclusiveMinimum: { bytes: 1 },
  exclusiveMaximum: { bytes: 1 },
  multipleOf: { least: 1, bytes: 1 },
  minItems: { least: 0, bytes: 1 },
  maxItems: { least: 1, bytes: 1 },
  maxSize: { least: 0.01, bytes: bytesPerMegabyte, hasDecimals: true },
  maxTotalSize: { least: 0.01, bytes: bytesPerMegabyte, hasDecimals: true },
  minYear: { least: 1868, bytes: 1 },
}

export function limitLabel({ kind }: Pick<FormNode, 'kind'>, limit: NumberLimitName): StudioText {
  if (limit === 'minItems' || limit === 'maxItems') {
    const end = limit === 'minItems' ? 'least' : 'most'
    return kind === 'files' ? `limit.${end}Files` : kind === 'choices' ? `limit.${end}Choices` : `limit.${end}`
  }
  if (limit === 'minimum' || limit === 'maximum') return limit === 'minimum' ? 'limit.least' : 'limit.most'
  return `limit.${limit}`
}

function NumberLimit({
  limit,
  node,
  say,
  onChange,
}: {
  limit: NumberLimitName
  node: FormNode
  say: Say
  onChange: Change
}) {
  const { least, bytes, hasDecimals = node.schema.type === 'number' } = units[limit]
  const value = numberLimit(node, limit)
  return (
    <NumberField
      label={say(limitLabel(node, limit))}
      // Two digits of a megabyte are as exact as authors write it.
      value={value === undefined ? undefined : bytes === 1 ? value : Math.round((value / bytes) * 100) / 100}
      {...(least === undefined ? {} : { min: limit === 'multipleOf' && hasDecimals ? 0.000001 : least })}
      hasDecimals={hasDecimals}
      say={say}
      onChange={(next) =>
        onChange((before) =>
          changeLimit(before, node, limit, next === undefined || bytes === 1 ? next : Math.round(next * bytes)),
        )
      }
    />
  )
}

const office = 'application/vnd.openxmlformats-officedocument'

/** The types that residents usually have; others that a form accepts are listed too. */
const fileTypes = new Map([
  ['application/pdf', 'PDF'],
  ['image/jpeg', 'JPEG'],
  ['image/png', 'PNG'],
  ['image/heic', 'HEIC'],
  [`${office}.wordprocessingml.document`, 'Word'],
  [`${office}.spreadsheetml.sheet`, 'Excel'],
])

function FileTypes({ node, say, onChange }: { node: FormNode; say: Say; onChange: Change }) {
  const accepted = acceptedTypes(node)
  const shown = new Set([...fileTypes.keys(), ...accepted])
  return (
    <Checkbox.Group
      label={say('limit.accept')}
      description={say('limit.acceptHelp')}
      value={accepted}
      onChange={(types) =>
        onChange((before) => changeLimit(before, node, 'accept', types.length === 0 ? undefined : types))
      }
    >
      <Group mt="xs">
        {[...shown].map((type) => (
          <Checkbox key={type} value={type} label={fileTypes.get(type) ?? type.replace(/^.*\//, '').toUpperCase()} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function DateRanges({ files, tree, node, label, say, onChange }: Omit<Props, 'onChange'> & { onChange: Change }) {
  const dates = datesBeside(files, tree, node.path)
  return dateRanges(files, node.path).map(({ index, ...range }) => (
    <Fieldset key={index} legend={say('limit.dates')}>
      <Stack gap="xs">
        {(['min', 'max'] as const).map((end) => (
          <DateBoundFields
            key={end}
            {...{ end, dates, label, say }}
            bound={range[end]}
            onChange={(bound) => onChange((before) => setDateBound(before, node.path, index, end, bound))}
          />
        ))}
      </Stack>
    </Fieldset>
  ))
}

type BoundProps = {
  end: DateEnd
  bound: DateBound | undefined
  dates: readonly FormNode[]
  label: (path: string) => string
  say: Say
  onChange: (bound: ChosenBound) => void
}

const origins = ['any', 'today', 'day', 'answer'] as const
const shifts = ['same', 'after', 'before'] as const

function DateBoundFields({ end, bound, dates, label, say, onChange }: BoundProps) {
  const chosen = chosenBound(bound)
  const title = say(`limit.date.${end}`)
  const part = (text: StudioText) => say('limit.date.part', { title, part: say(text) })
  return (
    <Group align="end" gap="xs" role="group" aria-label={title}>
      <Choose
        label={title}
        value={chosen.from}
        choices={origins.map((from) => ({
          value: from,
          label: say(`limit.date.${from}`),
          disabled: from === 'answer' && dates.length === 0,
        }))}
        onChoose={(from) => onChange(firstBound(from, dates, Date.now()))}
      />
      {chosen.from === 'day' && (
        <TextInput
          type="date"
          label={part('limit.date.day')}
          value={chosen.day}
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== '') onChange({ from: 'day', day: currentTarget.value })
          }}
        />
      )}
      {chosen.from === 'answer' && (
        <Choose
          label={part('condition.question')}
          value={chosen.answer}
          choices={dates.map(({ path }) => ({ value: path, label: label(path) }))}
          other={say('fees.lost')}
          onChoose={(answer) => onChange({ ...chosen, answer })}
        />
      )}
      {(chosen.from === 'today' || chosen.from === 'answer') && (
        <Shift days={chosen.days} part={part} say={say} onChange={(days) => onChange({ ...chosen, days })} />
      )}
    </Group>
  )
}

type ShiftProps = {
  days: number
  part: (text: StudioText) => string
  say: Say
  onChange: (days: number) => void
}

/** The same day, or a number of days before or after it. */
function Shift({ days, part, say, onChange }: ShiftProps) {
  return (
    <>
      {days !== 0 && (
        <NumberField
          label={part('limit.date.days')}
          value={Math.abs(days)}
          min={1}
          max={99_999}
          w={140}
          isRequired
          say={say}
          onChange={(count) => {
            if (count !== undefined) onChange(Math.sign(days) * count)
          }}
        />
      )}
      <Choose
        label={part('limit.date.shift')}
        value={days === 0 ? 'same' : days > 0 ? 'after' : 'before'}
        choices={shifts.map((shift) => ({ value: shift, label: say(`limit.date.${shift}`) }))}
        onChoose={(shift) => onChange({ same: 0, after: 1, before: -1 }[shift] * Math.max(1, Math.abs(days)))}
      />
    </>
  )
}
