// @shares-process
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RootBoundary } from './boundaries.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  document.documentElement.lang = 'ja'
})

function Broken(): never {
  throw new Error('secret detail')
}

it.each([
  ['ja', 'ページを表示できませんでした', 'もう一度試す'],
  ['en', 'This page could not be shown', 'Try again'],
])(
  'a boundary shows a page for an otherwise uncaught error, in %s, without providers or catalogue (R-03)',
  (lang, title, retry) => {
    document.documentElement.lang = lang
    render(
      <RootBoundary>
        <Broken />
      </RootBoundary>,
    )
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.getByRole('button', { name: retry })).toBeVisible()
    expect(document.body).not.toHaveTextContent('secret')
  },
)

it('a boundary does not add a second main landmark to the frame of the portal', () => {
  render(
    <main>
      <RootBoundary framed>
        <Broken />
      </RootBoundary>
    </main>,
  )
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
})
