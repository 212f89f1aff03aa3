import { Button, Fieldset, Group, List, Stack, Switch, Text } from '@mantine/core'
import { RemoveButton } from './shell/RemoveButton.tsx'
import { useRef, useState } from 'react'
import type { FeeLine, FeeValue, FieldPath } from '../../form-model/definition.ts'
import { answersOfValue, countsOnce } from '../../form-model/fee.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { setText } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import {
  addFromEntry,
  amountBy,
  amountsFor,
  copyFeeLine,
  feeLines,
  feeName,
  lostParts,
  removeFeeLine,
  setFeeAmount,
  setFeeEach,
  setFeeKey,
  setFromEntry,
} from '../edit/fees.ts'
import { allNodes } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { isComplete } from '../source/complete-languages.ts'
import { FeeListFields } from './FeeListFields.tsx'
import { AmountGrid, AmountTable, Yen } from './FeeTable.tsx'
import { answersIn, trailLabel } from './form-places.ts'
import { Rounding } from './Rounding.tsx'
import { Choose } from './shell/Choose.tsx'
import { NumberField } from './shell/NumberField.tsx'
import { StudioDialog } from './StudioDialog.tsx'
import { TextInputs } from './TextInputs.tsx'
import type { Say } from './studio-texts.ts'
import type { Elements } from '../../src/ui/elements.ts'
import type { PanelProps } from './part-props.ts'

type Shared = Omit<PanelProps, 'language'>

type Part = Parameters<Say>[0]

/** What the author has changed, in a step of its own for each part of a fee. */
export function feeTitle(files: FormFiles, line: FeeLine, say: Say, part: Part): string {
  return say('changed.fee', { name: `${feeName(files, line.text)} › ${say(part)}` })
}

type NamesProps = Shared & { textKey: string; label: string; title: string }

/** A text of the fee in each language. */
export function FeeNames({ files, say, onChange, textKey, label, title }: NamesProps) {
  const pointer = joinPointer('/fee', textKey)
  return (
    <Group grow align="end">
      <TextInputs
        {...{ files, say, pointer }}
        title={label}
        onWrite={(language, text) => {
          // An empty name would remove the key that the line needs; a variant needs none.
          if (text !== '' || !isComplete(language))
            onChange(title, (before) => setText(before, language, pointer, text))
        }}
      />
    </Group>
  )
}

type Props = Shared & { tree: readonly FormNode[]; line: FeeLine; index: number; children: Elements }

type Way = 'fixed' | 'table' | 'grid' | 'answer' | 'later'

function wayOf(amount: FeeLine['amount']): Way {
  if (amount === 'later') return 'later'
  if (typeof amount === 'number') return 'fixed'
  return 'answer' in amount ? 'answer' : 'byAnswer' in amount ? 'table' : 'grid'
}

const ways: readonly Way[] = ['fixed', 'table', 'grid', 'answer', 'later']

export function FeeFields({ files, tree, say, onChange, line, index, children }: Props) {
  const name = feeName(files, line.text)
  const change = (part: Part, command: (before: FormFiles) => FormFiles) =>
    onChange(feeTitle(files, line, say, part), command)
  const nodes = allNodes(tree)
  const numbers = nodes.filter(({ kind }) => kind === 'number')
  const deciding = nodes.filter(({ kind }) => kind === 'choice' || kind === 'yes-no')
  const isChoice = (path: FieldPath) => deciding.some((node) => node.path === path && node.kind === 'choice')
  const { amount } = line
  /** The amounts of questions that decided the fee before, while the tab is open. */
  const entered = useRef(new Map<string, FeeValue>())
  const [asked, setAsked] = useState<Asked | null>(null)
  const answersOf = (path: FieldPath) =>
    deciding.filter((field) => field.path === path).map((field) => answersIn(files, field, say))[0]
  const answerTexts = (path: FieldPath) => answersOf(path)?.map(({ answer }) => String(answer))
  /** Makes a change of the calculation, and asks before if something that was entered does not fit into it. */
  const propose: Propose = (part, command, losesAmounts = false) => {
    const after = feeLines(command(files))[index] ?? line
    const lost = [
      ...(losesAmounts ? [say('fees.amounts')] : []),
      ...lostParts(line, after).map((key) => say(partNames[key])),
    ]
    const apply = () => change(part, command)
    if (lost.length === 0) apply()
    else setAsked({ lost, apply })
  }
  const setAmount = (next: FeeLine['amount'], losesAmounts: boolean) => {
    if (typeof amount === 'object') entered.current.set(answersOfValue(amount).join(' '), amount)
    propose('fees.way', (before) => setFeeAmount(before, index, next), losesAmounts)
  }
  // Amounts of the same question that is chosen again are kept, and those that cost each answer what it did before.
  // Others that nobody has entered are findings, not 0 yen.
  const decideBy = (...paths: [] | [FieldPath] | [FieldPath, FieldPath]) => {
    const known = entered.current.get(paths.join(' '))
    const { amount: changed, isLost } = amountBy(amount, paths, answerTexts)
    const isEmpty = amountsFor(changed, {}).length === 0
    if (known && isEmpty) setAmount(known, isLost)
    else setAmount(changed, isLost)
  }
  const losesAll = amountsFor(amount, {}).length > 0
  const questions = questionChoices({ files, tree, say })
  const [first, second, number] = [deciding[0]?.path, deciding[1]?.path, numbers[0]?.path]
  const rows = chosenIn(amount, deciding) ?? first
  const columns = rows === first ? second : first
  const isPossible: { readonly [way in Way]: boolean } = {
    fixed: true,
    table: rows !== undefined,
    grid: rows !== undefined && columns !== undefined,
    answer: number !== undefined,
    later: true,
  }
  const setWay = (way: Way) => {
    if (way === 'fixed') decideBy()
    if (way === 'table' && rows !== undefined) decideBy(rows)
    if (way === 'grid' && rows !== undefined && columns !== undefined) decideBy(rows, columns)
    if (way === 'answer' && number !== undefined) setAmount({ answer: number }, losesAll)
    if (way === 'later') setAmount('later', losesAll)
  }
  return (
    <Fieldset legend={name}>
      <Stack gap="xs">
        <FeeNames
          {...{ files, say, onChange }}
          textKey={line.text}
          label={say('fees.name')}
          title={say('changed.fee', { name: `${say('fees.new')}${index + 1} › ${say('fees.name')}` })}
        />
        <Group grow align="end">
          <Choose
            label={say('fees.way')}
            value={wayOf(amount)}
            choices={ways.map((way) => ({
              value: way,
              label: say(`fees.${way}`),
              disabled: !isPossible[way],
            }))}
            onChoose={setWay}
          />
          {typeof amount === 'number' && (
            <Yen
              say={say}
              label={say('fees.amount')}
              value={amount}
              onChange={(yen) => change('fees.amount', (b) => setFeeAmount(b, index, yen))}
            />
          )}
          {typeof amount === 'object' && !('byAnswers' in amount) && (
            <Choose
              label={say('condition.question')}
              value={answersOfValue(amount)[0] ?? ''}
              {...questions('answer' in amount ? numbers : deciding, answersOfValue(amount)[0])}
              onChoose={(path) => {
                if ('answer' in amount) setAmount({ answer: path }, false)
                else decideBy(path)
              }}
            />
          )}
        </Group>
        {typeof amount === 'object' && 'byAnswer' in amount && (
          <>
            <AmountTable
              table={amount.table}
              answers={answersOf(amount.byAnswer)}
              say={say}
              onChange={(table) => change('fees.table', (b) => setFeeKey(b, index, 'amount', { ...amount, table }))}
            />
            <FeeListFields
              {...{ files, index, say }}
              nodes={[deciding.find(({ path }) => path === amount.byAnswer)]}
              onChange={(command) => change('fees.table', command)}
            />
            {(line.choice !== undefined || isChoice(amount.byAnswer)) && (
              <Switch
                label={say('fees.choice')}
                checked={line.choice !== undefined}
                onChange={({ currentTarget: { checked } }) =>
                  change('fees.choice', (b) => setFeeKey(b, index, 'choice', checked ? amount.byAnswer : undefined))
                }
              />
            )}
          </>
        )}
        {typeof amount === 'object' && 'byAnswers' in amount && (
          <>
            <Group grow align="end">
              {amount.byAnswers.map((path, at) => (
                <Choose
                  key={at === 0 ? 'rows' : 'columns'}
                  label={say(at === 0 ? 'fees.rows' : 'fees.columns')}
                  value={path}
                  {...questions(
                    deciding.filter((field) => field.path !== amount.byAnswers[1 - at]),
                    path,
                  )}
                  onChoose={(next) => {
                    if (at === 0) decideBy(next, amount.byAnswers[1])
                    else decideBy(amount.byAnswers[0], next)
                  }}
                />
              ))}
            </Group>
            <AmountGrid
              table={amount.table}
              rows={answersOf(amount.byAnswers[0])}
              columns={answersOf(amount.byAnswers[1])}
              say={say}
              onChange={(table) => change('fees.grid', (b) => setFeeKey(b, index, 'amount', { ...amount, table }))}
            />
            <FeeListFields
              {...{ files, index, say }}
              nodes={amount.byAnswers.map((answer) => deciding.find(({ path }) => path === answer))}
              onChange={(command) => change('fees.grid', command)}
            />
          </>
        )}
        {amount !== 'later' && <Calculation {...{ files, tree, say, onChange, line, index, propose }} />}
        <Choose
          label={say('fees.tax')}
          value={String(line.taxRate ?? 0)}
          choices={['0', '8', '10'].map((rate) => ({
            value: rate,
            label: rate === '0' ? say('fees.untaxed') : `${rate}%`,
          }))}
          onChoose={(rate) => change('fees.tax', (before) => setFeeKey(before, index, 'taxRate', Number(rate)))}
        />
        {children}
        <Group>
          <Button
            variant="default"
            onClick={() => onChange(say('copied', { name }), (before) => copyFeeLine(before, index))}
          >
            {say('copied', { name })}
          </Button>
          <RemoveButton
            say={say}
            label={say('choice.remove', { name })}
            onClick={() => onChange(say('removed', { name }), (before) => removeFeeLine(before, index))}
          />
        </Group>
        {asked && (
          <LossDialog
            {...asked}
            say={say}
            onClose={() => setAsked(null)}
            onChange={() => {
              setAsked(null)
              asked.apply()
            }}
          />
        )}
      </Stack>
    </Fieldset>
  )
}

/** A change that the author is asked about, because it removes what was entered. */
type Asked = { lost: readonly string[]; apply: () => void }

type Propose = (part: Part, command: (files: FormFiles) => FormFiles, losesAmounts?: boolean) => void

const factorNames = { quantity: 'fees.quantity', times: 'fees.factor' } as const

const partNames: { readonly [part in ReturnType<typeof lostParts>[number]]: Part } = {
  ...factorNames,
  choice: 'fees.choice',
  forEach: 'fees.forEach',
  fromEntry: 'fees.fromEntry',
  rounding: 'fees.rounding',
  minimum: 'fees.minimum',
  maximum: 'fees.maximum',
}

type LossProps = Pick<Asked, 'lost'> & { say: Say; onClose: () => void; onChange: () => void }

function LossDialog({ lost, say, onClose, onChange }: LossProps) {
  return (
    <StudioDialog say={say} onClose={onClose} title={say('fees.loss')}>
      <Stack>
        <Text>{say('fees.lossText')}</Text>
        <List>
          {lost.map((part) => (
            <List.Item key={part}>{part}</List.Item>
          ))}
        </List>
        <Group>
          <Button data-autofocus variant="default" onClick={onClose}>
            {say('fees.keep')}
          </Button>
          <Button color="var(--studio-error)" variant="outline" onClick={onChange}>
            {say('fees.change')}
          </Button>
        </Group>
      </Stack>
    </StudioDialog>
  )
}

/** The question of an amount that can also decide a table. */
function chosenIn(amount: FeeLine['amount'], deciding: readonly FormNode[]): FieldPath | undefined {
  return typeof amount === 'object'
    ? answersOfValue(amount).find((path) => deciding.some((field) => field.path === path))
    : undefined
}

type ChoicesProps = Pick<Props, 'files' | 'tree' | 'say'>

/** Some questions to choose from, and the words for another one, which may have been removed. */
function questionChoices({ files, tree, say }: ChoicesProps) {
  const nodes = allNodes(tree)
  const label = (path: string) => trailLabel(files, tree, path)
  return (fields: readonly FormNode[], value = '', text?: 'fees.times' | 'fees.each' | 'fees.byAnswer') => {
    const words = (path: string) => (text ? say(text, { name: label(path) }) : label(path))
    const isKnown = nodes.some(({ path }) => path === value)
    return {
      choices: fields.map(({ path }) => ({ value: path, label: words(path) })),
      other: value === '' ? undefined : isKnown ? words(value) : say('fees.lost'),
    }
  }
}

/** The numbers for the answers to one question. */
function tableOf(value: FeeValue | undefined): { [answer: string]: number } | null {
  return typeof value === 'object' && 'byAnswer' in value ? value.table : null
}

/** What the amount is multiplied by, and what becomes of the product. */
function Calculation({
  files,
  tree,
  say,
  onChange,
  line,
  index,
  propose,
}: Omit<Props, 'children'> & { propose: Propose }) {
  const change = (part: Part, command: (before: FormFiles) => FormFiles) =>
    onChange(feeTitle(files, line, say, part), command)
  const nodes = allNodes(tree)
  const numbers = nodes.filter(({ kind }) => kind === 'number')
  const { forEach, rounding, fromEntry = [] } = line
  const questions = questionChoices({ files, tree, say })
  // An answer of another list cannot be counted for the entries of this one.
  const countable = numbers.filter(({ path }) => countsOnce(line, path))
  const deciding = nodes.filter(({ kind, path }) => (kind === 'choice' || kind === 'yes-no') && countsOnce(line, path))
  const lists = nodes.filter(
    ({ kind, path }) =>
      kind === 'list' && answersOfValue(line.amount).every((answer) => countsOnce({ forEach: path }, answer)),
  )
  const once = answersOfValue(line.amount).every((path) => countsOnce({}, path))
  const list = forEach?.replace(/\/\[\]$/, '') ?? ''
  const eachOf = questions(lists, list, 'fees.each')
  return (
    <>
      <Group grow align="end">
        {(['quantity', 'times'] as const).map((key) => {
          const value = line[key]
          const table = tableOf(value)
          const [counted = ''] = typeof value === 'object' && !('byAnswers' in value) ? answersOfValue(value) : []
          const byNumber = questions(countable, counted, 'fees.times')
          const byAnswer = questions(deciding, counted, 'fees.byAnswer')
          const { other } = table ? byAnswer : byNumber
          return (
            <Choose
              key={key}
              label={say(factorNames[key])}
              // Other values are edited as JSON.
              value={value === undefined || counted !== '' ? counted : 'written'}
              choices={[{ value: '', label: say('fees.once') }, ...byNumber.choices, ...byAnswer.choices]}
              other={counted !== '' ? other : typeof value === 'number' ? String(value) : say('fees.written')}
              onChoose={(path) => {
                const isAnswer = deciding.some((node) => node.path === path)
                const next = path === '' ? undefined : isAnswer ? { byAnswer: path, table: {} } : { answer: path }
                const command = (before: FormFiles) => setFeeKey(before, index, key, next)
                if (Object.keys(table ?? {}).length > 0) propose(factorNames[key], command, true)
                else change(factorNames[key], command)
              }}
            />
          )
        })}
      </Group>
      {(['quantity', 'times'] as const).map((key) => {
        const [value, table] = [line[key], tableOf(line[key])]
        const field = deciding.find(({ path }) => path === answersOfValue(value)[0])
        return (
          table && (
            <AmountTable
              key={key}
              table={table}
              answers={field && answersIn(files, field, say)}
              factor={say(factorNames[key])}
              say={say}
              onChange={(next) =>
                change(factorNames[key], (b) => setFeeKey(b, index, key, { ...(value as object), table: next }))
              }
            />
          )
        )
      })}
      <Group grow align="end">
        <Choose
          label={say('fees.forEach')}
          value={list}
          choices={[...(once ? [{ value: '', label: say('fees.applied') }] : []), ...eachOf.choices]}
          other={eachOf.other}
          onChoose={(path) =>
            propose('fees.forEach', (before) => setFeeEach(before, index, path === '' ? undefined : path))
          }
        />
        <Rounding
          label={say('fees.rounding')}
          value={rounding}
          say={say}
          onChange={(next) => change('fees.rounding', (before) => setFeeKey(before, index, 'rounding', next))}
        />
      </Group>
      <Group grow align="end">
        {(['minimum', 'maximum'] as const).map((key) => (
          <NumberField
            key={key}
            label={say(`fees.${key}`)}
            value={line[key]}
            min={0}
            max={10_000_000}
            say={say}
            onChange={(yen) => change(`fees.${key}`, (before) => setFeeKey(before, index, key, yen))}
          />
        ))}
      </Group>
      {forEach !== undefined && (
        <Fieldset legend={say('fees.fromEntry')}>
          <Stack gap="xs">
            {fromEntry.map((step, at) => {
              const part = 'fees.fromEntry'
              const isShare = 'percent' in step
              const own = (label: string) => say('fees.ofStep', { number: at + 1, label })
              const set = (next: typeof step) => change(part, (before) => setFromEntry(before, index, at, next))
              return (
                <Stack
                  // Steps have no identity of their own.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={at}
                  gap="xs"
                >
                  <Group grow align="end">
                    <NumberField
                      label={own(say('fees.from'))}
                      value={step.from}
                      min={2}
                      max={100}
                      isRequired
                      say={say}
                      onChange={(from) => from !== undefined && set({ ...step, from })}
                    />
                    <Choose
                      label={own(say('fees.way'))}
                      value={isShare ? 'percent' : 'amount'}
                      choices={[
                        { value: 'percent', label: say('fees.percent') },
                        { value: 'amount', label: say('fees.other') },
                      ]}
                      onChoose={(way) => {
                        const { from, text } = step
                        set(way === 'percent' ? { from, text, percent: 50 } : { from, text, amount: 0 })
                      }}
                    />
                    <NumberField
                      label={own(say(isShare ? 'fees.share' : 'fees.amount'))}
                      value={isShare ? step.percent : step.amount}
                      min={0}
                      max={isShare ? 100 : 10_000_000}
                      isRequired
                      say={say}
                      onChange={(next) => {
                        if (next === undefined) return
                        set('percent' in step ? { ...step, percent: next } : { ...step, amount: next })
                      }}
                    />
                  </Group>
                  <FeeNames
                    {...{ files, say, onChange }}
                    textKey={step.text}
                    label={say('fees.reason', { name: own('').trim() })}
                    title={feeTitle(files, line, say, part)}
                  />
                  <Group>
                    <RemoveButton
                      say={say}
                      label={say('choice.remove', { name: own('').trim() })}
                      onClick={() => change(part, (before) => setFromEntry(before, index, at, undefined))}
                    />
                  </Group>
                </Stack>
              )
            })}
            <Group>
              <Button
                variant="light"
                size="compact-md"
                onClick={() =>
                  change('fees.fromEntry', (before) =>
                    addFromEntry(before, index, (from) => ({ ja: `${from}人目から`, en: `From number ${from} on` })),
                  )
                }
              >
                {say('fees.addFrom')}
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      )}
    </>
  )
}
