import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SentTo } from '../../credentials/CodeField.tsx'
import { changeLanguage, loadNamespaces } from '../../i18n/texts.ts'
import { startErrorReports } from '../../lib/error-report.ts'
import { ChallengeScreen } from './ChallengeScreen.tsx'
import type { SignIn } from './use-sign-in.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function doNothing(): void {}

const signIn: SignIn = {
  step: null,
  busy: false,
  slow: false,
  failure: null,
  failures: 0,
  resent: false,
  canResend: false,
  email: undefined,
  submitPassword: doNothing,
  answer: doNothing,
  resend: doNothing,
  resetPassword: doNothing,
  forgetFailure: doNothing,
  keepWaiting: doNothing,
  restart: doNothing,
  prepare: doNothing,
}

it('explains a step that the portal does not support, and reports its name', async () => {
  const fetch = vi.fn(async (_url: string, _options: { body: string }) => new Response())
  vi.stubGlobal('fetch', fetch)
  const stop = startErrorReports({ stage: 'test', reportTo: '/error-reports' })
  await changeLanguage('ja')
  await loadNamespaces(['sign-in'])

  const { unmount } = render(<ChallengeScreen signIn={signIn} step={{ kind: 'unsupported', step: 'VOICE_PRINT' }} />)

  expect(screen.getByText(/お問い合わせ/)).toBeVisible()
  const reports = fetch.mock.calls.map(([, { body }]): unknown => JSON.parse(body))
  expect(reports).toMatchObject([{ kind: 'sign-in-step', code: 'VOICE_PRINT' }])
  unmount()
  stop()
})

it.each([
  ['+********5678', '送り先：末尾5678の携帯電話'],
  ['m***@e***', '送り先：m***@e***'],
])('shows where the code was sent (%s): %s', async (destination, words) => {
  await changeLanguage('ja')
  await loadNamespaces(['sign-in'])
  render(<SentTo destination={destination} />)
  expect(screen.getByText(words)).toBeVisible()
})
