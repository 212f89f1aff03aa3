import { completeLanguages } from '../source/complete-languages.ts'
import { Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useRef } from 'react'
import type { FeeLine, FeeValue, FieldPath } from '../../form-model/definition.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { conditionFields, schemaOf, setWhen } from '../edit/answer-condition.ts'
import { edit, readText, setText } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { addFeeLine, feeLines, feeName, listAround, removeFeeLine, setFeeAmount, setFeeKey } from '../edit/fees.ts'
import { allNodes } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue, removeValue } from '../edit/json-text.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { answersIn, conditionText, trailLabel } from './form-places.ts'
import type { Answer } from './form-places.ts'
import { NumberField } from './shell/NumberField.tsx'
import { titleIn } from './studio-texts.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'
import type { Elements } from '../../src/ui/elements.ts'

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

type FieldsProps = Props & { line: FeeLine; index: number; children: Elements }

function FeeFields({ files, tree, say, onChange, line, index, children }: FieldsProps) {
  const name = feeName(files, line.text)
  const pointer = joinPointer('/fee', line.text)
  const change = (command: (before: FormFiles) => FormFiles) => onChange(say('changed.fee', { name }), command)
  const label = (path: string) => trailLabel(files, tree, path)
  const nodes = allNodes(tree)
  const numbers = nodes.filter(({ kind }) => kind === 'number')
  const deciding = nodes.filter(({ kind }) => kind === 'choice' || kind === 'yes-no')
  const { amount, quantity } = line
  /** The amounts of questions that decided the fee before, while the tab is open. */
  const entered = useRef(new Map<FieldPath, FeeTable>())
  const way = typeof amount === 'number' ? 'fixed' : 'answer' in amount ? 'answer' : 'table'
  // An answer of another list cannot be counted for the entries of this one.
  const counts = numbers.filter(({ path }) => [undefined, line.forEach].includes(listAround(path)))
  // Amounts that nobody has entered are findings, not 0 yen. Those of a question that is chosen again are kept.
  const tableFor = ({ path }: FormNode): FeeValue => ({ byAnswer: path, table: entered.current.get(path) ?? {} })
  const remember = () => {
    if (typeof amount === 'object' && 'byAnswer' in amount) entered.current.set(amount.byAnswer, amount.table)
  }
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
          {completeLanguages.map((language) => (
            <TextInput
              key={language}
              lang={language}
              label={titleIn(language, say('fees.name'), say)}
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
              remember()
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
                remember()
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
          <AmountTable
            rows={rowsOf(
              amount.table,
              deciding.filter(({ path }) => path === amount.byAnswer).map((field) => answersIn(files, field, say))[0],
            )}
            say={say}
            onChange={(answer, yen) =>
              change((before) =>
                yen === undefined
                  ? edit(before, 'form.json', (text) =>
                      removeValue(text, joinPointer(`/fee/lines/${index}/amount/table`, answer)),
                    )
                  : setFeeKey(before, index, 'amount', { ...amount, table: { ...amount.table, [answer]: yen } }),
              )
            }
          />
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

type FeeTable = { [answer: string]: number }

/** `text` is `null` for an answer that the question no longer has, `yen` is `undefined` if none was entered. */
type Row = { answer: string; text: string | null; yen: number | undefined }

/** A row for each answer of the question, then those of answers that are gone. Other questions only have their rows. */
function rowsOf(table: FeeTable, answers: readonly Answer[] | undefined): Row[] {
  if (!answers) return Object.entries(table).map(([answer, yen]) => ({ answer, text: answer, yen }))
  const known = answers.map(({ answer, text }): Row => ({ answer: String(answer), text, yen: table[String(answer)] }))
  const gone = Object.entries(table).filter(([answer]) => !known.some((row) => row.answer === answer))
  return [...known, ...gone.map(([answer, yen]): Row => ({ answer, text: null, yen }))]
}

type TableProps = { rows: readonly Row[]; say: Say; onChange: (answer: string, yen: number | undefined) => void }

function AmountTable({ rows, say, onChange }: TableProps) {
  return (
    <Group align="end">
      {rows.map(({ answer, text, yen }) =>
        text === null ? (
          <Group key={answer} gap="xs">
            <Text size="sm">{say('fees.gone', { answer, yen: yen ?? 0 })}</Text>
            <Button
              variant="outline"
              color="var(--studio-error)"
              size="compact-md"
              aria-label={say('choice.remove', { name: answer })}
              onClick={() => onChange(answer, undefined)}
            >
              {say('remove')}
            </Button>
          </Group>
        ) : (
          <Yen
            key={answer}
            say={say}
            label={say('fees.for', { answer: text })}
            value={yen}
            onChange={(next) => onChange(answer, next)}
          />
        ),
      )}
    </Group>
  )
}

type YenProps = { label: string; value: number | undefined; say: Say; onChange: (yen: number) => void }

/** An amount is always needed: an empty field is an error. */
function Yen({ label, value, say, onChange }: YenProps) {
  return (
    <NumberField
      label={label}
      value={value}
      min={0}
      max={10_000_000}
      isRequired
      missing={say('fees.missing')}
      say={say}
      onChange={(next) => {
        if (next !== undefined) onChange(next)
      }}
    />
  )
}
