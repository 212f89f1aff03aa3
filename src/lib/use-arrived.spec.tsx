import { render, screen } from '@testing-library/react'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { useArrived } from './use-arrived.ts'

function Show({ promise }: { promise: Promise<string> }) {
  return <output>{useArrived(promise) ?? 'waiting'}</output>
}

class Boundary extends Component<{ children: ReactNode }, { message: string }> {
  override state = { message: '' }
  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }
  override render() {
    return this.state.message === '' ? this.props.children : <p>{this.state.message}</p>
  }
}

it('the value of a promise is shown when it has arrived, and never that of an earlier promise', async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const { rerender } = render(<Show promise={first.promise} />)
  expect(screen.getByRole('status')).toHaveTextContent('waiting')
  first.resolve('first')
  expect(await screen.findByText('first')).toBeVisible()
  rerender(<Show promise={second.promise} />)
  expect(screen.getByRole('status')).toHaveTextContent('waiting')
  second.resolve('second')
  expect(await screen.findByText('second')).toBeVisible()
})

it('a promise that fails is a failure of the page', async () => {
  render(
    <Boundary>
      <Show promise={Promise.reject(new Error('It failed'))} />
    </Boundary>,
    { onCaughtError: () => undefined },
  )
  expect(await screen.findByText('It failed')).toBeVisible()
})
