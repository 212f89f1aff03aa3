import { act, render, screen } from '@testing-library/react'
import type { BackendModule } from 'i18next'
import { Component, Suspense } from 'react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { applyTextOverrides } from './text-overrides.ts'
import { changeLanguage, loadTexts, texts, textsToDraw } from './texts.ts'
import { ServiceNounContext, TenantNounContext, useLanguage, useText } from './use-text.ts'

beforeEach(() => changeLanguage('ja'))
afterEach(() => applyTextOverrides())

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failure: '' }

  static getDerivedStateFromError(error: Error) {
    return { failure: error.name }
  }

  override render() {
    const { failure } = this.state
    return failure === '' ? <Suspense fallback={<p>waiting</p>}>{this.props.children}</Suspense> : <p>{failure}</p>
  }
}

function Title() {
  const t = useText('downloads')
  return (
    <h1 lang={useLanguage()}>
      <span>{t('title')}</span>
    </h1>
  )
}

function show() {
  return render(
    <Boundary>
      <Title />
    </Boundary>,
  )
}

/** The next file does not arrive. i18next then regards its texts as loaded. */
function failOnce() {
  const { backend } = texts.services.backendConnector as { backend: BackendModule }
  return vi
    .spyOn(backend, 'read')
    .mockImplementationOnce((_language, _namespace, callback) => callback(new Error('offline'), null))
}

it('a component whose texts do not arrive fails, shows no key, and fetches them again on request', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  const read = failOnce()
  const { unmount } = await act(async () => show())
  expect(screen.getByText('TextsError')).toBeVisible()
  expect(screen.queryByText('title')).toBeNull()
  expect(read).toHaveBeenCalledOnce()
  expect(printed.mock.calls.flat()).toContainEqual(expect.objectContaining({ name: 'TextsError' }))
  printed.mockRestore()
  unmount()
  await act(() => loadTexts('ja', 'downloads'))
  show()
  expect(screen.getByRole('heading')).toHaveTextContent('書類のダウンロード')
})

it('a render that waits gets the same promise again after the texts have arrived', async () => {
  const promise = textsToDraw('ja', 'profile')
  await promise
  expect(textsToDraw('ja', 'profile')).toBe(promise)
})

it('a switch keeps the language if the texts of the other language do not arrive', async () => {
  await loadTexts('ja', 'downloads')
  show()
  failOnce()
  await act(() => expect(changeLanguage('en')).rejects.toThrow('did not load'))
  expect(screen.getByRole('heading')).toHaveAttribute('lang', 'ja')
  await act(() => changeLanguage('en'))
  expect(screen.getByRole('heading')).toHaveAttribute('lang', 'en')
  expect(screen.getByRole('heading')).toHaveTextContent('Documents')
})

function Save({ onResult }: { onResult: (text: string) => void }) {
  const t = useText('downloads')
  return (
    <button type="button" onClick={() => void changeLanguage('en').then(() => onResult(t('title')))}>
      {t('title')}
    </button>
  )
}

it('an action that ends after a switch speaks the language of the page', async () => {
  await loadTexts('ja', 'downloads')
  const onResult = vi.fn<(text: string) => void>()
  render(<Save onResult={onResult} />)
  await act(async () => screen.getByRole('button', { name: '書類のダウンロード' }).click())
  expect(onResult).toHaveBeenCalledExactlyOnceWith('Documents')
})

function Links() {
  const t = useText('downloads')
  return <p>{`${t('order')} / ${t('toHistory')}`}</p>
}

it("names one application by the service's noun and the history by the tenant's", async () => {
  await loadTexts('ja', 'downloads')
  const view = (
    <TenantNounContext value="subscription">
      <ServiceNounContext value="booking">
        <Links />
      </ServiceNounContext>
    </TenantNounContext>
  )
  const { unmount } = render(view)
  expect(screen.getByText('予約の詳細 / お申し込み履歴へ')).toBeVisible()
  await act(() => changeLanguage('en'))
  expect(screen.getByText('See the booking / Application history')).toBeVisible()
  await act(() => changeLanguage('ja'))
  unmount()
  applyTextOverrides({ ja: { 'critical.nouns.booking.noun': '相談' } })
  render(view)
  expect(screen.getByText('相談の詳細 / お申し込み履歴へ')).toBeVisible()
})
