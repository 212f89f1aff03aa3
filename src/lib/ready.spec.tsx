import { act, render, screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { describe, expect, it } from 'vitest'
import { ready, readyLater } from './ready.ts'

function Reader({ promise }: { promise: Promise<string> }) {
  return <p>{use(promise)}</p>
}

/** Renders once, without giving a promise time to be fulfilled. */
function renderAtOnce(promise: Promise<string>) {
  render(
    <Suspense fallback="waiting">
      <Reader promise={promise} />
    </Suspense>,
  )
}

/** If these fail after an upgrade of React, `use` no longer reads `status` and `value` of a promise. */
describe('lib/ready.ts', () => {
  it('creates a promise that `use` of React reads without suspending', () => {
    renderAtOnce(ready('value'))
    expect(screen.getByText('value')).toBeVisible()
  })

  it('marks a promise that has arrived, which `use` of React then reads without suspending', async () => {
    const promise = readyLater(Promise.resolve('value'))
    await promise
    renderAtOnce(promise)
    expect(screen.getByText('value')).toBeVisible()
  })

  it('a marked promise is necessary, because `use` of React suspends for a promise without the mark', async () => {
    await act(async () => renderAtOnce(new Promise<string>(() => {})))
    expect(screen.getByText('waiting')).toBeVisible()
  })
})
