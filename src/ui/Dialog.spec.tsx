// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Dialog } from './Dialog.tsx'

/** Simulates a browser at the third Escape: it closes the dialog without a `cancel` event. */
function closeWithoutAsking(): void {
  act(() => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true }).close())
}

function Closable({ unasked = false }: { unasked?: boolean }) {
  const [opened, setOpened] = useState(true)
  return (
    <Dialog opened={opened} unasked={unasked} onClose={() => setOpened(false)} title="Delete?">
      text
    </Dialog>
  )
}

describe('a dialog', () => {
  it('stays open after repeated close requests if onClose does not close it', () => {
    render(
      <Dialog opened onClose={() => undefined} title="Sign in">
        text
      </Dialog>,
    )
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    closeWithoutAsking()
    closeWithoutAsking()
    expect(screen.getByRole<HTMLDialogElement>('dialog')).toBeVisible()
  })

  it('calls onClose if the browser has closed it', () => {
    render(<Closable />)
    closeWithoutAsking()
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  })

  it('calls onClose once on Escape and prevents the browser from closing it', () => {
    const onClose = vi.fn()
    render(
      <Dialog opened onClose={onClose} title="Delete?">
        text
      </Dialog>,
    )
    const escape = new Event('cancel', { cancelable: true })
    fireEvent(screen.getByRole('dialog'), escape)
    expect(escape.defaultPrevented).toBe(true)
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it.each([false, true])(
    'leaves the focus on the heading of the page if nothing had it before (unasked: %s)',
    (unasked) => {
      render(
        <>
          <h1 tabIndex={-1} data-page-title="">
            Page
          </h1>
          <Closable unasked={unasked} />
        </>,
      )
      fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
      expect(screen.getByRole('heading', { name: 'Page' })).toHaveFocus()
    },
  )

  it('does not focus a button, also when it is shown again', () => {
    render(
      <Dialog opened onClose={() => undefined} title="Which one?" actions={<button type="button">Mine</button>}>
        text
      </Dialog>,
    )
    expect(screen.getByRole('heading', { name: 'Which one?' })).toHaveFocus()
    closeWithoutAsking()
    expect(screen.getByRole('heading', { name: 'Which one?' })).toHaveFocus()
  })

  it('ignores the second click of the double click that opened it', () => {
    const onMine = vi.fn()
    render(
      <Dialog
        opened
        onClose={() => undefined}
        title="Which one?"
        actions={
          <button type="button" onClick={onMine}>
            Mine
          </button>
        }
      >
        <input aria-label="Reason" />
      </Dialog>,
    )
    const mine = screen.getByRole('button', { name: 'Mine' })
    const at = (clientX: number) => ({ clientX, clientY: 20 })
    fireEvent.click(document.body, at(30))
    fireEvent.click(mine, at(32))
    expect(onMine).not.toHaveBeenCalled()
    fireEvent.click(document.body, at(30))
    fireEvent.click(mine, at(90))
    expect(onMine).toHaveBeenCalledOnce()
    fireEvent.click(mine, at(90))
    expect(onMine).toHaveBeenCalledTimes(2)
    fireEvent.click(document.body, at(30))
    fireEvent.input(screen.getByRole('textbox'), { target: { value: 'typed meanwhile' } })
    fireEvent.click(mine, at(32))
    expect(onMine).toHaveBeenCalledTimes(3)
  })
})
