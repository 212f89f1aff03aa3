import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { afterFirstPage, loadShell, loadShellAfter, useFirstPage } from './load-shell.ts'
import { RouteBoundary, Texts } from './PortalLayout.tsx'

const { files, gone } = vi.hoisted(() => ({
  files: { asked: 0, there: false },
  gone: new Error('The network is gone'),
}))

vi.mock('../../i18n/texts.ts', async (original) => ({
  ...(await original<object>()),
  loadNamespaces: async () => {
    files.asked += 1
    if (!files.there) throw gone
  },
}))
vi.mock('./shell.tsx', () => ({ RouteProblem: () => <h1>What went wrong</h1> }))

function Frame() {
  useFirstPage()
  return null
}

async function draw() {
  return act(async () =>
    render(
      <Texts>
        <Frame />
        <RouteBoundary />
      </Texts>,
      { onCaughtError: (error) => expect(error).toBe(gone) },
    ),
  )
}

const lastResort = { name: 'ページを表示できませんでした' }

describe('the page shell', () => {
  it('waits for the first page, and not for a frame of the browser before it', async () => {
    const onScreen = vi.fn<() => void>()
    const waiting = afterFirstPage().then(onScreen)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    expect(onScreen, 'nothing has been drawn').not.toHaveBeenCalled()
    render(<Frame />)
    await waiting
    expect(onScreen).toHaveBeenCalledOnce()
  })

  it('the next visit after a failure requests the page shell again, and another render does not', async () => {
    const { unmount } = await draw()
    await screen.findByRole('heading', lastResort)
    expect(files.asked).toBe(1)
    unmount()
    await draw()
    await screen.findByRole('heading', lastResort)
    expect(files.asked, 'rendering again requests nothing').toBe(1)
    files.there = true
    await act(() => loadShell())
    await draw()
    expect(await screen.findByRole('heading', { name: 'What went wrong' })).toBeVisible()
    expect(files.asked).toBe(2)
  })

  it('reports a failed request that it waits for, even if the shell is already loaded', async () => {
    files.there = true
    await loadShell()
    const unhandled = vi.fn<(reason: unknown) => void>()
    process.on('unhandledRejection', unhandled)
    loadShellAfter(Promise.reject(new Error('There is no such tenant')))
    await new Promise((resolve) => setTimeout(resolve, 0))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})
