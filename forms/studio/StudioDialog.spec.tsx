import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { dialogEntryLeft } from './shell/dialog-history.ts'
import { StudioDialog } from './StudioDialog.tsx'

const titles = ['lower', 'upper'] as const

/** A dialog over which another one opens, such as the question which of two changes to keep. */
function Dialogs() {
  const [open, setOpen] = useState<readonly string[]>(titles)
  return (
    <MantineProvider env="test">
      {titles
        .filter((title) => open.includes(title))
        .map((title) => (
          <StudioDialog
            key={title}
            say={(key) => key}
            title={title}
            onClose={() => setOpen((before) => before.filter((one) => one !== title))}
          >
            <button type="button" onClick={() => setOpen((before) => before.filter((one) => one !== title))}>
              {`done ${title}`}
            </button>
          </StudioDialog>
        ))}
    </MantineProvider>
  )
}

function shown(): string[] {
  return titles.filter((title) => screen.queryByRole('button', { name: `done ${title}`, hidden: true }) !== null)
}

it.each([
  ['Back', () => window.history.back()],
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'done upper', hidden: true }))],
] as const)('closes only the upper one of two dialogs by %s, then the lower one', async (_way, close) => {
  render(<Dialogs />)
  await screen.findByRole('button', { name: 'done upper', hidden: true })
  close()
  await waitFor(() => expect(shown()).not.toContain('upper'))
  await dialogEntryLeft()
  expect(shown()).toEqual(['lower'])
  window.history.back()
  await waitFor(() => expect(shown()).toEqual([]))
})

it('leaves a dialog open while a text is composed or a list in it closes', () => {
  render(<Dialogs />)
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true })
  const button = screen.getByRole('button', { name: 'done upper', hidden: true })
  button.setAttribute('data-mantine-stop-propagation', 'true')
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(shown()).toEqual(['lower', 'upper'])
})

it('returns the focus into the lower dialog, also if both have opened at once', async () => {
  render(<Dialogs />)
  const upper = await screen.findByRole('button', { name: 'done upper', hidden: true })
  upper.focus()
  fireEvent.click(upper)
  const lower = screen.getByRole('button', { name: 'done lower', hidden: true })
  await waitFor(() => expect(lower.closest('[role=dialog]')).toContainElement(document.activeElement as HTMLElement))
})
