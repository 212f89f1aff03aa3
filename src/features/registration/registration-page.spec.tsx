import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendConfirmation } from '../../../sandbox/rules/confirmations.ts'
import { fillSilently } from '../../app/testing/fill-silently.ts'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { changeLanguage } from '../../i18n/texts.ts'
import { longWaitMs } from '../../lib/clock.ts'

type PortalOptions = Parameters<typeof startPortal>[1]

let portal: PortalUnderTest | null = null

afterEach(async () => {
  portal?.stop()
  portal = null
  vi.useRealTimers()
  await changeLanguage('ja')
})

const profileTitle = 'お名前と連絡先'
const passwordTitle = 'パスワードと同意'

function heading(name: string) {
  return screen.findByRole('heading', { level: 1, name })
}
const day = 24 * 60 * 60 * 1000
const address = 'taro.new@example.jp'
type Form = { serviceId: string; formType: string }
type Link = { type?: 'registration' | 'password_reset'; tenantId?: string; shift?: number; form?: Form } & PortalOptions

/** Opens a mailed link in the portal. */
async function openLink({ type = 'registration', tenantId = 'minato-city', shift = 0, form, ...options }: Link = {}) {
  const started = await startPortal('/mail-confirmation', options)
  portal = started
  await heading('メールをご確認ください')
  const { backend, clock } = started.sandbox
  const { confirmationId } = sendConfirmation(backend, { tenantId, type, email: address, ...(form && { form }) })
  clock.shift(shift)
  await started.router.navigate(`/mail-confirmation?type=registration&tenantId=minato-city&id=${confirmationId}`)
  return { ...started, backend, link: `/registration/minato-city/${confirmationId}` }
}

function field(name: string) {
  return screen.getByRole('textbox', { name })
}
function next() {
  return userEvent.click(screen.getByRole('button', { name: '次へ' }))
}
function register() {
  return userEvent.click(screen.getByRole('button', { name: '登録する' }))
}

async function fillNames(): Promise<void> {
  await userEvent.type(field('姓'), '山田')
  await userEvent.type(field('名'), '太郎')
  await userEvent.type(field('セイ（フリガナ）'), 'やまだ')
  await userEvent.type(field('メイ（フリガナ）'), 'ﾀﾛｳ')
}

/** Fills in what the first step requires, and continues. */
async function unfold(): Promise<void> {
  await userEvent.click(await screen.findByText('住所・電話番号など（任意）'))
}

async function toPassword(): Promise<void> {
  await fillNames()
  await next()
  await heading(passwordTitle)
}

async function agree(): Promise<void> {
  await userEvent.click(screen.getByRole('checkbox', { name: '利用規約に同意する' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '個人情報の取扱いに同意する' }))
}

function password() {
  return screen.getByLabelText('パスワード')
}

/** The values of the list in the second step. */
function whoRegisters() {
  const values = within(screen.getByRole('main')).getAllByRole('definition')
  return values.map(({ textContent }) => textContent)
}

/** The API refuses a field of the registration. */
function refuse(pointer: string): void {
  if (portal === null) throw new Error('No portal')
  const refusal = { code: 'SE_CO_0400', errors: [{ pointer, code: 'x', message: '<b>外字</b>' }] }
  const { fetch } = portal.sandbox
  portal.sandbox.fetch = (request) =>
    request.url.endsWith('/registration') && request.method === 'POST'
      ? Promise.resolve(
          Response.json(refusal, { status: 422, headers: { 'Content-Type': 'application/problem+json' } }),
        )
      : fetch(request)
}

function written(backend: PortalUnderTest['sandbox']['backend']) {
  return backend.residents.findByEmail('minato-city', address)
}

describe('a registration link (R-14)', () => {
  it('opens a form with the address for password managers if the link was requested in this browser', async () => {
    const { router, link } = await openLink()
    await heading(profileTitle)
    await toPassword()
    expect(document.querySelector('input[autocomplete="username"]')).toBeNull()
    await router.navigate('/register/minato-city')
    await userEvent.type(await screen.findByRole('textbox', { name: 'メールアドレス' }), address)
    await userEvent.click(screen.getByRole('button', { name: 'メールを送信する' }))
    await heading('メールをご確認ください')
    await router.navigate(link)
    await heading(profileTitle)
    await next()
    await heading(passwordTitle)
    const name = password().closest('form')?.querySelector('input[autocomplete="username"]')
    expect(name).toHaveValue(address)
  })

  it('opens the form, whose second step shows what was entered and a masked address', async () => {
    const { path, link, requests } = await openLink()
    await heading(profileTitle)
    expect(path()).toBe(link)
    await toPassword()
    expect(whoRegisters()).toEqual(['t****w@example.jp', '山田 太郎', 'ヤマダ タロウ', 'メール', '日本語'])
    expect(document.body).not.toHaveTextContent(address)
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  })
  it.each([
    [
      'that has expired',
      { shift: 2 * day },
      'リンクの有効期限が切れています',
      'もう一度登録してください',
      'もう一度登録する',
    ],
    [
      'for something else',
      { type: 'password_reset' },
      'リンクを開けません',
      'メールに記載されたリンク',
      'もう一度登録する',
    ],
    [
      'of another tenant',
      { tenantId: 'aozora-water' },
      'リンクを開けません',
      'メールに記載されたリンク',
      'もう一度登録する',
    ],
  ] as const)('%s explains the problem and the next step', async (_name, link, title, body, action) => {
    await openLink(link)
    await heading(title)
    expect(screen.getByText(new RegExp(body))).toBeVisible()
    expect(screen.getByRole('link', { name: action })).toHaveAttribute('href', '/register/minato-city')
  })
  it('accepts a name that is not divided into family and given name', async () => {
    const { backend } = await openLink()
    await heading(profileTitle)
    await userEvent.click(screen.getByRole('checkbox', { name: /^氏名が姓と名に分かれていない/ }))
    expect(screen.queryByRole('textbox', { name: '名' })).toBeNull()
    await next()
    expect(await screen.findAllByText('氏名（フリガナ）を入力してください。')).not.toHaveLength(0)
    await userEvent.type(field('氏名'), 'NGUYEN VAN ANH')
    await userEvent.type(field('氏名（フリガナ）'), 'ぐえん ヴぁん あいん')
    await next()
    await heading(passwordTitle)
    expect(screen.getByText('NGUYEN VAN ANH')).toBeVisible()
    await userEvent.type(password(), 'Minato-2026!')
    await agree()
    await register()
    await heading('手続き一覧')
    expect(written(backend)?.profile).toMatchObject({
      familyName: 'NGUYEN VAN ANH',
      givenName: '',
      familyNameKana: 'グエン\u3000ヴァン\u3000アイン',
    })
  })
  it('links to the login if it was already used', async () => {
    const { backend, router, link } = await openLink()
    await heading(profileTitle)
    const confirmation = backend.confirmations.find('minato-city', link.split('/').at(-1) ?? '')
    if (confirmation === null) throw new Error('The confirmation is gone')
    backend.confirmations.save({ ...confirmation, usedAt: backend.clock.now() })
    await router.navigate('/register/minato-city')
    await heading('新規登録')
    await router.navigate(link)
    await heading('登録は完了しています')
    expect(screen.getByText(/登録したときのパスワードでログインしてください。$/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'ログインする' })).toHaveAttribute('href', '/login/minato-city')
  })
  it('leads to the list if it was used for the session of this browser, e.g. by Back', async () => {
    const { router } = await openLink()
    await heading(profileTitle)
    await toPassword()
    await userEvent.type(password(), 'Portal-2026!')
    await agree()
    await register()
    await heading('手続き一覧')
    await router.navigate(-1)
    await heading('登録は完了しています')
    expect(screen.getByRole('link', { name: '手続き一覧へ' })).toHaveAttribute('href', '/minato-city/applicationlist')
  })
  it('shows the not-found page for an invalid id', async () => {
    portal = await startPortal('/registration/minato-city/..%2Fx')
    await heading('ページが見つかりません')
    expect(portal.requests).toEqual([])
  })
})

/** Each step, how it is submitted without a value, and its errors then, in the order of the page. */
const emptySteps = [
  [
    'the first step',
    async () => next(),
    [
      '姓を入力してください。',
      '名を入力してください。',
      'セイ（フリガナ）を入力してください。',
      'メイ（フリガナ）を入力してください。',
    ],
  ],
  [
    'the second step',
    async () => {
      await toPassword()
      await register()
    },
    [
      'パスワードを入力してください。',
      '続けるには、利用規約への同意が必要です。',
      '続けるには、個人情報の取扱いへの同意が必要です。',
    ],
  ],
] as const

describe('the registration form', () => {
  it('registers a person with normalized values', async () => {
    const { backend } = await openLink()
    await unfold()
    await heading(profileTitle)
    await fillNames()
    await userEvent.type(field('年'), 'S60')
    await userEvent.type(field('月'), '４')
    await userEvent.type(field('日'), '1')
    expect(screen.getByText('昭和60年')).toBeVisible()
    await userEvent.type(field('電話番号'), '０９０-1234-5678')
    await next()
    expect(await heading(passwordTitle)).toHaveFocus()
    await userEvent.type(password(), 'Portal-2026!')
    await agree()
    await register()
    expect(await heading('手続き一覧')).toHaveFocus()
    // Once: a notification is a live region itself.
    expect(await screen.findAllByText('登録が完了し、ログインしました。')).toHaveLength(1)
    expect(written(backend)?.profile).toEqual({
      kind: 'person',
      email: address,
      familyName: '山田',
      givenName: '太郎',
      familyNameKana: 'ヤマダ',
      givenNameKana: 'タロウ',
      birthDate: '1985-04-01',
      phone: '09012345678',
      contact: { email: true, phone: false, post: false },
      locale: 'ja',
    })
  })

  const waste = { serviceId: 'bulky-waste', formType: 'individual' }
  const visited = '/minato-city/userprofile'
  const expiresAt = new Date(Date.now() + day).toISOString()
  const link = { type: 'registration', status: 'VALID', expiresAt, maskedEmail: 't****w@example.jp' }
  const hostileForm = { serviceId: '/evil.test', formType: '..' }
  const hostile = ['/confirmations/', () => Response.json({ ...link, ...hostileForm })] as const
  it.each([
    ['the form that was chosen in another browser', waste, null, '/application/minato-city/bulky-waste/individual'],
    ['the page visited here if the tenant does not offer the service', { ...waste, serviceId: 'x' }, null, visited],
    ['the page visited here if the service has no such form', { ...waste, formType: 'x' }, null, visited],
    ['the page visited here if the ids are invalid', undefined, hostile, visited],
    ['the page visited here if the services do not load', waste, ['/services', () => Response.error()], visited],
    ['the page visited here if the API keeps no form', undefined, null, visited],
  ] as const)('leads on to %s', async (_name, form, other, path) => {
    const instead = ({ url }: Request) => (other !== null && url.includes(other[0]) ? other[1]() : null)
    localStorage.setItem('redirectPath', visited)
    const { router } = await openLink({ instead, ...(form && { form }) })
    await heading(profileTitle)
    await toPassword()
    await userEvent.type(password(), 'Portal-2026!')
    await agree()
    await register()
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
  })

  it('registers a person with the values that the browser fills in silently', async () => {
    const { backend } = await openLink()
    await heading(profileTitle)
    await screen.findByRole('contentinfo')
    for (const [name, text] of [
      ['姓', '山田'],
      ['名', '太郎'],
      ['セイ（フリガナ）', 'やまだ'],
      ['メイ（フリガナ）', 'ﾀﾛｳ'],
      ['年', '1985'],
      ['月', '4'],
      ['日', '1'],
      ['電話番号', '090-1234-5678'],
    ] as const)
      fillSilently(field(name), text)
    fireEvent.click(screen.getByRole('button', { name: '次へ' }))
    await heading(passwordTitle)
    expect(whoRegisters(), 'the box was closed').toEqual(
      expect.arrayContaining(['1985年（昭和60年）4月1日', '090-1234-5678']),
    )
    await agree()
    fillSilently(password(), 'Portal-2026!')
    fireEvent.click(screen.getByRole('button', { name: '登録する' }))
    await heading('手続き一覧')
    expect(written(backend)?.profile).toMatchObject({
      familyName: '山田',
      givenNameKana: 'タロウ',
      birthDate: '1985-04-01',
      phone: '09012345678',
    })
  })

  it.each([
    [
      'the identity provider refuses',
      {
        instead: (request: Request) =>
          request.headers.get('x-amz-target')?.endsWith('.InitiateAuth') === true ? Response.error() : null,
      },
    ],
    ['another user is signed in in this browser', { as: 'hanako@example.jp' }],
  ])('leads to the sign-in page after the registration if %s', async (_name, options) => {
    const { session } = await openLink(options)
    await heading(profileTitle)
    const before = session.storedSession()
    await fillNames()
    await userEvent.type(field('年'), '1985')
    await userEvent.type(field('月'), '4')
    await userEvent.type(field('日'), '1')
    await userEvent.type(field('電話番号'), '09012345678')
    await next()
    await heading(passwordTitle)
    await userEvent.type(password(), 'Portal-2026!')
    await agree()
    await register()
    expect(await heading('登録が完了しました')).toHaveFocus()
    expect(screen.getByText('登録が完了しました。ログインしてください。')).toBeVisible()
    expect(screen.getByRole('link', { name: 'ログインする' })).toHaveAttribute('href', '/login/minato-city')
    expect(session.storedSession()).toEqual(before)
  })

  it('registers a corporation found by its number', async () => {
    const { backend } = await openLink()
    await heading(profileTitle)
    await userEvent.click(screen.getByRole('radio', { name: '法人・団体' }))
    await userEvent.type(field('法人番号'), '７０００-０１２０-５０００２')
    await waitFor(() => expect(field('法人名・団体名')).toHaveValue('国税庁'))
    expect(screen.getByRole('combobox', { name: '都道府県' })).toHaveValue('東京都')
    await userEvent.type(field('ご担当者のお名前'), '港 花子')
    await userEvent.type(field('ご担当者のフリガナ'), 'みなと はなこ')
    await next()
    await heading(passwordTitle)
    expect(whoRegisters()).toEqual(expect.arrayContaining(['t****w@example.jp', '国税庁', '港 花子']))
    await userEvent.type(password(), 'Portal-2026!')
    await agree()
    await register()
    await heading('手続き一覧')
    expect(written(backend)?.profile).toMatchObject({
      kind: 'corporation',
      corporateNumber: '7000012050002',
      corporationName: '国税庁',
      contactNameKana: 'ミナト\u3000ハナコ',
      address: { postalCode: '1000013', prefecture: '東京都', city: '千代田区', street: '霞が関3丁目1-1' },
    })
  })

  it('asks to select the prefecture of an address that is filled in partly', async () => {
    await openLink()
    await heading(profileTitle)
    await userEvent.type(field('市区町村'), '港区')
    await next()
    expect(await screen.findByRole('link', { name: '都道府県を選択してください。' })).toBeVisible()
  })

  it.each(emptySteps)(
    'shows all missing values of %s at once, in the order of the page',
    async (_step, submit, messages) => {
      const { requests } = await openLink()
      await heading(profileTitle)
      await submit()
      const summary = await screen.findByRole('region', { name: new RegExp(`${messages.length}件の修正が必要です。`) })
      expect(summary).toHaveFocus()
      expect(
        within(summary)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual(messages)
      expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
      await waitFor(() => expect(document.title).toMatch(/^エラー：/))
      const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
    },
  )

  it.each(emptySteps)(
    'shows the errors of %s in the language of the page after a switch',
    async (_step, submit, messages) => {
      await openLink()
      await heading(profileTitle)
      await submit()
      await screen.findByRole('region', { name: new RegExp(`${messages.length}件の修正が必要です。`) })
      await userEvent.click(screen.getByRole('button', { name: 'English' }))
      const summary = await screen.findByRole('region', { name: new RegExp(`${messages.length} to correct`) })
      expect(summary).not.toHaveTextContent(/[ぁ-ん]/)
    },
  )

  it('removes the errors of fields that disappear with the kind of user', async () => {
    await openLink()
    await heading(profileTitle)
    await userEvent.type(field('市区町村'), '港区')
    await next()
    await screen.findByRole('region', { name: '入力内容を確認してください。7件の修正が必要です。' })
    await userEvent.click(screen.getByRole('radio', { name: '法人・団体' }))
    const summary = screen.getByRole('region', { name: '入力内容を確認してください。3件の修正が必要です。' })
    expect(within(summary).getAllByRole('link')[0]).toHaveTextContent('郵便番号を入力してください。')
    expect(screen.getByRole('radio', { name: '法人・団体' })).toHaveFocus()
  })

  it('folds what may be left out, until it has an error', async () => {
    await openLink()
    await heading(profileTitle)
    expect(field('電話番号')).not.toBeVisible()
    await unfold()
    expect(field('電話番号')).toBeVisible()
    await userEvent.type(field('電話番号'), '12')
    await userEvent.click(screen.getByText('住所・電話番号など（任意）'))
    expect(field('電話番号')).not.toBeVisible()
    await next()
    for (let count = 0; count < 2; count += 1) {
      await userEvent.click(await screen.findByRole('link', { name: /電話番号/ }))
      expect(field('電話番号')).toBeVisible()
      expect(field('電話番号')).toHaveFocus()
      await userEvent.click(screen.getByText('住所・電話番号など（任意）'))
    }
  })

  it('shows the address that the look-up of a company has filled in, also to a person', async () => {
    await openLink()
    await userEvent.click(await screen.findByRole('radio', { name: '法人・団体' }))
    expect(field('市区町村'), 'the look-up may ask for it').toBeVisible()
    await userEvent.type(field('法人番号'), '7000012050002')
    await waitFor(() => expect(field('市区町村')).not.toHaveValue(''))
    await userEvent.click(screen.getByRole('radio', { name: '個人' }))
    expect(field('市区町村')).toBeVisible()
  })

  it('offers a choice if a postal code covers two prefectures, and removes it with the number', async () => {
    await openLink()
    await unfold()
    await heading(profileTitle)
    await userEvent.type(field('郵便番号'), '498-0000')
    await userEvent.click(await screen.findByRole('button', { name: '三重県桑名郡木曽岬町' }))
    expect(screen.getByRole('combobox', { name: '都道府県' })).toHaveValue('三重県')
    expect(field('市区町村')).toHaveValue('桑名郡木曽岬町')
    expect(field('郵便番号')).toHaveFocus()
    await userEvent.clear(field('郵便番号'))
    await userEvent.type(field('郵便番号'), '0000000')
    expect(await screen.findByText(/この郵便番号の住所は見つかりませんでした。/)).toBeVisible()
    expect(screen.getByRole('combobox', { name: '都道府県' })).toHaveValue('')
  })

  it('removes the errors of fields that a look-up has filled in, and no other', async () => {
    await openLink()
    await heading(profileTitle)
    await unfold()
    await userEvent.type(field('電話番号'), '12')
    await userEvent.type(field('町名'), '芝公園')
    await next()
    expect(await screen.findByRole('link', { name: '都道府県を選択してください。' })).toBeVisible()
    await userEvent.clear(field('町名'))
    await userEvent.type(field('郵便番号'), '1050011')
    await waitFor(() => expect(field('市区町村')).toHaveValue('港区'))
    expect(screen.queryByText(/都道府県を選択|市区町村を入力/)).toBeNull()
    expect(field('市区町村')).toBeValid()
    expect(screen.getByRole('link', { name: /番地を入力/ })).toBeVisible()
    expect(field('電話番号')).toBeInvalid()
  })

  it('shows a postal code with its hyphen, as everywhere else', async () => {
    await openLink()
    await heading(profileTitle)
    await userEvent.type(field('郵便番号'), '１０５００１１')
    await userEvent.tab()
    expect(field('郵便番号')).toHaveValue('105-0011')
  })

  it('distinguishes a look-up that failed from a number that does not exist', async () => {
    let broken = true
    const isLookUp = (url: string) => url.includes('/addresses?') || url.includes('/corporations/')
    await openLink({ instead: ({ url }) => (broken && isLookUp(url) ? Response.error() : null) })
    await unfold()
    await heading(profileTitle)
    await userEvent.type(field('郵便番号'), '0000000')
    expect(await screen.findByText(/住所を検索できませんでした。/)).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: '法人・団体' }))
    await userEvent.type(field('法人番号'), '9000000000000')
    expect(await screen.findByText(/法人情報を検索できませんでした。/)).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: '法人名と所在地を検索' }))
    expect(await screen.findByText(/この法人番号の法人は見つかりませんでした。/)).toBeVisible()
  })

  it('keeps the step and typed values across a reload, except the password', async () => {
    const { router, link } = await openLink()
    await heading(profileTitle)
    await toPassword()
    await userEvent.type(password(), 'Portal-2026!')
    await router.navigate('/login/minato-city')
    await heading('ログイン')
    await router.navigate(`${link}?step=password`)
    await heading(passwordTitle)
    expect(screen.getByText('山田 太郎')).toBeVisible()
    expect(password()).toHaveValue('')
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Portal-2026!')
  })

  it.each([
    ['the Back of the browser', ({ router }: PortalUnderTest) => router.navigate(-1)],
    ['戻る', () => userEvent.click(screen.getByRole('link', { name: '戻る' }))],
  ])('keeps typed values and agreements on the way back by %s, even without a network', async (_way, goBack) => {
    const started = await openLink()
    const { path, link } = started
    await heading(profileTitle)
    started.setNetwork({ works: false, hint: true })
    await toPassword()
    expect(path()).toBe(`${link}?step=password`)
    await agree()
    await goBack(started)
    expect(await heading(profileTitle)).toHaveFocus()
    expect(path()).toBe(link)
    expect(field('姓')).toHaveValue('山田')
    expect(field('メイ（フリガナ）')).toHaveValue('タロウ')
    await next()
    expect(await heading(passwordTitle)).toHaveFocus()
    expect(screen.getByRole('checkbox', { name: '利用規約に同意する' })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: '個人情報の取扱いに同意する' })).toBeChecked()
  })

  it('leads from the second step to the first if a required value is missing', async () => {
    const { router, path, link } = await openLink()
    await heading(profileTitle)
    await userEvent.type(field('姓'), '山田')
    await router.navigate('/login/minato-city')
    await heading('ログイン')
    await router.navigate(`${link}?step=password`)
    await heading(profileTitle)
    await waitFor(() => expect(path()).toBe(link))
    expect(field('姓')).toHaveValue('山田')
    expect(screen.queryByRole('region', { name: /修正が必要です/ })).toBeNull()
    await router.navigate(-1)
    await heading('ログイン')
  })

  it('shows a value that the API refuses at its field in the first step, with a text of the portal', async () => {
    const { path, link } = await openLink()
    await heading(profileTitle)
    await toPassword()
    await userEvent.type(password(), 'Portal-2026!')
    await agree()
    refuse('/profile/familyName')
    await register()
    expect(await screen.findByRole('link', { name: '姓の入力内容をご確認ください。' })).toBeVisible()
    expect(path()).toBe(link)
    await waitFor(() => expect(screen.getByRole('region', { name: /1件の修正が必要です/ })).toHaveFocus())
    expect(field('姓')).toBeInvalid()
    expect(document.body).not.toHaveTextContent('外字')
    await next()
    expect(await heading(passwordTitle)).toHaveFocus()
    expect(screen.queryByRole('region', { name: /修正が必要です/ })).toBeNull()
    expect(password()).toHaveValue('Portal-2026!')
    expect(password()).not.toHaveAttribute('value')
    expect(screen.queryByText('まだ満たしていません'), 'the rules know it, too').toBeNull()
  })

  it('says what is wrong if the user returns with Forward to a second step that was complete before', async () => {
    const { router, path, link } = await openLink()
    await heading(profileTitle)
    await toPassword()
    await router.navigate(-1)
    await heading(profileTitle)
    await unfold()
    await userEvent.type(field('電話番号'), '12')
    await router.navigate(1)
    const summary = await screen.findByRole('region', { name: /1件の修正が必要です/ })
    await waitFor(() => expect(summary).toHaveFocus())
    expect(summary).toHaveTextContent('電話番号は10桁または11桁の数字で入力してください。')
    expect(path()).toBe(link)
  })

  it('says that it signs in, and after a long wait offers the sign-in page', async () => {
    const lost = Promise.withResolvers<void>()
    const { session } = await openLink({
      instead: ({ headers }) =>
        headers.get('x-amz-target')?.endsWith('.InitiateAuth') === true
          ? lost.promise.then(() => Response.error())
          : null,
    })
    await heading(profileTitle)
    await toPassword()
    await userEvent.type(password(), 'Portal-2026!')
    await agree()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    fireEvent.click(screen.getByRole('button', { name: '登録する' }))
    expect(await screen.findByText('登録が完了しました。ログインしています。')).toBeVisible()
    expect(screen.queryByRole('link', { name: '戻る' }), 'the link is used').toBeNull()
    act(() => void vi.advanceTimersByTime(longWaitMs))
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: 'ログイン画面でログインする' }))
    await heading('登録が完了しました')
    expect(screen.getByRole('link', { name: 'ログインする' })).toHaveAttribute('href', '/login/minato-city')
    lost.resolve()
    expect(session.storedSession()).toBeNull()
  })

  it.each([
    ['/password', /^パスワードは8文字以上で/],
    ['/agreements/0', '続けるには、利用規約と個人情報の取扱いへの同意が必要です。'],
  ])('stays in the second step if the API refuses %s', async (pointer, message) => {
    const { path, link } = await openLink()
    await heading(profileTitle)
    await toPassword()
    await userEvent.type(password(), 'Portal-2026!')
    await agree()
    refuse(pointer)
    await register()
    expect(await screen.findByRole('link', { name: message })).toBeVisible()
    expect(path()).toBe(`${link}?step=password`)
    expect(password()).toHaveValue('Portal-2026!')
  })

  it('shows the page of a used link if the lost response had registered the user', async () => {
    const { backend, link } = await openLink()
    await heading(profileTitle)
    await toPassword()
    await userEvent.type(password(), 'Portal-2026!')
    await agree()
    const confirmation = backend.confirmations.find('minato-city', link.split('/').at(-1) ?? '')
    if (confirmation === null) throw new Error('The confirmation is gone')
    backend.confirmations.save({ ...confirmation, usedAt: backend.clock.now() })
    await register()
    expect(await heading('登録は完了しています')).toHaveFocus()
  })

  it('reports that the address was registered meanwhile', async () => {
    const { backend } = await openLink()
    await heading(profileTitle)
    await toPassword()
    await userEvent.type(password(), 'Portal-2026!')
    await agree()
    const hanako = backend.residents.findByEmail('minato-city', 'hanako@example.jp')
    if (hanako === null) throw new Error('No Hanako')
    backend.residents.save({ ...hanako, userId: 'meanwhile', email: address })
    await register()
    await heading('このメールアドレスは登録できません')
    expect(screen.getByRole('link', { name: 'もう一度登録する' })).toHaveAttribute('href', '/register/minato-city')
    expect(
      screen.getByRole('link', { name: 'ログインする' }),
      'an attempt whose response was lost may have registered it',
    ).toHaveAttribute('href', '/login/minato-city')
  })
})
