import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { useNavigateFromHere } from './use-navigate-from-here.ts'

function ActionPage({ action }: { action: Promise<void> }) {
  const navigate = useNavigateFromHere()
  const onClick = async () => {
    await action
    await navigate('/done')
  }
  return <button onClick={() => void onClick()}>action</button>
}

/** Opens the page of an action and starts the action. */
async function begin() {
  const action = Promise.withResolvers<void>()
  const slowPage = Promise.withResolvers<null>()
  const router = createMemoryRouter(
    [
      { path: '/', element: <ActionPage action={action.promise} /> },
      { path: '/done', element: <h1>done</h1> },
      { path: '/other', element: <h1>other</h1> },
      { path: '/slow', element: <h1>slow</h1>, loader: () => slowPage.promise },
    ],
    { initialEntries: ['/'] },
  )
  render(<RouterProvider router={router} />)
  const button = await screen.findByRole('button', { name: 'action' })
  act(() => button.click())
  return {
    router,
    action,
    finish: () => act(async () => action.resolve()),
    showSlowPage: () => act(async () => slowPage.resolve(null)),
  }
}

describe('the page after an action', () => {
  it('the page after an action opens if the user has stayed', async () => {
    const { finish } = await begin()
    await finish()
    expect(await screen.findByRole('heading', { name: 'done' })).toBeVisible()
  })

  it('the page after an action does not open if the user has left the page of the action', async () => {
    const { router, finish } = await begin()
    await act(() => router.navigate('/other'))
    await finish()
    expect(screen.getByRole('heading', { name: 'other' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/other')
  })

  it('the page after an action does not open although the action ends as soon as the next page is visible', async () => {
    const { router, action } = await begin()
    const seen = Promise.withResolvers<void>()
    // Called before the passive effects of React that belong to the same change.
    const observer = new MutationObserver(() => {
      if (screen.queryByRole('heading', { name: 'other' }) === null) return
      action.resolve()
      seen.resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    void router.navigate('/other')
    await seen.promise
    observer.disconnect()
    await act(async () => undefined)
    expect(router.state.location.pathname).toBe('/other')
  })

  it('does not cancel a navigation that the user has started', async () => {
    const { router, finish, showSlowPage } = await begin()
    act(() => void router.navigate('/slow'))
    await finish()
    await showSlowPage()
    expect(await screen.findByRole('heading', { name: 'slow' })).toBeVisible()
  })
})
