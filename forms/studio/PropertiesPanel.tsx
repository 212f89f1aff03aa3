import {
  Breadcrumbs,
  Button,
  Fieldset,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
  Textarea,
  Title,
} from '@mantine/core'
import { useId } from 'react'
import {
  choicesOf,
  decidingFields,
  readText,
  setChoices,
  setCondition,
  setKeyword,
  setRequired,
  setText,
  textPointer,
} from '../edit/commands.ts'
import type { Choice, FormFiles, TextLanguage } from '../edit/commands.ts'
import { conditionFields, setStepCondition } from '../edit/answer-condition.ts'
import { conditionSchema } from '../edit/form-tree.ts'
import type { FormNode, NodeKind } from '../edit/form-tree.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { answersIn, conditionText, trailLabel } from './form-places.ts'
import type { Direction } from './form-places.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'

type Change = (title: string, command: (files: FormFiles) => FormFiles) => void

type Props = {
  files: FormFiles
  tree: readonly FormNode[]
  language: StudioLanguage
  node: FormNode
  /** From the step to the node. */
  trail: readonly FormNode[]
  label: (path: string) => string
  say: Say
  onChange: Change
  onMove: (path: string, direction: Direction) => void
  onPlace: () => void
  onRemove: (path: string) => void
}

const withExample: ReadonlySet<NodeKind> = new Set(['text', 'lines', 'other'])
const withChoices: ReadonlySet<NodeKind> = new Set(['choice', 'choices'])

/** The properties of one step or question. Every typed letter is a change that can be undone. */
export function PropertiesPanel({
  files,
  tree,
  language,
  node,
  trail,
  label,
  say,
  onChange,
  onMove,
  onPlace,
  onRemove,
}: Props) {
  const isStep = node.kind === 'step'
  const name = label(node.path)
  const shared = { files, node, say, name, onChange }
  const group = trail.at(-2)
  const base = group?.kind === 'list' ? `${group.path}/[]` : (group?.path ?? '')
  const wordsOfCondition = node.condition && conditionText(files, tree, conditionSchema(node.condition), base, language)
  return (
    <section aria-labelledby="properties">
      <Breadcrumbs mb="xs">
        {trail.map((part) => (
          <Text key={part.path} size="sm">
            {label(part.path)}
          </Text>
        ))}
      </Breadcrumbs>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="properties">
          {say(`kind.${node.kind}`)}
        </Title>
        <Group gap="xs">
          <Button variant="default" size="compact-md" onClick={() => onMove(node.path, 'up')}>
            {say('up')}
          </Button>
          <Button variant="default" size="compact-md" onClick={() => onMove(node.path, 'down')}>
            {say('down')}
          </Button>
          <Button variant="default" size="compact-md" onClick={onPlace}>
            {say('move')}
          </Button>
          <Button variant="outline" color="red.9" size="compact-md" onClick={() => onRemove(node.path)}>
            {say('remove')}
          </Button>
        </Group>
      </Group>
      <Stack gap="sm">
        <TextPair {...shared} textKey="label" title={say(isStep ? 'step.title' : 'label')} />
        <TextPair {...shared} textKey="help" title={say(isStep ? 'step.description' : 'help')} long />
        {withExample.has(node.kind) && <TextPair {...shared} textKey="example" title={say('example')} />}
        {node.kind === 'number' && <TextPair {...shared} textKey="unit" title={say('unit')} />}
        {node.kind === 'list' && <TextPair {...shared} textKey="item" title={say('item')} />}
        {!isStep && node.kind !== 'info' && (
          <Switch
            label={say('required')}
            checked={node.required}
            onChange={({ currentTarget }) => {
              const { checked } = currentTarget
              onChange(say(checked ? 'changed.required' : 'changed.optional', { name }), (before) =>
                setRequired(before, node, checked),
              )
            }}
          />
        )}
        <Limits {...shared} />
        {withChoices.has(node.kind) && <Choices {...shared} />}
        {isStep ? (
          <ConditionEditor
            legend={say('condition.step')}
            without={say('condition.always')}
            schema={node.condition ? conditionSchema(node.condition) : undefined}
            words={node.condition && conditionText(files, tree, conditionSchema(node.condition), '', language)}
            // A step can depend on the steps before it.
            fields={conditionFields(
              tree.slice(
                0,
                tree.findIndex(({ path }) => path === node.path),
              ),
            )}
            label={(path) => trailLabel(files, tree, path)}
            answersOf={(field) => answersIn(files, field, say)}
            say={say}
            onChange={(schema) =>
              onChange(say('changed.condition', { name }), (before) => setStepCondition(before, node, schema))
            }
          />
        ) : (
          <ConditionField {...shared} label={label} words={wordsOfCondition} />
        )}
        <Text size="sm" c="dimmed">
          {say('name', { name: node.name })}
        </Text>
      </Stack>
    </section>
  )
}

type PartProps = { files: FormFiles; node: FormNode; say: Say; name: string; onChange: Change }

const languages: readonly TextLanguage[] = ['ja', 'en']

function TextPair({
  files,
  node,
  say,
  name,
  onChange,
  textKey,
  title,
  long = false,
}: PartProps & { textKey: string; title: string; long?: boolean }) {
  const pointer = textPointer(node, textKey)
  const Input = long ? Textarea : TextInput
  return (
    <Group grow align="start">
      {languages.map((language) => (
        <Input
          key={language}
          lang={language}
          label={language === 'ja' ? title : say('english', { title })}
          value={readText(files, language, pointer)}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget
            onChange(say('changed.text', { name, title }), (before) => setText(before, language, pointer, value))
          }}
          {...(long ? { autosize: true, minRows: 1 } : {})}
        />
      ))}
    </Group>
  )
}

/** The limiting keywords of a kind of question. */
const limits: { readonly [kind in NodeKind]?: readonly ['least' | 'most', string][] } = {
  text: [['most', 'maxLength']],
  lines: [['most', 'maxLength']],
  number: [
    ['least', 'minimum'],
    ['most', 'maximum'],
  ],
  list: [
    ['least', 'minItems'],
    ['most', 'maxItems'],
  ],
  files: [['most', 'maxItems']],
}

function Limits({ node, say, name, onChange }: PartProps) {
  const shown = limits[node.kind] ?? []
  if (shown.length === 0) return null
  return (
    <Group grow>
      {shown.map(([end, keyword]) => {
        const value = node.schema[keyword]
        const isLength = keyword === 'maxLength'
        return (
          <NumberInput
            key={keyword}
            label={say(isLength ? 'limit.length' : `limit.${end}`)}
            value={typeof value === 'number' ? value : ''}
            min={isLength ? 1 : 0}
            allowDecimal={false}
            onChange={(next) =>
              onChange(say('changed.limit', { name }), (before) =>
                setKeyword(before, node, keyword, typeof next === 'number' ? next : undefined),
              )
            }
          />
        )
      })}
    </Group>
  )
}

function Choices({ files, node, say, name, onChange }: PartProps) {
  const choices = choicesOf(files, node)
  const set = (next: readonly Choice[]) =>
    onChange(say('changed.choices', { name }), (before) => setChoices(before, node, next))
  const edit = (index: number, change: Partial<Choice>) =>
    set(choices.map((choice, at) => (at === index ? { ...choice, ...change } : choice)))
  return (
    <Fieldset legend={say('choices')}>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {choices.map((choice, index) => (
            <Table.Tr key={choice.value}>
              <Table.Td>
                <TextInput
                  aria-label={say('choice.label', { number: index + 1 })}
                  value={choice.ja}
                  onChange={({ currentTarget }) => edit(index, { ja: currentTarget.value })}
                />
              </Table.Td>
              <Table.Td>
                <TextInput
                  lang="en"
                  aria-label={say('choice.english', { number: index + 1 })}
                  value={choice.en}
                  onChange={({ currentTarget }) => edit(index, { en: currentTarget.value })}
                />
              </Table.Td>
              <Table.Td>
                <Button
                  variant="outline"
                  color="red.9"
                  size="compact-md"
                  aria-label={say('choice.remove', { name: choice.ja })}
                  disabled={choices.length < 2}
                  onClick={() => set(choices.filter((_, at) => at !== index))}
                >
                  {say('remove')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button
        variant="light"
        size="compact-md"
        onClick={() => {
          const value = freeValue(choices)
          const number = choices.length + 1
          set([...choices, { value, ja: say('choice.new', { number }), en: `Choice ${number}` }])
        }}
      >
        {say('choice.add')}
      </Button>
    </Fieldset>
  )
}

function freeValue(choices: readonly Choice[]): string {
  for (let number = choices.length + 1; ; number++) {
    const value = `choice${number}`
    if (!choices.some((choice) => choice.value === value)) return value
  }
}

type ConditionProps = PartProps & { label: (path: string) => string; words: string | null }

/** "This question is asked if [question] is [answer]." */
function ConditionField({ files, node, say, name, label, words, onChange }: ConditionProps) {
  const id = useId()
  const { condition } = node
  if (condition?.kind === 'written')
    return (
      <Fieldset legend={say('condition')}>
        <Text size="sm">{words ?? say('condition.json')}</Text>
        <Text size="sm" c="dimmed">
          {say('condition.kept')}
        </Text>
      </Fieldset>
    )
  const fields = decidingFields(files, node.path)
  const deciding = fields.find((field) => field.name === condition?.field)
  const answers = deciding ? answersIn(files, deciding, say) : []
  const set = (field: FormNode | undefined, value: string | boolean | undefined) =>
    onChange(say('changed.condition', { name }), (before) =>
      setCondition(before, node.path, field && value !== undefined ? { field: field.name, value } : null),
    )
  return (
    <Group grow align="start" role="group" aria-labelledby={id}>
      <Select
        id={id}
        label={say('condition')}
        placeholder={say('condition.always')}
        clearable
        data={fields.map((field) => ({ value: field.name, label: label(field.path) }))}
        value={condition?.field ?? null}
        disabled={fields.length === 0}
        description={fields.length === 0 ? say('condition.none') : undefined}
        onChange={(next) => {
          const field = fields.find((one) => one.name === next)
          set(field, field ? answersIn(files, field, say)[0]?.answer : undefined)
        }}
      />
      {deciding && (
        <Select
          label={say('condition.is')}
          data={answers.map(({ answer, text }) => ({ value: String(answer), label: text }))}
          value={String(condition?.values[0])}
          allowDeselect={false}
          onChange={(next) => set(deciding, answers.find(({ answer }) => String(answer) === next)?.answer)}
        />
      )}
    </Group>
  )
}
