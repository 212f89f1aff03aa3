import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { changeLanguage } from '../../i18n/texts.ts'
import { RootBoundary } from './boundaries.tsx'

afterEach(() => changeLanguage('ja'))

const broken = new Error('secret detail')

function Broken(): never {
  throw broken
}

/** Instead of React's message on the console. */
function onCaughtError(error: unknown): void {
  expect(error).toBe(broken)
}

it.each([
  ['ja', 'ページを表示できませんでした', 'もう一度試す'],
  ['en', 'This page could not be shown', 'Try again'],
] as const)(
  'a boundary shows a page for an otherwise uncaught error, in %s, without providers or catalogue (R-03)',
  async (language, title, retry) => {
    await changeLanguage(language)
    render(
      <RootBoundary>
        <Broken />
      </RootBoundary>,
      { onCaughtError },
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
    { onCaughtError },
  )
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
})
