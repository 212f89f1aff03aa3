import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Profile } from '../../api/generated/api.schemas.ts'
import { fillSilently } from '../../app/testing/fill-silently.ts'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { changeLanguage } from '../../i18n/texts.ts'

let portal: PortalUnderTest | null = null

afterEach(async () => {
  portal?.stop()
  portal = null
  await changeLanguage('ja')
})

type Options = Parameters<typeof startPortal>[1]

async function open(view: string | null, options: Options = {}) {
  const query = view === null ? '' : `?view=${view}`
  const started = await startPortal(`/minato-city/userprofile${query}`, { as: 'hanako@example.jp', ...options })
  portal = started
  const { residents } = started.sandbox.backend
  const userId = residents.findByEmail('minato-city', options.as ?? 'hanako@example.jp')?.userId ?? ''
  return {
    ...started,
    profile: () => residents.find('minato-city', userId)?.profile,
    /** Simulates a change on another device. */
    saveElsewhere(changes: Partial<Profile>) {
      const resident = residents.find('minato-city', userId)
      if (resident === null) throw new Error('The user is gone')
      const profile = { ...resident.profile, ...changes } as Profile
      residents.save({ ...resident, profile, profileVersion: resident.profileVersion + 1 })
    },
  }
}

function heading(name: string) {
  return screen.findByRole('heading', { level: 1, name })
}
/** The parts of the page that are loaded after its first view. */
function shell() {
  return screen.findByRole('contentinfo')
}
function field(name: string) {
  return screen.getByRole('textbox', { name })
}
function save() {
  return userEvent.click(screen.getByRole('button', { name: '保存する' }))
}
function described(term: string) {
  return screen.getByText(term, { selector: 'dt' }).nextElementSibling
}

async function retype(name: string, text: string): Promise<void> {
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
}

async function axeFinds(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}

describe('マイページ', () => {
  it('shows the registered data in a readable format', async () => {
    await open(null)
    await heading('マイページ')
    await screen.findByText('お名前')
    expect(described('お名前')).toHaveTextContent('港 花子')
    expect(described('生年月日')).toHaveTextContent('1990年（平成2年）4月1日')
    expect(described('電話番号')).toHaveTextContent('090-1234-5678')
    expect(described('住所')).toHaveTextContent('〒105-0011 東京都港区芝公園')
    expect(described('メールアドレス')).toHaveTextContent('hanako@example.jp')
    expect(await axeFinds()).toEqual([])
  })
  it.each(['constructor', 'Edit', ''])('an unknown view shows マイページ: %j', async (view) => {
    await open(view)
    expect(await heading('マイページ')).toBeVisible()
  })
  it.each([
    ['edit', '利用者情報の変更', 'マイページ', '/minato-city/userprofile'],
    ['email', 'メールアドレスの変更', 'マイページ', '/minato-city/userprofile'],
    ['security', 'ログインとセキュリティ', 'マイページ', '/minato-city/userprofile'],
    ['devices', '端末の管理', 'マイページ', '/minato-city/userprofile'],
    ['delete', 'アカウントの削除（退会）', 'マイページ', '/minato-city/userprofile'],
    ['password', 'パスワードの変更', 'ログインとセキュリティ', '/minato-city/userprofile?view=security'],
    ['phone', '確認コードを受け取る電話番号', 'ログインとセキュリティ', '/minato-city/userprofile?view=security'],
    ['totp', '認証アプリの設定', 'ログインとセキュリティ', '/minato-city/userprofile?view=security'],
    ['verify-email', 'メールアドレスの確認', 'ログインとセキュリティ', '/minato-city/userprofile?view=security'],
  ])('the view %s has its title, its back link and no axe violations', async (view, title, back, href) => {
    await open(view)
    await heading(title)
    await waitFor(() => expect(document.title).toBe(`${title} | みなと市`))
    expect(within(screen.getByRole('main')).getByRole('link', { name: back })).toHaveAttribute('href', href)
    await waitFor(() => expect(portal?.queryClient.isFetching()).toBe(0))
    expect(await axeFinds()).toEqual([])
  })
  it('moves the focus to the heading of the view that is opened', async () => {
    await open(null)
    await userEvent.click(await screen.findByRole('link', { name: '変更する' }))
    expect(await heading('利用者情報の変更')).toHaveFocus()
  })
})

describe('editing the profile', () => {
  it('sends only the changes and confirms them', async () => {
    const bodies: unknown[] = []
    const { profile, path } = await open('edit', {
      instead: async (request) => {
        if (request.method === 'PATCH') bodies.push(await request.clone().json())
        return null
      },
    })
    await heading('利用者情報の変更')
    await retype('姓', '山田')
    await retype('セイ（フリガナ）', 'やまだ')
    await userEvent.click(screen.getByRole('checkbox', { name: '電話' }))
    await save()
    await heading('マイページ')
    expect(path()).toBe('/minato-city/userprofile')
    expect(await screen.findByText('利用者情報を保存しました。')).toBeVisible()
    expect(described('お名前')).toHaveTextContent('山田 花子')
    expect(bodies).toEqual([
      {
        kind: 'person',
        familyName: '山田',
        familyNameKana: 'ヤマダ',
        contact: { email: true, phone: true, post: false },
      },
    ])
    expect(profile()).toMatchObject({ familyName: '山田', familyNameKana: 'ヤマダ' })
  })

  it('leaves the page that was opened while the changes were being saved', async () => {
    let answer = (): void => undefined
    const { router, path, profile } = await open('edit', {
      instead: async (request) => {
        if (request.method === 'PATCH') await new Promise<void>((resolve) => (answer = resolve))
        return null
      },
    })
    await heading('利用者情報の変更')
    await retype('姓', '山田')
    await save()
    await router.navigate('/minato-city/applicationlist')
    await heading('手続き一覧')
    answer()
    expect(await screen.findByText('利用者情報を保存しました。')).toBeVisible()
    expect(profile()).toMatchObject({ familyName: '山田' })
    expect(path()).toBe('/minato-city/applicationlist')
  })

  it('shows the saved profile although the response to an older request arrives last', async () => {
    const release = Promise.withResolvers<void>()
    let isFirst = true
    await open(null, {
      instead: async (request) => {
        if (request.method !== 'GET' || !request.url.endsWith('/o/profile')) return null
        const response = await portal?.sandbox.fetch(request)
        if (!isFirst) await release.promise
        isFirst = false
        return response ?? null
      },
    })
    await userEvent.click(await screen.findByRole('link', { name: '変更する' }))
    await heading('利用者情報の変更')
    await retype('建物名・部屋番号', 'みなとハイツ101')
    await save()
    await screen.findByText('利用者情報を保存しました。')
    release.resolve()
    await heading('マイページ')
    expect(described('住所')).toHaveTextContent('みなとハイツ101')
    await waitFor(() => expect(portal?.queryClient.isFetching()).toBe(0))
    expect(described('住所')).toHaveTextContent('みなとハイツ101')
  })

  it('removes an emptied field and sends nothing without changes', async () => {
    const { profile, requests } = await open('edit')
    await heading('利用者情報の変更')
    await save()
    await heading('マイページ')
    expect(requests.filter((request) => request.startsWith('PATCH'))).toEqual([])
    await userEvent.click(screen.getByRole('link', { name: '変更する' }))
    await heading('利用者情報の変更')
    expect(screen.queryByText('前回入力した内容を表示しています。')).not.toBeInTheDocument()
    for (const part of ['年', '月', '日']) await userEvent.clear(field(part))
    await save()
    await heading('マイページ')
    expect(described('生年月日')).toHaveTextContent('未登録')
    expect(profile()).not.toHaveProperty('birthDate')
  })

  it('shows all errors before a request', async () => {
    const { requests } = await open('edit')
    await heading('利用者情報の変更')
    await retype('電話番号', '12345')
    await save()
    const summary = await screen.findByRole('region', { name: /1件の修正が必要です/ })
    await userEvent.click(within(summary).getByRole('link', { name: /電話番号は10桁または11桁/ }))
    expect(field('電話番号')).toHaveFocus()
    expect(requests.filter((request) => request.startsWith('PATCH'))).toEqual([])
  })

  it('shows its errors in the language of the page after a switch', async () => {
    await open('edit')
    await heading('利用者情報の変更')
    await retype('電話番号', '12345')
    await save()
    await screen.findByRole('link', { name: /電話番号は10桁または11桁/ })
    const english = screen.getByRole('button', { name: 'English' })
    await userEvent.click(english)
    expect(await screen.findByRole('link', { name: /10- or 11-digit/ })).toBeVisible()
    expect(field('Phone number')).toBeInvalid()
    expect(field('Phone number')).toHaveAccessibleDescription(/10- or 11-digit/)
    expect(english).toHaveFocus()
  })

  it('shows a value that the API refuses in the language of the page after a switch', async () => {
    await open('edit', {
      instead: (request) =>
        request.method === 'PATCH'
          ? Response.json({ code: 'SE_CO_0001', errors: [{ pointer: '/phone', code: 'pattern' }] }, { status: 422 })
          : null,
    })
    await heading('利用者情報の変更')
    await retype('電話番号', '0312345678')
    await save()
    await screen.findByRole('link', { name: /電話番号/ })
    await userEvent.click(screen.getByRole('button', { name: 'English' }))
    expect(await screen.findByRole('link', { name: /phone number/i })).toBeVisible()
    expect(field('Phone number')).toBeInvalid()
  })

  it('keeps typed values across pages and failures until they are saved or discarded', async () => {
    let broken = true
    const { router } = await open('edit', {
      instead: (request) => (broken && request.method === 'PATCH' ? Response.error() : null),
    })
    await heading('利用者情報の変更')
    await retype('建物名・部屋番号', 'みなとハイツ101')
    await save()
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    await router.navigate('/minato-city/applicationlist')
    await heading('手続き一覧')
    await router.navigate('/minato-city/userprofile?view=edit')
    await heading('利用者情報の変更')
    expect(field('建物名・部屋番号')).toHaveValue('みなとハイツ101')
    expect(screen.getByText('前回入力した内容を表示しています。')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: '登録されている内容に戻す' }))
    expect(field('建物名・部屋番号')).not.toHaveValue('みなとハイツ101')
  })
})

describe('values that the browser fills in silently', () => {
  it('saves the values that were filled in silently', async () => {
    const { profile } = await open('edit')
    await heading('利用者情報の変更')
    await shell()
    fillSilently(field('姓'), '山田')
    fillSilently(field('建物名・部屋番号'), 'みなとハイツ101')
    fillSilently(screen.getByRole('combobox', { name: '都道府県' }), '大阪府')
    fireEvent.click(screen.getByRole('button', { name: '保存する' }))
    await heading('マイページ')
    expect(profile()).toMatchObject({
      familyName: '山田',
      address: { prefecture: '大阪府', building: 'みなとハイツ101' },
    })
  })

  it('saves the values that were filled in silently before the whole page was loaded', async () => {
    const { profile } = await open('edit')
    await heading('利用者情報の変更')
    fillSilently(field('姓'), '山田')
    await shell()
    await save()
    await heading('マイページ')
    expect(profile()).toMatchObject({ familyName: '山田' })
  })

  it('values that were filled in silently stay while another field is typed in', async () => {
    await open('edit')
    await heading('利用者情報の変更')
    await shell()
    fillSilently(field('姓'), '山田')
    fireEvent.input(field('建物名・部屋番号'), { target: { value: 'みなとハイツ101' } })
    expect(field('姓')).toHaveValue('山田')
  })
})

describe('a profile that was changed elsewhere meanwhile (R-13)', () => {
  async function collide(theirs: Partial<Profile> = { givenName: '花', familyName: '湊' } as Partial<Profile>) {
    const started = await open('edit')
    await heading('利用者情報の変更')
    await retype('姓', '山田')
    started.saveElsewhere(theirs)
    await save()
    return started
  }

  it('a changed profile is shown beside the typed values, with the other changes', async () => {
    const { profile } = await collide()
    expect(await heading('ほかの画面で内容が変更されました')).toHaveFocus()
    expect(screen.getByText('あなたが入力した内容').nextElementSibling).toHaveTextContent('山田 花')
    expect(screen.getByText('現在登録されている内容').nextElementSibling).toHaveTextContent('湊 花')
    expect(profile()).toMatchObject({ familyName: '湊', givenName: '花' })
    expect(await axeFinds()).toEqual([])
  })
  it('a changed profile can be overwritten in the conflicting members and keeps the others', async () => {
    const { profile } = await collide({ familyName: '湊', phone: '0312345678' } as Partial<Profile>)
    await heading('ほかの画面で内容が変更されました')
    expect(described('電話番号')).toHaveTextContent('03-1234-5678')
    await userEvent.click(await screen.findByRole('button', { name: '入力した内容で保存する', busy: false }))
    await heading('マイページ')
    expect(profile()).toMatchObject({ familyName: '山田', phone: '0312345678' })
  })
  it('a changed profile can be kept', async () => {
    const { profile } = await collide()
    await heading('ほかの画面で内容が変更されました')
    await userEvent.click(screen.getByRole('button', { name: '登録されている内容のままにする' }))
    await heading('マイページ')
    expect(profile()).toMatchObject({ familyName: '湊' })
    await waitFor(() => expect(described('お名前')).toHaveTextContent('湊 花'))
  })
  it('a changed profile can be edited further without losing typed values', async () => {
    const { profile } = await collide()
    await heading('ほかの画面で内容が変更されました')
    await userEvent.click(screen.getByRole('button', { name: '入力画面に戻って直す' }))
    expect(await heading('利用者情報の変更')).toHaveFocus()
    expect(field('姓')).toHaveValue('山田')
    expect(field('名')).toHaveValue('花')
    await retype('名', '華')
    await save()
    await heading('マイページ')
    expect(profile()).toMatchObject({ familyName: '山田', givenName: '華' })
  })
  it('a change of the user whose response was lost causes no conflict', async () => {
    let lose = true
    const { profile } = await open('edit', {
      instead: async (request) => {
        if (request.method !== 'PATCH' || !lose) return null
        lose = false
        await portal?.sandbox.fetch(request)
        return Response.error()
      },
    })
    await heading('利用者情報の変更')
    await retype('姓', '山田')
    await save()
    await screen.findByRole('alert')
    await save()
    await heading('マイページ')
    expect(profile()).toMatchObject({ familyName: '山田' })
  })
})

describe('changing the e-mail address', () => {
  it('sends a mail to the new address', async () => {
    const { sandbox } = await open('email')
    await heading('メールアドレスの変更')
    await userEvent.type(field('新しいメールアドレス'), 'hanako.new@example.jp')
    await userEvent.click(screen.getByRole('button', { name: '確認メールを送信する' }))
    expect(await heading('メールをご確認ください')).toHaveFocus()
    expect(sandbox.backend.outbox.list('hanako.new@example.jp')).toHaveLength(1)
  })
  it('a new e-mail address is shown as not confirmed until its link is opened, with the way back to the mail', async () => {
    const { router, saveElsewhere, queryClient } = await open('email')
    await heading('メールアドレスの変更')
    await userEvent.type(field('新しいメールアドレス'), 'hanako.new@example.jp')
    await userEvent.click(screen.getByRole('button', { name: '確認メールを送信する' }))
    await heading('メールをご確認ください')
    await router.navigate('/minato-city/userprofile')
    await heading('マイページ')
    expect(described('新しいメールアドレス')).toHaveTextContent('hanako.new@example.jp未確認')
    await router.navigate('/minato-city/userprofile?view=email')
    await heading('メールをご確認ください')
    expect(screen.getByRole('button', { name: 'もう一度送信する' })).toBeVisible()
    saveElsewhere({ email: 'hanako.new@example.jp' })
    await queryClient.invalidateQueries()
    await heading('メールアドレスの変更')
    queryClient.removeQueries()
    await router.navigate('/minato-city/userprofile')
    await heading('マイページ')
    expect(await screen.findByText('hanako.new@example.jp')).toBeVisible()
    expect(screen.queryByText('未確認')).toBeNull()
  })
  it.each([
    ['hanako@example.jp', /現在のメールアドレスと同じです/],
    ['taro@example.jp', /すでに登録されています/],
    ['taro', /のような形式で入力してください/],
  ])('explains why %s is not accepted', async (typed, message) => {
    await open('email')
    await heading('メールアドレスの変更')
    await userEvent.type(field('新しいメールアドレス'), typed)
    await userEvent.click(screen.getByRole('button', { name: '確認メールを送信する' }))
    expect(await screen.findByRole('link', { name: message })).toBeVisible()
  })
})
