import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addChoice, treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { pathToNode } from '../edit/form-tree.ts'
import { readValue } from '../edit/json-text.ts'
import { noNames } from '../edit/used-names.ts'
import { renderEdited } from '../testing/render-part.tsx'
import type { Change } from './part-props.ts'
import { ServicePanel } from './ServicePanel.tsx'
import type { Say } from './studio-texts.ts'

const say: Say = (key) => key

const properties = {
  day: { type: 'string', format: 'date' },
  slot: { type: 'string', enum: ['09:30', '10:30'] },
  clock: { type: 'string', format: 'time' },
  kind: { type: 'string', enum: ['a', 'b'] },
}

function panel(files: FormFiles, onChange: Change) {
  return <ServicePanel {...{ files, say, onChange }} tree={treeOf(files)} />
}

function filesWith(service: object, booking?: object): FormFiles {
  const form = { steps: [{ id: 'one', schema: { type: 'object', properties } }], booking }
  return { 'form.json': JSON.stringify(form), 'service.json': JSON.stringify(service) }
}

it('makes a form a booking: the day first, then the time from choices or a field of that shape', () => {
  const { files } = renderEdited(filesWith({}), panel)
  expect(screen.queryByRole('combobox', { name: 'booking.date' })).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'service.orderNoun' }), { target: { value: 'booking' } })
  const booking = () => readValue(files()['form.json'] ?? '', '/booking')
  const choose = (name: string, value: string) => {
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
    return booking()
  }
  expect(screen.queryByRole('combobox', { name: 'booking.time' })).toBeNull()
  expect(choose('booking.date', 'one/day')).toEqual({ date: 'one/day' })
  const times = screen.getByRole<HTMLSelectElement>('combobox', { name: 'booking.time' })
  expect([...times.options].map(({ value }) => value)).toEqual(['', 'one/slot', 'one/clock'])
  expect(choose('booking.time', 'one/slot')).toEqual({ date: 'one/day', time: 'one/slot' })
  expect(choose('booking.time', '')).toEqual({ date: 'one/day' })
  choose('booking.time', 'one/clock')
  expect(choose('booking.date', '')).toBeUndefined()
})

it('shows that the question of the day is gone', () => {
  renderEdited(filesWith({}, { date: 'one/gone' }), panel)
  expect(screen.getByRole('combobox', { name: 'booking.date' })).toHaveDisplayValue('fees.lost')
})

it.each([
  ['9:30', '09:30'],
  ['１４：００', '14:00'],
])('gives the choice %s the value %s, which the portal reads as a time', (ja, value) => {
  const files = filesWith({})
  const node = pathToNode(treeOf(files), 'one/kind').at(-1)
  const after = node && addChoice(files, node, { ja, en: ja }, noNames)
  expect(readValue(after?.['form.json'] ?? '', '/steps/0/schema/properties/kind/enum')).toEqual(['a', 'b', value])
})
