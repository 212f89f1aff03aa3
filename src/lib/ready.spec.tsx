import { render, screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { describe, expect, it } from 'vitest'
import { fulfil, ready } from './ready.ts'

function Reader({ promise }: { promise: Promise<string | void> }) {
  return <p>{use(promise) ?? 'nothing'}</p>
}

/** Renders once, without giving a promise time to be fulfilled. */
function renderAtOnce(promise: Promise<string | void>) {
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

  it('marks a promise as fulfilled, so that `use` of React reads it without suspending', () => {
    const promise = new Promise<void>(() => {})
    fulfil(promise)
    renderAtOnce(promise)
    expect(screen.getByText('nothing')).toBeVisible()
  })

  it('is necessary, because `use` of React suspends for a promise without the mark', () => {
    renderAtOnce(new Promise<void>(() => {}))
    expect(screen.getByText('waiting')).toBeVisible()
  })
})
