import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { ProblemError } from '../lib/problem.ts'
import type { ProblemKind } from '../lib/problem.ts'
import { SectionBoundary } from './SectionBoundary.tsx'

class Page extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <p>page failed</p> : this.props.children
  }
}

/** Returns the errors that the boundaries have caught. */
function show(load: () => Promise<string>) {
  const caught: unknown[] = []
  function Content() {
    return <p>{useSuspenseQuery({ queryKey: ['content'], queryFn: load, retry: false }).data}</p>
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })}>
      <Page>
        <h1 tabIndex={-1} data-page-title="">
          Page
        </h1>
        <p>other section</p>
        <SectionBoundary
          skeleton={<p>loading</p>}
          failed={({ kind }, retry) => <button onClick={retry}>{`retry after ${kind}`}</button>}
        >
          <Content />
        </SectionBoundary>
      </Page>
    </QueryClientProvider>,
    { onCaughtError: (error) => void caught.push(error) },
  )
  return caught
}

function problem(kind: ProblemKind) {
  return new ProblemError({ kind, fields: [] })
}

it('a section boundary shows the failure of its section only, and fetches again on retry', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(problem('unavailable')).mockResolvedValue('content')
  show(load)
  expect(screen.getByText('loading')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'retry after unavailable' }))
  expect(await screen.findByText('content')).toBeVisible()
  expect(screen.getByText('other section')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('heading', { name: 'Page' })).toHaveFocus()
})

it('a section boundary maps an error that does not come from the API to unreadable', async () => {
  const bug = new TypeError('x is not a function')
  const caught = show(() => Promise.reject(bug))
  expect(await screen.findByRole('button', { name: 'retry after unreadable' })).toBeVisible()
  expect(caught).toEqual([bug])
})

it('a section boundary leaves an expired session to the page', async () => {
  show(() => Promise.reject(problem('unauthenticated')))
  expect(await screen.findByText('page failed')).toBeVisible()
})
