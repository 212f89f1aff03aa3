import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { portalConfig } from '../../../sandbox/core/portal-config.ts'
import { openPortal } from '../../app/testing/open-portal.ts'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { changeLanguage } from '../../i18n/texts.ts'

afterEach(() => changeLanguage('ja'))

async function signIn(email: string, password = 'Portal-123'): Promise<void> {
  await userEvent.type(await screen.findByRole('textbox', { name: 'メールアドレス' }), email)
  await userEvent.type(screen.getByLabelText('パスワード'), password)
  await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
}

async function refuseSignIn(request: Request): Promise<Response | null> {
  return request.url.endsWith('/login') ? Response.json({ code: 'SE_CO_0000' }, { status: 401 }) : null
}

describe('the address at sign-in', () => {
  it.each(['hanako＠example.jp', 'ｈａｎａｋｏ@example.jp', 'hanako@example.jp。', 'hanako@example.jp　'])(
    'the address is sent in half width for %s',
    async (typed) => {
      const sent: unknown[] = []
      await openPortal('/login/minato-city', {
        instead: async (request) => {
          if (request.method === 'POST' && request.url.endsWith('/login')) sent.push(await request.clone().json())
          return null
        },
      })
      await signIn(typed)
      await expect.poll(() => sent).toMatchObject([{ email: 'hanako@example.jp' }])
    },
  )

  it.each(['hanako', 'hanako@', '090-1234-5678'])(
    'the field explains the format of an address for %s',
    async (typed) => {
      const { requests } = await openPortal('/login/minato-city')
      await signIn(typed)
      const field = screen.getByRole('textbox', { name: 'メールアドレス' })
      expect(field).toBeInvalid()
      expect(field).toHaveAccessibleDescription(/「name@example.jp」のような形式/)
      expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
    },
  )
})

describe('the choice for a device that nobody else uses', () => {
  const box = () => screen.getByRole('checkbox', { name: 'この端末は自分だけが使う' })

  it.each([
    ['session', false],
    ['local', true],
  ] as const)('the box is at first as configured (%s)', async (tokenStorage, checked) => {
    const { auth, limits } = portalConfig('http://card.test', { auth: { tokenStorage }, limits: { absoluteHours: 8 } })
    await openPortal('/login/minato-city', { config: { auth, limits } })
    await screen.findByRole('heading', { name: 'ログイン' })
    expect(box()).toHaveProperty('checked', checked)
    expect(box()).toHaveAccessibleDescription(/^ログインから8時間は、.*ほかの人も使う端末では選ばないでください。$/)
  })

  it('the box stays as chosen after a refusal', async () => {
    await openPortal('/login/minato-city', { instead: refuseSignIn })
    await screen.findByRole('heading', { name: 'ログイン' })
    await userEvent.click(box())
    await signIn('hanako@example.jp')
    await screen.findByRole('alert')
    expect(box()).toBeChecked()
  })
})

describe('a failed sign-in', () => {
  it('a failed sign-in is no longer shown beside the errors of the next attempt', async () => {
    await openPortal('/login/minato-city', { instead: refuseSignIn })
    await signIn('hanako@example.jp')
    expect(await screen.findByRole('alert')).toHaveTextContent(/正しくありません/)
    await userEvent.clear(screen.getByRole('textbox', { name: 'メールアドレス' }))
    await signIn('hanako')
    expect(screen.getByText('1件の修正が必要です', { exact: false })).toBeVisible()
    expect(screen.queryByText(/正しくありません/)).toBeNull()
  })
})

describe('the errors of a sign-in', () => {
  it('the errors of a sign-in change their language with the page', async () => {
    await openPortal('/login/minato-city')
    await screen.findByRole('textbox', { name: 'メールアドレス' })
    await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    await screen.findByRole('link', { name: 'メールアドレスを入力してください。' })
    const english = await screen.findByRole('button', { name: 'English' })
    await userEvent.click(english)
    const summary = await screen.findByRole('region', { name: /2 to correct/ })
    const links = within(summary).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Enter your email address.', 'Enter your password.'])
    expect(screen.getByRole('textbox', { name: 'Email address' })).toHaveAccessibleDescription(
      /Enter your email address\./,
    )
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/Enter your password\./)
    expect(english).toHaveFocus()
  })
})

describe('the state of the history entry', () => {
  it.each([
    [{ email: 'hanako@example.jp' }, 'hanako@example.jp'],
    [{ email: { address: 'hanako@example.jp' } }, ''],
    [{}, ''],
    ['hanako@example.jp', ''],
    [null, ''],
  ])('%j fills in "%s"', async (state, address) => {
    const { router } = await openPortal('/mail-confirmation')
    await router.navigate('/login/minato-city', { state })
    expect(await screen.findByRole('textbox', { name: 'メールアドレス' })).toHaveValue(address)
  })
})

describe('the fields of the sign-in', () => {
  it('both fields are required for screen readers, without a badge, since they are obviously required', async () => {
    await openPortal('/login/minato-city')
    expect(await screen.findByRole('textbox', { name: 'メールアドレス' })).toBeRequired()
    expect(screen.getByLabelText('パスワード')).toBeRequired()
    expect(screen.queryByText('必須')).toBeNull()
  })
})

describe('a response without a user id', () => {
  it.each([{}, { userId: 7 }, { userId: '' }])(
    'asks to contact the administrator, and asks the identity provider nothing, for %j',
    async (body) => {
      const { requests } = await openPortal('/login/minato-city', {
        instead: ({ url }) => (url.endsWith('/login') ? Response.json(body) : null),
      })
      await signIn('hanako@example.jp')
      expect(await screen.findByRole('alert')).toHaveTextContent('システム管理者にお問い合わせください。')
      expect(requests.filter((request) => request.includes('_identity'))).toEqual([])
    },
  )
})

describe('an abandoned sign-in', () => {
  it.each([
    ['starts again', () => userEvent.click(screen.getByRole('button', { name: 'はじめからやり直す' }))],
    [
      'leaves the page',
      async (router) => {
        await act(() => router.navigate('/register/minato-city'))
        await act(() => router.navigate('/login/minato-city'))
      },
    ],
  ] satisfies [string, (router: PortalUnderTest['router']) => Promise<void>][])(
    'asks the identity provider nothing once the user %s, although the API answers later',
    async (_how, abandon) => {
      const { limits } = portalConfig('http://card.test', { limits: { signInWaitMs: 0 } })
      const held = Promise.withResolvers<void>()
      const waits = [held.promise]
      let asked = 0
      const { router, requests } = await openPortal('/login/minato-city', {
        config: { limits },
        async instead({ method, url, headers }) {
          if (method === 'POST' && url.endsWith('/login')) await waits.shift()
          if (headers.get('x-amz-target')?.endsWith('.InitiateAuth') === true) asked += 1
          return null
        },
      })
      await signIn('hanako@example.jp', 'Portal-2026!')
      await expect.poll(() => requests).toContain('POST /app/web/p/tenants/minato-city/login')
      await screen.findByRole('button', { name: 'はじめからやり直す' })
      await abandon(router)
      held.resolve()
      await userEvent.clear(await screen.findByRole('textbox', { name: 'メールアドレス' }))
      await userEvent.clear(screen.getByLabelText('パスワード'))
      await signIn('hanako@example.jp', 'Portal-2026!')
      await screen.findByRole('heading', { level: 1, name: '手続き一覧' })
      expect(asked).toBe(1)
    },
  )
})

describe('the user of the last sign-in', () => {
  it("stores the user's id under the name of the specification", async () => {
    const { sandbox } = await openPortal('/login/minato-city')
    await userEvent.type(await screen.findByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.jp')
    await userEvent.type(screen.getByLabelText('パスワード'), 'Portal-2026!')
    await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    await screen.findByRole('heading', { level: 1, name: '手続き一覧' })
    const user = sandbox.backend.residents.findByEmail('minato-city', 'hanako@example.jp')
    expect(localStorage.getItem('userId')).toBe(user?.userId)
  })
})
