import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ownSteps } from './own-steps.ts'

it('ends a step at each choice, and where a field is left', () => {
  const events: string[] = []
  const change = ({ currentTarget: { value } }: { currentTarget: { value: string } }) => events.push(value)
  render(
    <div {...ownSteps({ endStep: () => events.push('|') })}>
      <input aria-label="amount" value="" onChange={change} />
      <select aria-label="kind" value="a" onChange={change}>
        {['a', 'b', 'c'].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </div>,
  )
  const [amount, kind] = [screen.getByRole('textbox'), screen.getByRole('combobox')]
  fireEvent.change(amount, { target: { value: '1' } })
  fireEvent.change(amount, { target: { value: '12' } })
  fireEvent.blur(amount)
  fireEvent.change(kind, { target: { value: 'b' } })
  fireEvent.change(kind, { target: { value: 'c' } })
  expect(events).toEqual(['1', '12', '|', '|', 'b', '|', 'c'])
})
