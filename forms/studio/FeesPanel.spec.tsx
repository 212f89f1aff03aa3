import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { readValue } from '../edit/json-text.ts'
import { FeesPanel } from './FeesPanel.tsx'
import type { Say } from './studio-texts.ts'

const say: Say = (key) => key
const lost = 'one/lost'
const kind = { type: 'string', enum: ['a', 'b'] }
const schema = { type: 'object', properties: { kept: { type: 'integer' }, kind, other: kind } }

function shown(line: object) {
  const files: FormFiles = {
    'form.json': JSON.stringify({ steps: [{ id: 'one', schema }], fee: { lines: [{ text: 'copies', ...line }] } }),
  }
  const onChange = vi.fn<(title: string, command: (before: FormFiles) => FormFiles) => void>()
  render(
    <MantineProvider env="test">
      <FeesPanel files={files} tree={treeOf(files)} language="ja" say={say} onChange={onChange} />
    </MantineProvider>,
  )
  const lineAfter = () => readValue(onChange.mock.calls[0]?.[1](files)['form.json'] ?? '{}', '/fee/lines/0')
  return { lineAfter }
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

it('gives every field of a fee a name of its own', () => {
  shown({ amount: 500 })
  const names = screen.getAllByRole('textbox').map((field) => field.closest('div')?.previousSibling?.textContent)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('inLanguage')
})

/** The fee tab of a form that changes as the author edits it. */
function edited(amount: object) {
  const start: FormFiles = {
    'form.json': JSON.stringify({ steps: [{ id: 'one', schema }], fee: { lines: [{ text: 'copies', amount }] } }),
  }
  let now = start
  function Edited() {
    const [files, setFiles] = useState(start)
    const change = (_: string, command: (before: FormFiles) => FormFiles) => {
      now = command(now)
      setFiles(now)
    }
    return <FeesPanel files={files} tree={treeOf(files)} language="ja" say={words} onChange={change} />
  }
  render(
    <MantineProvider env="test">
      <Edited />
    </MantineProvider>,
  )
  return () => readValue(now['form.json'] ?? '{}', '/fee/lines/0/amount')
}

const words: Say = (key, values = {}) => `${key} ${String(values.answer ?? values.name ?? '')}`.trim()

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

it('keeps the amounts of a question that is chosen again, and sets none for another one', () => {
  const amount = edited({ byAnswer: 'one/kind', table: { a: 300, b: 500 } })
  const choose = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
  choose('condition.question', 'one/other')
  expect(amount()).toEqual({ byAnswer: 'one/other', table: {} })
  expect(yen('a')).toHaveAccessibleDescription('fees.missing')
  choose('condition.question', 'one/kind')
  expect(amount()).toEqual({ byAnswer: 'one/kind', table: { a: 300, b: 500 } })
  choose('fees.way', 'fixed')
  choose('fees.way', 'table')
  expect(amount()).toEqual({ byAnswer: 'one/kind', table: { a: 300, b: 500 } })
})
