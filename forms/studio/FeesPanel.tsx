import { languages } from '../../src/lib/language.ts'
import { Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { FeeLine, FeeValue } from '../../form-model/definition.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { conditionFields, schemaOf, setWhen } from '../edit/answer-condition.ts'
import { readText, setText } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { addFeeLine, feeLines, feeName, listAround, removeFeeLine, setFeeAmount, setFeeKey } from '../edit/fees.ts'
import { allNodes } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue } from '../edit/json-text.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { answersIn, conditionText, trailLabel } from './form-places.ts'
import { NumberField } from './shell/NumberField.tsx'
import type { Say, StudioLanguage } from './studio-texts.ts'

type Props = {
  files: FormFiles
  tree: readonly FormNode[]
  language: StudioLanguage
  say: Say
  onChange: (title: string, command: (files: FormFiles) => FormFiles) => void
}

/** The lines of the fee, and when something is sent by post. */
export function FeesPanel({ files, tree, language, say, onChange }: Props) {
  const lines = feeLines(files)
  const fields = conditionFields(tree)
  const delivery = readValue(files['form.json'] ?? '{}', '/delivery/when')
  const shared = {
    fields,
    label: (path: string) => trailLabel(files, tree, path),
    answersOf: (field: FormNode) => answersIn(files, field, say),
    say,
  }
  return (
    <Stack gap="md">
      {lines.length === 0 && <Text>{say('fees.none')}</Text>}
      {lines.map((line, index) => (
        <FeeFields
          // A line is named by its position in the file.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          {...{ files, tree, say, language, onChange, line, index }}
        >
          <ConditionEditor
            {...shared}
            legend={say('fees.when')}
            without={say('fees.always')}
            schema={line.when === undefined ? null : { base: '', schema: line.when }}
            words={conditionText(files, tree, line.when, '', language)}
            onChange={(condition) =>
              onChange(say('changed.fee', { name: feeName(files, line.text) }), (before) =>
                setFeeKey(before, index, 'when', condition ? schemaOf(condition) : undefined),
              )
            }
          />
        </FeeFields>
      ))}
      <Group>
        <Button
          variant="light"
          onClick={() =>
            onChange(say('added', { name: say('fees.new') }), (before) =>
              addFeeLine(before, { ja: '手数料', en: 'Fee' }),
            )
          }
        >
          {say('fees.add')}
        </Button>
      </Group>
      <ConditionEditor
        {...shared}
        legend={say('delivery.when')}
        without={say('delivery.never')}
        schema={delivery === undefined ? null : { base: '', schema: delivery }}
        words={conditionText(files, tree, delivery, '', language)}
        onChange={(condition) =>
          onChange(say('changed.delivery'), (before) =>
            condition
              ? setWhen(before, '/delivery/when', schemaOf(condition))
              : setWhen(before, '/delivery', undefined),
          )
        }
      />
    </Stack>
  )
}

type FieldsProps = Props & { line: FeeLine; index: number; children: React.ReactNode }

function FeeFields({ files, tree, say, onChange, line, index, children }: FieldsProps) {
  const name = feeName(files, line.text)
  const pointer = joinPointer('/fee', line.text)
  const change = (command: (before: FormFiles) => FormFiles) => onChange(say('changed.fee', { name }), command)
  const label = (path: string) => trailLabel(files, tree, path)
  const nodes = allNodes(tree)
  const numbers = nodes.filter(({ kind }) => kind === 'number')
  const deciding = nodes.filter(({ kind }) => kind === 'choice' || kind === 'yes-no')
  const { amount, quantity } = line
  const way = typeof amount === 'number' ? 'fixed' : 'answer' in amount ? 'answer' : 'table'
  // An answer of another list cannot be counted for the entries of this one.
  const counts = numbers.filter(({ path }) => [undefined, line.forEach].includes(listAround(path)))
  const tableFor = (field: FormNode): FeeValue => ({
    byAnswer: field.path,
    table: Object.fromEntries(answersIn(files, field, say).map(({ answer }) => [String(answer), 0])),
  })
  const counted = typeof quantity === 'object' && 'answer' in quantity ? quantity.answer : ''
  /** A question that was removed is shown as such; a select without it would show its first choice. */
  const choicesWith = (fields: readonly FormNode[], value: string, text?: 'fees.times') => {
    const choice = (path: string) => ({ value: path, label: text ? say(text, { name: label(path) }) : label(path) })
    const choices = fields.map(({ path }) => choice(path))
    if (value === '' || fields.some(({ path }) => path === value)) return choices
    const isKnown = nodes.some(({ path }) => path === value)
    return [...choices, isKnown ? choice(value) : { value, label: say('fees.lost') }]
  }
  const [firstDeciding, firstNumber] = [deciding[0], numbers[0]]
  return (
    <Fieldset legend={name}>
      <Stack gap="xs">
        <Group grow>
          {languages.map((language) => (
            <TextInput
              key={language}
              lang={language}
              label={language === 'ja' ? say('fees.name') : say('english', { title: say('fees.name') })}
              value={readText(files, language, pointer)}
              onChange={({ currentTarget }) => {
                const { value } = currentTarget
                // An empty name would remove the key that the line needs.
                if (value !== '') change((before) => setText(before, language, pointer, value))
              }}
            />
          ))}
        </Group>
        <Group grow align="end">
          <NativeSelect
            label={say('fees.way')}
            value={way}
            data={[
              { value: 'fixed', label: say('fees.fixed') },
              { value: 'table', label: say('fees.table'), disabled: !firstDeciding },
              { value: 'answer', label: say('fees.answer'), disabled: !firstNumber },
            ]}
            onChange={({ currentTarget }) => {
              const { value } = currentTarget
              change((before) => {
                if (value === 'table' && firstDeciding) return setFeeAmount(before, index, tableFor(firstDeciding))
                if (value === 'answer' && firstNumber) return setFeeAmount(before, index, { answer: firstNumber.path })
                return setFeeAmount(before, index, 0)
              })
            }}
          />
          {typeof amount === 'number' && (
            <Yen
              say={say}
              label={say('fees.amount')}
              value={amount}
              onChange={(yen) => change((b) => setFeeAmount(b, index, yen))}
            />
          )}
          {typeof amount === 'object' && 'byAnswer' in amount && (
            <NativeSelect
              label={say('condition.question')}
              value={amount.byAnswer}
              data={choicesWith(deciding, amount.byAnswer)}
              onChange={({ currentTarget }) => {
                const field = deciding.find(({ path }) => path === currentTarget.value)
                if (field) change((before) => setFeeAmount(before, index, tableFor(field)))
              }}
            />
          )}
          {typeof amount === 'object' && 'answer' in amount && (
            <NativeSelect
              label={say('condition.question')}
              value={amount.answer}
              data={choicesWith(numbers, amount.answer)}
              onChange={({ currentTarget }) => {
                const { value } = currentTarget
                change((before) => setFeeAmount(before, index, { answer: value }))
              }}
            />
          )}
        </Group>
        {typeof amount === 'object' && 'byAnswer' in amount && (
          <Group>
            {Object.entries(amount.table).map(([answer, yen]) => {
              const field = deciding.find(({ path }) => path === amount.byAnswer)
              const known = field && answersIn(files, field, say).find((one) => String(one.answer) === answer)
              return (
                <Yen
                  say={say}
                  key={answer}
                  label={say('fees.for', { answer: known?.text ?? answer })}
                  value={yen}
                  onChange={(next) =>
                    change((before) =>
                      setFeeKey(before, index, 'amount', { ...amount, table: { ...amount.table, [answer]: next } }),
                    )
                  }
                />
              )
            })}
          </Group>
        )}
        <Group grow align="end">
          <NativeSelect
            label={say('fees.quantity')}
            value={counted}
            data={[{ value: '', label: say('fees.once') }, ...choicesWith(counts, counted, 'fees.times')]}
            onChange={({ currentTarget }) => {
              const { value } = currentTarget
              change((before) => setFeeKey(before, index, 'quantity', value === '' ? undefined : { answer: value }))
            }}
          />
          <NativeSelect
            label={say('fees.tax')}
            value={String(line.taxRate ?? 0)}
            data={[
              { value: '0', label: say('fees.untaxed') },
              { value: '8', label: '8%' },
              { value: '10', label: '10%' },
            ]}
            onChange={({ currentTarget }) => {
              const { value } = currentTarget
              change((before) => setFeeKey(before, index, 'taxRate', Number(value)))
            }}
          />
        </Group>
        {line.forEach !== undefined && <Text size="sm">{say('fees.each', { name: label(line.forEach) })}</Text>}
        {children}
        <Group>
          <Button
            variant="outline"
            color="var(--studio-error)"
            size="compact-md"
            aria-label={say('choice.remove', { name })}
            onClick={() => onChange(say('removed', { name }), (before) => removeFeeLine(before, index))}
          >
            {say('remove')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

type YenProps = { label: string; value: number; say: Say; onChange: (yen: number) => void }

function Yen({ label, value, say, onChange }: YenProps) {
  return (
    <NumberField
      label={label}
      value={value}
      min={0}
      max={10_000_000}
      isRequired
      say={say}
      onChange={(next) => {
        if (next !== undefined) onChange(next)
      }}
    />
  )
}
