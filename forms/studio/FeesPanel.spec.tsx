import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { readValue } from '../edit/json-text.ts'
import { connectFakeStudio } from '../testing/fake-studio.ts'
import { FeesPanel } from './FeesPanel.tsx'
import type { Change } from './part-props.ts'
import type { Say } from './studio-texts.ts'
import { renderEdited, renderPart } from '../testing/render-part.tsx'

const say: Say = (key) => key
const noSamples = { samples: [], onShow: () => undefined }
const lost = 'one/lost'
const kind = { type: 'string', enum: ['a', 'b'] }
const schema = { type: 'object', properties: { kept: { type: 'integer' }, kind, other: kind } }

function shown(line: object) {
  const files: FormFiles = {
    'form.json': JSON.stringify({ steps: [{ id: 'one', schema }], fee: { lines: [{ text: 'copies', ...line }] } }),
    'texts.ja.json': JSON.stringify({ fee: { copies: '写し' } }),
  }
  const onChange = vi.fn<(title: string, command: (before: FormFiles) => FormFiles) => void>()
  renderPart(
    <FeesPanel files={files} tree={treeOf(files)} language="ja" say={say} onChange={onChange} {...noSamples} />,
  )
  const after = () => onChange.mock.calls[0]?.[1](files) ?? {}
  return { after, lineAfter: () => readValue(after()['form.json'] ?? '{}', '/fee/lines/0') }
}

it('shows that the question of a quantity was removed, and can do without a quantity', () => {
  const { lineAfter } = shown({ amount: 500, quantity: { answer: lost } })
  const select = screen.getByRole('combobox', { name: 'fees.quantity' })
  expect(select).toHaveDisplayValue('fees.lost')
  fireEvent.change(select, { target: { value: '' } })
  expect(lineAfter()).toEqual({ text: 'copies', amount: 500 })
})

it('shows that the question of an amount was removed, and can take another question', () => {
  const { lineAfter } = shown({ amount: { answer: lost } })
  const select = screen.getByRole('combobox', { name: 'condition.question' })
  expect(select).toHaveDisplayValue('fees.lost')
  fireEvent.change(select, { target: { value: 'one/kept' } })
  expect(lineAfter()).toEqual({ text: 'copies', amount: { answer: 'one/kept' } })
})

it('lets an amount be emptied to type another one, and brings the old one back if none is typed', () => {
  shown({ amount: 500 })
  const amount = screen.getByRole('textbox', { name: 'fees.amount' })
  fireEvent.change(amount, { target: { value: '' } })
  expect(amount).toHaveValue('')
  expect(amount).toHaveAccessibleDescription('number.between')
  fireEvent.blur(amount)
  expect(amount).toHaveValue('500')
})

it.each([
  [{ byAnswer: 'one/kind', table: { a: 1, b: 2 } }, undefined, 'one/kind'],
  [{ byAnswer: 'one/kind', table: { a: 1, b: 2 } }, 'one/kind', undefined],
])('names the chosen answer on the bill, or not', (amount, choice, after) => {
  const { lineAfter } = shown({ amount, ...(choice === undefined ? {} : { choice }) })
  fireEvent.click(screen.getByRole('switch', { name: 'fees.choice' }))
  expect(lineAfter()).toEqual({ text: 'copies', amount, ...(after === undefined ? {} : { choice: after }) })
})

it('copies a fee behind itself, under a name of its own', () => {
  const amount = { byAnswers: ['one/kind', 'one/other'], table: { a: { a: 1, b: 2 } } }
  const { after } = shown({ amount, exempt: { text: 'reason' } })
  fireEvent.click(screen.getByRole('button', { name: 'copied' }))
  expect(readValue(after()['form.json'] ?? '', '/fee/lines')).toEqual([
    { text: 'copies', amount, exempt: { text: 'reason' } },
    { text: 'copies2', amount, exempt: { text: 'reason2' } },
  ])
  expect(readValue(after()['texts.ja.json'] ?? '', '/fee')).toEqual({ copies: '写し', copies2: '写しのコピー' })
})

it('gives every field of a fee a name of its own', () => {
  shown({ amount: 500 })
  const names = screen.getAllByRole('textbox').map((field) => field.closest('div')?.previousSibling?.textContent)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('inLanguage')
})

/** The fee tab of a form that changes as the author edits it. */
function edited(amount: object, more: FormFiles = {}, asked: object = schema) {
  const form = { steps: [{ id: 'one', schema: asked }], fee: { lines: [{ text: 'copies', amount }] } }
  const start: FormFiles = { 'form.json': JSON.stringify(form), ...more }
  const { files } = renderEdited(start, panel)
  return () => readValue(files()['form.json'] ?? '{}', '/fee/lines/0/amount')
}

function panel(files: FormFiles, onChange: Change) {
  return <FeesPanel {...{ files, onChange, ...noSamples }} tree={treeOf(files)} language="ja" say={words} />
}

const words: Say = (key, values = {}) => `${key} ${String(values.answer ?? values.name ?? values.count ?? '')}`.trim()

function yen(answer: string): HTMLElement {
  return screen.getByRole('textbox', { name: `fees.for ${answer}` })
}

it('shows a row for each choice of the question, with an error for one without an amount', () => {
  const amount = edited({ byAnswer: 'one/kind', table: { a: 300 } })
  expect(yen('a')).toHaveValue('300')
  expect(yen('b')).toHaveValue('')
  expect(yen('b')).toHaveAccessibleDescription('fees.missing')
  fireEvent.change(yen('b'), { target: { value: '0' } })
  expect(yen('b')).not.toHaveAccessibleDescription('fees.missing')
  expect(amount()).toEqual({ byAnswer: 'one/kind', table: { a: 300, b: 0 } })
})

it('offers to remove the amount of a choice that is gone', () => {
  const amount = edited({ byAnswer: 'one/kind', table: { a: 300, b: 500, gone: 900 } })
  expect(screen.queryByRole('textbox', { name: 'fees.for gone' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'choice.remove gone' }))
  expect(amount()).toEqual({ byAnswer: 'one/kind', table: { a: 300, b: 500 } })
})

it('shares the amounts of a list of choices, and makes them amounts of the line again', async () => {
  connectFakeStudio({ listUses: () => Promise.resolve({ 'kinds.fees': ['town/a/x', 'town/b/x'] }) })
  const more = { 'shared/kinds.schema.json': JSON.stringify(kind) }
  const asked = { type: 'object', properties: { kind: { $ref: '../../shared/kinds.schema.json' } } }
  const amount = edited({ byAnswer: 'one/kind', table: { a: 300, b: 500 } }, more, asked)
  fireEvent.click(screen.getByRole('button', { name: 'list.shareFees' }))
  expect(amount()).toEqual({ byAnswer: 'one/kind', table: { $ref: '../../shared/kinds.fees.json' } })
  expect(await screen.findByText('list.feesUsed 2')).toBeVisible()
  fireEvent.change(yen('b'), { target: { value: '700' } })
  expect(amount()).toMatchObject({ table: { $ref: '../../shared/kinds.fees.json' } })
  fireEvent.click(screen.getByRole('button', { name: 'list.leaveFees' }))
  expect(amount()).toEqual({ byAnswer: 'one/kind', table: { a: 300, b: 700 } })
})

/** Agrees to lose what the studio names. */
async function agree(...lost: string[]) {
  const dialog = await screen.findByRole('dialog', { name: 'fees.loss' })
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(lost)
  fireEvent.click(within(dialog).getByRole('button', { name: 'fees.change' }))
}

it('keeps the amounts of a question that is chosen again, and sets none for another one', async () => {
  const amount = edited({ byAnswer: 'one/kind', table: { a: 300, b: 500 } })
  const choose = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
  choose('condition.question', 'one/other')
  expect(amount()).toEqual({ byAnswer: 'one/kind', table: { a: 300, b: 500 } })
  await agree('fees.amounts')
  expect(amount()).toEqual({ byAnswer: 'one/other', table: {} })
  expect(yen('a')).toHaveAccessibleDescription('fees.missing')
  choose('condition.question', 'one/kind')
  expect(amount()).toEqual({ byAnswer: 'one/kind', table: { a: 300, b: 500 } })
  choose('fees.way', 'fixed')
  await agree('fees.amounts')
  choose('fees.way', 'table')
  expect(amount()).toEqual({ byAnswer: 'one/kind', table: { a: 300, b: 500 } })
})

it('changes nothing if the author does not want to lose the amounts', async () => {
  const amount = edited({ byAnswer: 'one/kind', table: { a: 300, b: 500 } })
  fireEvent.change(screen.getByRole('combobox', { name: 'fees.way' }), { target: { value: 'later' } })
  const dialog = await screen.findByRole('dialog', { name: 'fees.loss' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'fees.keep' }))
  expect(amount()).toEqual({ byAnswer: 'one/kind', table: { a: 300, b: 500 } })
  expect(screen.getByRole('combobox', { name: 'fees.way' })).toHaveValue('table')
})

it('exempts nobody, with an error, until the question of a new exemption is chosen', () => {
  const { choose, after } = editedLine({ amount: 500 })
  const exemption = screen.getByRole('group', { name: 'fees.exempt' })
  fireEvent.click(within(exemption).getByRole('button', { name: 'condition.add' }))
  expect(after()).toEqual({ text: 'copies', amount: 500, exempt: { text: 'copiesExempt' } })
  expect(within(exemption).getByRole('combobox', { name: 'condition.question' })).toHaveAccessibleDescription(
    'condition.unchosen',
  )
  choose('condition.question', 'one/kind')
  expect(after()).toHaveProperty('exempt.when', {
    properties: { one: { properties: { kind: { const: 'a' } }, required: ['kind'] } },
    required: ['one'],
  })
  fireEvent.click(within(exemption).getByRole('button', { name: 'condition.remove' }))
  expect(after()).toEqual({ text: 'copies', amount: 500 })
})

it('charges a line always until the question of a new condition is chosen', () => {
  const { choose, after } = editedLine({ amount: 500 })
  const condition = screen.getByRole('group', { name: 'fees.when' })
  fireEvent.click(within(condition).getByRole('button', { name: 'condition.add' }))
  expect(after()).toEqual({ text: 'copies', amount: 500 })
  choose('condition.question', 'one/kept')
  expect(after()).toHaveProperty('when.properties.one.properties.kept', { minimum: 1 })
})

it('sets what a sample costs, and shows which one costs something else', () => {
  const start: FormFiles = {
    'form.json': JSON.stringify({ steps: [{ id: 'one', schema }], fee: { lines: [{ text: 'copies', amount: 500 }] } }),
    'valid/plain.json': '{}',
    'valid/free.json': '{}',
  }
  const samples = [
    { name: 'plain', answers: {}, fee: 500 },
    { name: 'free', answers: {}, fee: null },
    { name: '*', answers: {}, fee: 500 },
  ]
  const onShow = vi.fn()
  const { files } = renderEdited(start, (now, onChange) => (
    <FeesPanel {...{ samples, onShow, onChange }} files={now} tree={treeOf(now)} language="ja" say={words} />
  ))
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name} `) })
  expect(screen.queryByRole('rowheader', { name: '*' })).toBeNull()
  expect(row('free')).toHaveTextContent('fees.unknown')
  const wanted = within(row('plain')).getByRole('textbox')
  fireEvent.change(wanted, { target: { value: '400' } })
  expect(JSON.parse(files()['fee-samples.json'] ?? '')).toEqual({ plain: 400 })
  expect(row('plain')).toHaveTextContent('fees.wrong')
  fireEvent.click(within(row('plain')).getByRole('button', { name: 'fees.acceptOf plain' }))
  expect(JSON.parse(files()['fee-samples.json'] ?? '')).toEqual({ plain: 500 })
  fireEvent.change(wanted, { target: { value: '' } })
  expect(files()).not.toHaveProperty(['fee-samples.json'])
  fireEvent.click(within(row('plain')).getByRole('button', { name: 'samples.showOf plain' }))
  expect(onShow.mock.calls).toEqual([['plain']])
})

it('limits the total of all lines', () => {
  const { write, feeAfter } = editedLine({ amount: 500 })
  write('fees.total.minimum', '300')
  write('fees.total.maximum', '900')
  expect(feeAfter()).toMatchObject({ minimum: 300, maximum: 900 })
  write('fees.total.minimum', '')
  expect(feeAfter()).not.toHaveProperty('minimum')
})

const list = { type: 'array', items: { type: 'object', properties: { size: kind, pieces: { type: 'number' } } } }

/** The fee tab of a form with a list, in which the author changes one thing after another. */
function editedLine(line: object) {
  const properties = { ...schema.properties, list }
  const start: FormFiles = {
    'form.json': JSON.stringify({
      steps: [{ id: 'one', schema: { type: 'object', properties } }],
      fee: { lines: [{ text: 'copies', ...line }] },
    }),
    'texts.ja.json': '{}',
    'texts.en.json': '{}',
  }
  const { files, titles } = renderEdited(start, panel)
  const choose = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
  const write = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  const at = (pointer: string) => () => readValue(files()['form.json'] ?? '{}', pointer)
  return { choose, write, titles, after: at('/fee/lines/0'), feeAfter: at('/fee') }
}

it('shows a cell for each pair of choices, each with an error until it has an amount', () => {
  const { choose, write, after } = editedLine({ amount: { byAnswer: 'one/kind', table: { a: 1 } } })
  choose('fees.way', 'grid')
  choose('fees.columns', 'one/list/[]/size')
  // Each pair costs what its row did.
  expect(after()).toEqual({
    text: 'copies',
    amount: { byAnswers: ['one/kind', 'one/list/[]/size'], table: { a: { a: 1, b: 1 } } },
    forEach: 'one/list',
  })
  expect(yen('b × b')).toHaveAccessibleDescription('fees.missing')
  write('fees.for a × b', '700')
  write('fees.for b × b', '0')
  expect(after()).toHaveProperty('amount.table', { a: { a: 1, b: 700 }, b: { b: 0 } })
  expect(screen.getByRole('columnheader', { name: 'a' })).toBeVisible()
  expect(screen.getByRole('rowheader', { name: 'b' })).toBeVisible()
})

it('offers to remove rows and columns of choices that are gone', () => {
  const table = { a: { a: 1, b: 2, old: 3 }, b: { a: 1, b: 2 }, gone: { a: 1 } }
  const { after } = editedLine({ amount: { byAnswers: ['one/kind', 'one/other'], table } })
  fireEvent.click(screen.getByRole('button', { name: 'choice.remove gone' }))
  fireEvent.click(screen.getByRole('button', { name: 'choice.remove old' }))
  expect(after()).toHaveProperty('amount.table', { a: { a: 1, b: 2 }, b: { a: 1, b: 2 } })
})

it('edits the factors, the rounding, the limits and the amounts from an entry on, each a step of its own', async () => {
  const { choose, write, titles, after } = editedLine({ amount: 500 })
  choose('fees.quantity', 'one/kept')
  choose('fees.forEach', 'one/list')
  choose('fees.factor', 'one/list/[]/pieces')
  choose('fees.rounding', 'half-up 10')
  write('fees.minimum', '100')
  write('fees.maximum', '900')
  fireEvent.click(screen.getByRole('button', { name: 'fees.addFrom' }))
  const share = screen.getAllByRole('textbox').filter((field) => field.getAttribute('value') === '50')[0]
  if (share) fireEvent.change(share, { target: { value: '25' } })
  expect(after()).toEqual({
    text: 'copies',
    amount: 500,
    quantity: { answer: 'one/kept' },
    forEach: 'one/list',
    times: { answer: 'one/list/[]/pieces' },
    rounding: { mode: 'half-up', to: 10 },
    minimum: 100,
    maximum: 900,
    fromEntry: [{ from: 2, text: 'copiesFrom2', percent: 25 }],
  })
  expect(new Set(titles).size).toBe(7)
  choose('fees.forEach', '')
  expect(after()).toHaveProperty('fromEntry')
  await agree('fees.factor', 'fees.fromEntry')
  expect(after()).not.toHaveProperty('fromEntry')
  expect(after()).not.toHaveProperty('times')
})

it('offers no calculation for an amount that is announced later', async () => {
  const { choose, after } = editedLine({ amount: 500, quantity: { answer: 'one/kept' }, maximum: 900 })
  choose('fees.way', 'later')
  await agree('fees.amounts', 'fees.quantity', 'fees.maximum')
  expect(after()).toEqual({ text: 'copies', amount: 'later' })
  expect(screen.queryByRole('combobox', { name: 'fees.quantity' })).toBeNull()
})

it('multiplies the amount by a number for each answer, and asks before the numbers are lost', () => {
  const start: FormFiles = {
    'form.json': JSON.stringify({ steps: [{ id: 'one', schema }], fee: { lines: [{ text: 'copies', amount: 500 }] } }),
  }
  const { files } = renderEdited(start, panel)
  const line = () => readValue(files()['form.json'] ?? '{}', '/fee/lines/0')
  const quantity = () => screen.getByRole('combobox', { name: 'fees.quantity' })
  fireEvent.change(quantity(), { target: { value: 'one/kind' } })
  expect(quantity()).toHaveDisplayValue('fees.byAnswer one › kind')
  const numberFor = (answer: string) => screen.getByRole('textbox', { name: `fees.factorFor ${answer}` })
  expect(numberFor('a')).toHaveAccessibleDescription('fees.factorMissing')
  fireEvent.change(numberFor('a'), { target: { value: '2' } })
  fireEvent.change(numberFor('b'), { target: { value: '3' } })
  expect(line()).toEqual({ text: 'copies', amount: 500, quantity: { byAnswer: 'one/kind', table: { a: 2, b: 3 } } })
  fireEvent.change(quantity(), { target: { value: 'one/kept' } })
  expect(screen.getByRole('dialog')).toHaveTextContent('fees.amounts')
  fireEvent.click(screen.getByRole('button', { name: 'fees.change' }))
  expect(line()).toEqual({ text: 'copies', amount: 500, quantity: { answer: 'one/kept' } })
})
