import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useComposition } from './use-composition.ts'

function Field({ composition }: { composition: (isOpen: boolean) => void }) {
  useComposition({ composition })
  return <input aria-label="姓" />
}

it.each([
  ['its end', (field: HTMLElement) => fireEvent.compositionEnd(field, { data: '港' })],
  ['a keystroke that belongs to none', (field: HTMLElement) => fireEvent(field, keystroke(false))],
  ['leaving the field', (field: HTMLElement) => fireEvent.focusOut(field)],
])('reports an input composition from its first keystroke to %s', (_what, end) => {
  const composition = vi.fn()
  render(<Field composition={composition} />)
  const field = screen.getByRole('textbox', { name: '姓' })
  fireEvent(field, keystroke(true))
  expect(composition).toHaveBeenLastCalledWith(true)
  end(field)
  expect(composition).toHaveBeenLastCalledWith(false)
})

function keystroke(isComposing: boolean): InputEvent {
  return new InputEvent('input', { bubbles: true, isComposing })
}
