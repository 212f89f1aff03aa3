import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { readValue } from '../edit/json-text.ts'
import { FeesPanel } from './FeesPanel.tsx'
import type { Say } from './studio-texts.ts'

const say: Say = (key) => key
const lost = 'one/lost'
const schema = { type: 'object', properties: { kept: { type: 'integer' } } }

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
