import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router-dom'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { page } from './lazy-page.ts'

const module = {
  loader: ({ params }: LoaderFunctionArgs) => `order ${params.orderId ?? ''}`,
  Component: () => <h1>{useLoaderData<string>()}</h1>,
}

function open(load: () => Promise<typeof module>) {
  const router = createMemoryRouter(
    [
      {
        HydrateFallback: () => <p>loading</p>,
        children: [{ path: '/orders/:orderId', lazy: page([], load), errorElement: <p>missing</p> }],
      },
    ],
    { initialEntries: ['/orders/1'] },
  )
  render(<RouterProvider router={router} />)
  return router
}

it('a lazy page loads with its loader', async () => {
  open(() => Promise.resolve(module))
  expect(await screen.findByRole('heading', { name: 'order 1' })).toBeVisible()
})

it('a lazy page that has not arrived shows its boundary, and is fetched again at the next visit (R-10)', async () => {
  const load = vi.fn<() => Promise<typeof module>>(() => Promise.reject(new TypeError('Failed to fetch')))
  const router = open(load)
  expect(await screen.findByText('missing')).toBeVisible()
  await act(() => router.navigate('/orders/2'))
  expect(screen.getByText('missing')).toBeVisible()
  load.mockResolvedValue(module)
  await act(() => router.navigate('/orders/3'))
  expect(screen.getByRole('heading', { name: 'order 3' })).toBeVisible()
  await act(() => router.navigate('/orders/4'))
  expect(screen.getByRole('heading', { name: 'order 4' })).toBeVisible()
  expect(load).toHaveBeenCalledTimes(3)
})
