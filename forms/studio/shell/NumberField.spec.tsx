import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Say } from '../studio-texts.ts'
import { NumberField } from './NumberField.tsx'

const say: Say = (key) => key
const numbers: (number | undefined)[] = []

function Page({ hasDecimals = false, least = 1 }: { hasDecimals?: boolean; least?: number | null }) {
  const [value, setValue] = useState<number | undefined>(40)
  numbers.push(value)
  return (
    <MantineProvider env="test">
      <NumberField
        label="長さ"
        value={value}
        {...(least === null ? {} : { min: least })}
        hasDecimals={hasDecimals}
        say={say}
        onChange={setValue}
      />
      <button type="button" onClick={() => setValue(40)}>
        undo
      </button>
    </MantineProvider>
  )
}

function type(text: string) {
  fireEvent.change(screen.getByRole('textbox', { name: '長さ' }), { target: { value: text } })
}

it('takes full-width digits and separators', () => {
  render(<Page />)
  type('１，２００')
  expect(numbers.at(-1)).toBe(1200)
  expect(screen.getByRole('textbox')).toHaveValue('１，２００')
  fireEvent.blur(screen.getByRole('textbox'))
  expect(screen.getByRole('textbox')).toHaveValue('1200')
})

it('says what is no number, and keeps the number', () => {
  render(<Page />)
  for (const text of ['十', '0', '1.5', '-3', '1,5', '１、５', '1 5']) {
    type(text)
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription('number.least')
    expect(numbers.at(-1)).toBe(40)
  }
  fireEvent.blur(screen.getByRole('textbox'))
  expect(screen.getByRole('textbox')).toHaveValue('40')
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('number.least')
  type('41')
  expect(screen.getByRole('textbox')).not.toHaveAccessibleDescription('number.least')
  expect(numbers.at(-1)).toBe(41)
})

it('goes back to the number that was there when the field was entered, not to an earlier one', () => {
  render(<Page />)
  const field = screen.getByRole('textbox')
  type('1800')
  fireEvent.blur(field)
  type('千円')
  fireEvent.blur(field)
  expect(numbers.at(-1)).toBe(1800)
  expect(field).toHaveValue('1800')
  type('1900')
  fireEvent.blur(field)
  type('1900円くらい')
  expect(numbers.at(-1)).toBe(1900)
})

it('can be emptied, and follows an undo', () => {
  render(<Page />)
  type('')
  expect(numbers.at(-1)).toBeUndefined()
  fireEvent.click(screen.getByRole('button', { name: 'undo' }))
  expect(screen.getByRole('textbox')).toHaveValue('40')
})

it.each([
  { hasDecimals: true, least: null, taken: -2.5, refused: null, keyboard: 'text' },
  { hasDecimals: true, least: 0.01, taken: 2.5, refused: '-2.5', keyboard: 'decimal' },
  { hasDecimals: false, least: null, taken: -20, refused: '-2.5', keyboard: 'text' },
  { hasDecimals: false, least: -20, taken: -20, refused: '-21', keyboard: 'text' },
  { hasDecimals: false, least: 0, taken: 20, refused: '-20', keyboard: 'numeric' },
])('decimals $hasDecimals, from $least: takes $taken, not $refused', ({ taken, refused, keyboard, ...props }) => {
  render(<Page {...props} />)
  const field = screen.getByRole('textbox')
  expect(field).toHaveAttribute('inputmode', keyboard)
  type(String(taken))
  expect([numbers.at(-1), field.getAttribute('aria-invalid')]).toEqual([taken, null])
  if (refused === null) return
  type(refused)
  expect([numbers.at(-1), field.getAttribute('aria-invalid')]).toEqual([40, 'true'])
})

it('reads a full-width minus', () => {
  render(<Page hasDecimals least={null} />)
  type('－２.５')
  expect(numbers.at(-1)).toBe(-2.5)
})

it('brings the former number back when the typed text turns out to be none', () => {
  render(<Page />)
  for (const text of ['1', '12', '12.', '12.5']) type(text)
  expect(numbers.at(-1)).toBe(40)
  expect(screen.getByRole('textbox')).toHaveValue('12.5')
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('number.least')
  fireEvent.blur(screen.getByRole('textbox'))
  expect(screen.getByRole('textbox')).toHaveValue('40')
})
