import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { StudioDialog } from '../StudioDialog.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { renderPart } from '../../testing/render-part.tsx'

function Choices({ asks }: { asks: boolean }) {
  const [names, setNames] = useState(['a', 'b', 'c'])
  const [asked, setAsked] = useState<string | null>(null)
  useKeptFocus()
  const remove = (name: string) => {
    setAsked(null)
    setNames((before) => before.filter((one) => one !== name))
  }
  return (
    <>
      <fieldset>
        {names.map((name) => (
          <fieldset key={name}>
            <input aria-label={name} />
            <button type="button" onClick={() => (asks ? setAsked(name) : remove(name))}>{`Remove ${name}`}</button>
          </fieldset>
        ))}
        <button type="button">Add</button>
      </fieldset>
      {asked !== null && (
        <StudioDialog say={(key) => key} title="Ask" onClose={() => setAsked(null)}>
          <button type="button" onClick={() => remove(asked)}>
            Anyway
          </button>
        </StudioDialog>
      )}
    </>
  )
}

function removeWithFocus(name: string) {
  const button = screen.getByRole('button', { name: `Remove ${name}` })
  button.focus()
  fireEvent.click(button)
}

it.each([
  ['a button that removes itself', false],
  ['a dialog that removes its opener', true],
])('focuses what is at the place of %s', async (_, asks) => {
  renderPart(<Choices asks={asks} />)
  for (const [name, next] of [
    ['b', 'Remove c'],
    ['c', 'Add'],
  ] as const) {
    removeWithFocus(name)
    if (asks) fireEvent.click(await screen.findByRole('button', { name: 'Anyway' }))
    await waitFor(() => expect(screen.getByRole('button', { name: next })).toHaveFocus())
  }
})

function Steps() {
  const [step, setStep] = useState(1)
  useKeptFocus()
  return (
    <StudioDialog say={(key) => key} title="Steps" onClose={() => undefined}>
      <button key={step} type="button" onClick={() => setStep(step + 1)}>{`Leave step ${step}`}</button>
    </StudioDialog>
  )
}

it('stays in a dialog whose button replaces its content', async () => {
  renderPart(<Steps />)
  const button = await screen.findByRole('button', { name: 'Leave step 1' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Leave step 2' })).toHaveFocus())
})
