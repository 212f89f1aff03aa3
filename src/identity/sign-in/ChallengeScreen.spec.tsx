import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SignInFactor } from '../session/sign-in-step.ts'
import { SentTo } from '../fields/CodeField.tsx'
import { changeLanguage, loadNamespaces } from '../../i18n/texts.ts'
import { startErrorReports } from '../../lib/error-report.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { uiTexts } from '../../ui/testing/ui-texts.ts'
import { ChallengeScreen } from './ChallengeScreen.tsx'
import type { SignIn } from './use-sign-in.ts'

afterEach(async () => {
  vi.unstubAllGlobals()
  await changeLanguage('ja')
})

function doNothing(): void {}

const signIn: SignIn = {
  step: null,
  busy: false,
  slow: false,
  failure: null,
  failures: 0,
  resent: false,
  resetSentTo: null,
  canResend: false,
  email: undefined,
  keptIn: 'session',
  submitPassword: doNothing,
  answer: doNothing,
  resend: doNothing,
  resetPassword: doNothing,
  forgetFailure: doNothing,
  keepWaiting: doNothing,
  restart: doNothing,
  prepare: doNothing,
}

async function show(children: ReactNode) {
  await changeLanguage('ja')
  await loadNamespaces(['sign-in', 'login'])
  return render(
    <UiTextsContext value={uiTexts}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    </UiTextsContext>,
  )
}

it('the page explains a step that the portal does not support, and reports its name', async () => {
  const fetch = vi.fn(async (_url: string, _options: { body: string }) => new Response())
  vi.stubGlobal('fetch', fetch)
  const stop = startErrorReports({ stage: 'test', reportTo: '/error-reports' })
  await changeLanguage('ja')
  await loadNamespaces(['sign-in'])

  const { unmount } = render(
    <ChallengeScreen signIn={signIn} step={{ kind: 'unsupported', step: 'VOICE_PRINT' }} asked describedBy="lead" />,
  )

  expect(screen.getByText(/お問い合わせ/)).toBeVisible()
  const reports = fetch.mock.calls.map(([, { body }]): unknown => JSON.parse(body))
  expect(reports).toMatchObject([{ kind: 'sign-in-step', code: 'VOICE_PRINT' }])
  unmount()
  stop()
})

it('the page shows the errors of a new password and its attributes in the chosen language after a switch', async () => {
  await show(
    <ChallengeScreen
      signIn={signIn}
      step={{ kind: 'new-password', missingAttributes: ['name'] }}
      asked
      describedBy="lead"
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: /設定/ }))
  expect(screen.getByRole('link', { name: 'お名前を入力してください。' })).toBeVisible()
  await act(() => changeLanguage('en'))
  expect(screen.getByRole('link', { name: 'Enter: Name.' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Enter: Name\./)
})

it.each([
  ['+********5678', '送り先：末尾5678の携帯電話'],
  ['m***@e***', '送り先：m***@e***'],
])('the page shows where the code was sent (%s): %s', async (destination, words) => {
  await changeLanguage('ja')
  await loadNamespaces(['sign-in'])
  render(<SentTo destination={destination} />)
  expect(screen.getByText(words)).toBeVisible()
})

describe('a code', () => {
  async function open(channel: SignInFactor, asked = true) {
    const answer = vi.fn()
    const step = { kind: 'code', channel, destination: '+********5678' } as const
    await show(
      <>
        <p id="lead">届いた確認コードを入力してください。</p>
        <ChallengeScreen signIn={{ ...signIn, answer, canResend: true }} step={step} asked={asked} describedBy="lead" />
      </>,
    )
    const field = screen.getByRole('textbox', { name: '確認コード' })
    const codes = () => answer.mock.calls.map(([code]: unknown[]) => code)
    return { field, answer, codes }
  }

  it('the field of a code has the focus when the step opens, and describes where to find the code', async () => {
    const { field } = await open('sms')
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription(/届いた確認コードを入力してください。.*6桁目を入力すると送信されます。/)
  })

  it('leaves the focus where it is after a reload', async () => {
    const { field } = await open('sms', false)
    expect(field).not.toHaveFocus()
  })

  it('a code is submitted at its sixth digit, with the choice above it to remember this device', async () => {
    const { field, answer } = await open('sms')
    const remember = screen.getByRole('checkbox', { name: /次回から確認コードの入力を省略する/ })
    expect(remember.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await userEvent.click(remember)
    await userEvent.type(field, '12345')
    expect(answer).not.toHaveBeenCalled()
    await userEvent.type(field, '6')
    expect(answer.mock.calls).toEqual([['123456', { rememberDevice: true }]])
  })

  it.each(['123456', ' 123 456 ', '１２３４５６', '123-456', '確認コード：123456です。'])(
    'a code is submitted when it is pasted as "%s"',
    async (text) => {
      const { field, codes } = await open('email')
      await userEvent.click(field)
      await userEvent.paste(text)
      expect(codes()).toEqual(['123456'])
    },
  )

  it('a code is not submitted while its full-width digits are composed', async () => {
    const { field, codes } = await open('totp')
    fireEvent.compositionStart(field)
    fireEvent.input(field, { target: { value: '１２３４５６' }, isComposing: true })
    expect(codes()).toEqual([])
    fireEvent.compositionEnd(field)
    expect(codes()).toEqual(['123456'])
  })

  it('a code can be corrected digit by digit after a failure, and the button then submits it', async () => {
    const { field, codes } = await open('totp')
    await userEvent.type(field, '123456')
    await userEvent.type(field, '{Backspace}{Backspace}')
    await userEvent.type(field, '56')
    await userEvent.type(field, '{Backspace}7')
    expect(codes()).toEqual(['123456'])
    await userEvent.click(screen.getByRole('button', { name: '確認する' }))
    expect(codes()).toEqual(['123456', '123457'])
  })

  it('another code is submitted after the field was emptied or replaced, but never the same code again', async () => {
    const { field, codes } = await open('sms')
    await userEvent.type(field, '123456')
    await userEvent.clear(field)
    await userEvent.type(field, '123456')
    expect(codes()).toEqual(['123456'])
    await userEvent.clear(field)
    await userEvent.type(field, '654321')
    await userEvent.tripleClick(field)
    await userEvent.paste('111111')
    expect(codes()).toEqual(['123456', '654321', '111111'])
  })

  it('a code that the browser fills in with several events is submitted once', async () => {
    const { field, codes } = await open('sms')
    fireEvent.input(field, { target: { value: '123456' } })
    fireEvent.input(field)
    fireEvent.change(field)
    expect(codes()).toEqual(['123456'])
  })

  it('a text without a code is not sent, and its error says what a code is', async () => {
    const { field, codes } = await open('sms')
    await userEvent.click(field)
    await userEvent.paste('確認コード')
    await userEvent.click(screen.getByRole('button', { name: '確認する' }))
    expect(codes()).toEqual([])
    expect(field).toHaveAccessibleDescription(/確認コードは6桁の数字です。コードだけを入力してください。/)
  })

  it('a mailed code may be longer than six digits, so that the sixth typed digit does not submit the code', async () => {
    const { field, codes } = await open('email')
    await userEvent.type(field, '12345678')
    expect(codes()).toEqual([])
    expect(field).toHaveAccessibleDescription(/6桁の数字$/)
  })

  it.each([
    ['sms', 'コードが届かないとき', /圏外/],
    ['email', 'コードが届かないとき', /迷惑メール/],
    ['totp', '認証アプリを使えないとき', /30秒ごと/],
  ] as const)('a code has help for %s: %s', async (channel, title, body) => {
    await open(channel)
    const words = screen.getByText(body)
    expect(words).not.toBeVisible()
    await userEvent.click(screen.getByText(title))
    expect(words).toBeVisible()
  })
})

it('a required password reset shows where its code was sent', async () => {
  const step = { kind: 'reset-required' } as const
  await show(<ChallengeScreen signIn={{ ...signIn, resetSentTo: 'h***@e***' }} step={step} asked describedBy="lead" />)
  expect(screen.getByText('送り先：h***@e***')).toBeVisible()
})

it('a new authenticator app can be opened before its QR code, which a phone cannot scan from its own screen', async () => {
  const step = { kind: 'set-up-totp', secret: 'JBSWY3DPEHPK3PXP' } as const
  await show(<ChallengeScreen signIn={signIn} step={step} asked describedBy="lead" />)
  const code = await screen.findByRole('img', { name: '認証アプリに読み取らせるQRコード' })
  const link = screen.getByRole('link', { name: 'この端末の認証アプリで開く' })
  expect(link.compareDocumentPosition(code)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('textbox', { name: '確認コード' })).not.toHaveFocus()
})
