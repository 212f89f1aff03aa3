import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { RemoveButton } from './shell/RemoveButton.tsx'
import { Choose } from './shell/Choose.tsx'
import type { FieldPath } from '../../form-model/definition.ts'
import type { AnswerCondition, ConditionContext, ConditionPart } from '../edit/answer-condition.ts'
import { conditionIn } from '../edit/answer-condition.ts'
import type { FormNode, NodeKind } from '../edit/form-tree.ts'
import { isSameJson } from '../source/same-json.ts'
import type { Answer } from './form-places.ts'
import { NumberField } from './shell/NumberField.tsx'
import type { Elements } from '../../src/ui/elements.ts'
import type { Say } from './studio-texts.ts'

type Props = {
  legend: string
  /** The text for "no condition". */
  without: string
  /** The schema of the condition; `null` if there is none. */
  schema: { base: FieldPath; schema: unknown } | null
  /** What is written together with the condition. */
  context?: ConditionContext | undefined
  /** The condition in words, if it can be described. */
  words: string | null
  fields: readonly FormNode[]
  /** The question of a new row; without it the first one. */
  proposed?: FormNode | undefined
  label: (path: string) => string
  answersOf: (field: FormNode) => readonly Answer[]
  say: Say
  onChange: (condition: AnswerCondition | null) => void
  /** Whether there is a condition whose question is not chosen yet, and what adds one; without it a guess is added. */
  open?: { isOpen: boolean; onOpen: () => void }
  /** Why other questions cannot be chosen, and what to do instead. */
  children?: Elements
}

/**
 * Edits a condition as rows "[question] is [answer]", joined by "and" or "or". Leaves a condition that it cannot show
 * unchanged.
 */
export function ConditionEditor(props: Props) {
  const { legend, without, schema, context, words, fields, label, answersOf, say, onChange, children } = props
  const known = schema === null ? { join: 'and' as const, parts: [] } : conditionIn(schema.schema, schema.base, context)
  const condition = known && known.parts.every(({ path }) => fields.some((field) => field.path === path)) ? known : null
  if (!condition)
    return (
      <Fieldset legend={legend}>
        <Text size="sm">{words ?? say('condition.json')}</Text>
        <Group mt="xs">
          <Text size="sm" c="dimmed">
            {say('condition.kept')}
          </Text>
          <Button variant="outline" color="var(--studio-error)" size="compact-md" onClick={() => onChange(null)}>
            {say('condition.clear')}
          </Button>
        </Group>
      </Fieldset>
    )
  const set = (changed: AnswerCondition) => onChange(changed.parts.length === 0 ? null : changed)
  const setPart = (index: number, part: ConditionPart) =>
    set({ ...condition, parts: condition.parts.map((one, at) => (at === index ? part : one)) })
  const first = props.proposed ?? fields[0]
  /** The question that is probably meant, or the next one that the condition does not have like this. */
  const offered = [...(first ? [first] : []), ...fields].map((field) => defaultPart(field, answersOf))
  const added = offered.find((part) => !condition.parts.some((one) => isSameJson(one, part)))
  const isOpen = props.open?.isOpen === true && condition.parts.length === 0
  return (
    <Fieldset legend={legend}>
      <Stack gap="xs">
        {condition.parts.length === 0 && !isOpen && (
          <Text size="sm" c="dimmed">
            {without}
          </Text>
        )}
        {isOpen && (
          <Group align="end" gap="xs" role="group" aria-label={say('condition.part', { number: 1 })}>
            <Choose
              label={say('condition.question')}
              error={say('condition.unchosen')}
              choices={fields.map(({ path }) => ({ value: path, label: label(path) }))}
              other={say('condition.choose')}
              value=""
              onChoose={(path) => {
                const chosen = fields.find((field) => field.path === path)
                if (chosen) set({ join: 'and', parts: [defaultPart(chosen, answersOf)] })
              }}
            />
            <RemoveButton say={say} label={say('condition.remove', { number: 1 })} onClick={() => onChange(null)} />
          </Group>
        )}
        {condition.parts.length > 1 && (
          <Choose
            aria-label={say('condition.join')}
            choices={(['and', 'or'] as const).map((join) => ({ value: join, label: say(`condition.${join}`) }))}
            value={condition.join}
            onChoose={(join) => set({ ...condition, join })}
          />
        )}
        {condition.parts.map((part, index) => (
          <PartRow
            // Rows have no identity of their own.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            part={part}
            number={index + 1}
            fields={fields}
            isShownOnly={(context?.shownWhen(part.path) ?? []).length > 0}
            label={label}
            answersOf={answersOf}
            say={say}
            onChange={(changed) => setPart(index, changed)}
            onRemove={() => set({ ...condition, parts: condition.parts.filter((_, at) => at !== index) })}
          />
        ))}
        {isOpen ? null : added ? (
          <Group>
            <Button
              variant="light"
              size="compact-md"
              onClick={() => {
                if (props.open && condition.parts.length === 0) props.open.onOpen()
                else set({ ...condition, parts: [...condition.parts, added] })
              }}
            >
              {say('condition.add')}
            </Button>
          </Group>
        ) : (
          condition.parts.length === 0 && <Text size="sm">{say('condition.noFields')}</Text>
        )}
        {children}
      </Stack>
    </Fieldset>
  )
}

type RowProps = Pick<Props, 'fields' | 'label' | 'answersOf' | 'say'> & {
  part: ConditionPart
  number: number
  /** Whether the question is not always shown. */
  isShownOnly: boolean
  onChange: (part: ConditionPart) => void
  onRemove: () => void
}

type Is = ConditionPart['is']

/** The comparisons for a kind of question, the most common one first. Other kinds only have "answered". */
const comparisonsOf: { readonly [kind in NodeKind]?: readonly Is[] } = {
  choice: ['one-of', 'none-of', 'answered'],
  'yes-no': ['one-of', 'answered'],
  consent: ['one-of', 'answered'],
  choices: ['chosen', 'answered'],
  number: ['at-least', 'at-most', 'answered'],
}

function comparisons({ kind }: FormNode): readonly Is[] {
  return comparisonsOf[kind] ?? ['answered']
}

function PartRow({ part, number, isShownOnly, fields, label, answersOf, say, onChange, onRemove }: RowProps) {
  const field = fields.find(({ path }) => path === part.path)
  if (!field) return null
  const answers = answersOf(field)
  const values = part.is === 'one-of' || part.is === 'none-of' ? part.values : part.is === 'chosen' ? [part.value] : []
  return (
    <Group align="end" gap="xs" role="group" aria-label={say('condition.part', { number })}>
      <Choose
        label={say('condition.question')}
        choices={fields.map(({ path }) => ({ value: path, label: label(path) }))}
        value={part.path}
        onChoose={(path) => {
          const next = fields.find((one) => one.path === path)
          if (next) onChange(defaultPart(next, answersOf))
        }}
      />
      <Choose
        label={say('condition.compare')}
        choices={comparisons(field).map((is) => ({ value: is, label: say(`condition.${is}`) }))}
        value={part.is}
        onChoose={(is) => onChange(partWith(field, is, answersOf))}
      />
      {(part.is === 'at-least' || part.is === 'at-most') && (
        <NumberField
          label={say('condition.number')}
          value={part.number}
          w={110}
          hasDecimals={field.schema.type === 'number'}
          isRequired
          say={say}
          onChange={(next) => {
            if (next !== undefined) onChange({ ...part, number: next })
          }}
        />
      )}
      {values.map((value, at) => (
        <Choose
          key={String(value)}
          label={say(at === 0 ? 'condition.answer' : 'condition.orAnswer')}
          choices={answers
            .filter(({ answer }) => answer === value || !values.includes(answer))
            .map(({ answer, text }) => ({ value: String(answer), label: text }))}
          // An answer that the question does not accept any more.
          other={value === false ? say('no') : String(value)}
          value={String(value)}
          onChoose={(chosen) => {
            const answer = answers.find((one) => String(one.answer) === chosen)?.answer
            if (answer === undefined) return
            if (part.is === 'chosen') onChange({ ...part, value: String(answer) })
            else if (part.is === 'one-of' || part.is === 'none-of')
              onChange({ ...part, values: part.values.map((one) => (one === value ? answer : one)) })
          }}
        />
      ))}
      {(part.is === 'one-of' || part.is === 'none-of') && answers.length - 1 > part.values.length && (
        <Button
          variant="light"
          size="compact-md"
          onClick={() => {
            const other = answers.find(({ answer }) => !part.values.includes(answer))
            if (other) onChange({ ...part, values: [...part.values, other.answer] })
          }}
        >
          {say('condition.addAnswer')}
        </Button>
      )}
      <RemoveButton say={say} label={say('condition.remove', { number })} onClick={onRemove} />
      {isShownOnly && <Text size="sm">{say('condition.shownOnly', { name: label(part.path) })}</Text>}
    </Group>
  )
}

function defaultPart(field: FormNode, answersOf: Props['answersOf']): ConditionPart {
  return partWith(field, comparisons(field)[0] ?? 'answered', answersOf)
}

function partWith(field: FormNode, is: Is, answersOf: Props['answersOf']): ConditionPart {
  const { path } = field
  const first = answersOf(field)[0]?.answer
  if (is === 'at-least' || is === 'at-most') return { path, is, number: 1 }
  if (first === undefined || is === 'answered') return { path, is: 'answered' }
  return is === 'chosen' ? { path, is, value: String(first) } : { path, is, values: [first] }
}
