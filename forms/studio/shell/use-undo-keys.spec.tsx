import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { StudioDocument } from '../studio-document.ts'
import { useSteps } from './use-steps.ts'
import { useUndoKeys } from './use-undo-keys.ts'

function open(): Promise<StudioDocument> {
  return StudioDocument.open('town/dog/individual', {
    tab: 'only',
    otherTabs: () => Promise.resolve(new Set()),
    read: () => Promise.resolve({ label: '' }),
    usedNames: () => Promise.resolve([]),
    save: () => Promise.reject(new TypeError('Failed to fetch')),
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    later: () => () => undefined,
  })
}

/** A text of the form, and two that are none: that of a new choice, and that of a dialog. */
function Page({ edited }: { edited: StudioDocument }) {
  useSteps(edited)
  useUndoKeys(edited, edited)
  const [choice, setChoice] = useState('')
  const change = (value: string) => edited.change('label', (files) => ({ ...files, label: value }))
  return (
    <>
      <input aria-label="label" onChange={({ currentTarget }) => change(currentTarget.value)} />
      <form onSubmit={(event) => (event.preventDefault(), change(choice))}>
        <input aria-label="choice" value={choice} onChange={({ currentTarget }) => setChoice(currentTarget.value)} />
      </form>
      <div role="dialog">
        <button type="button">close</button>
      </div>
    </>
  )
}

/** Returns whether the key has changed something, so that the browser does nothing. */
function undo(name: string): boolean {
  return !fireEvent.keyDown(screen.getByLabelText(name), { key: 'z', ctrlKey: true })
}

it('undoes what is typed into the form, and leaves to the browser what is typed but no change yet', async () => {
  const [edited, user] = [await open(), userEvent.setup()]
  render(<Page edited={edited} />)
  const label = () => edited.state().files.label
  await user.type(screen.getByLabelText('label'), '犬')
  await user.type(screen.getByLabelText('choice'), '猫')
  expect(undo('choice')).toBe(false)
  expect(label()).toBe('犬')
  await user.keyboard('{Enter}')
  expect(label()).toBe('猫')
  expect(undo('choice')).toBe(true)
  expect(label()).toBe('犬')
  await user.type(screen.getByLabelText('label'), '達')
  expect(label()).toBe('犬達')
  expect([undo('label'), undo('label')]).toEqual([true, true])
  expect(label()).toBe('')
})

it('changes nothing behind a dialog', async () => {
  const [edited, user] = [await open(), userEvent.setup()]
  render(<Page edited={edited} />)
  await user.type(screen.getByLabelText('label'), '犬')
  await user.click(screen.getByRole('button', { name: 'close' }))
  expect(fireEvent.keyDown(screen.getByRole('button', { name: 'close' }), { key: 'z', ctrlKey: true })).toBe(true)
  expect(edited.state().files.label).toBe('犬')
})
