import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { sendConfirmation } from '../../../sandbox/rules/confirmations.ts'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'

let portal: PortalUnderTest | null = null

afterEach(() => {
  portal?.stop()
  portal = null
})

function heading(name: string) {
  return screen.findByRole('heading', { level: 1, name })
}
function change() {
  return userEvent.click(screen.getByRole('button', { name: '変更する' }))
}
const newEmail = 'hanako.new@example.jp'

type Link = { owner?: string; as?: string | null; expired?: boolean }

/** A link that changes Hanako's address, opened by the signed-in user. */
async function openLink({ owner = 'hanako@example.jp', as = 'hanako@example.jp', expired = false }: Link = {}) {
  const started = await startPortal('/mail-confirmation', as === null ? {} : { as })
  portal = started
  await heading('メールをご確認ください')
  const { backend } = started.sandbox
  const resident = backend.residents.findByEmail('minato-city', owner)
  if (resident === null) throw new Error(`No ${owner}`)
  const { tenantId, userId } = resident
  const confirmation = sendConfirmation(backend, { tenantId, userId, type: 'email_change', email: newEmail })
  if (expired) backend.confirmations.save({ ...confirmation, expiresAt: backend.clock.now() - 1 })
  const { confirmationId } = confirmation
  const link = `/email-change/minato-city/${confirmationId}`
  await started.router.navigate(link)
  return { ...started, backend, userId, confirmationId, link }
}

describe('a link to change the e-mail address (R-14)', () => {
  it('changes nothing when it is opened, and the address on a click', async () => {
    const { backend, userId, requests } = await openLink()
    await heading('メールアドレスの変更')
    expect(screen.getByText(/h\*\*\*\*w@example\.jp に変更します/)).toBeVisible()
    expect(requests.filter((request) => request.startsWith('POST') && request.includes('/app/web/'))).toEqual([])
    const emailNow = () => backend.residents.find('minato-city', userId)?.email
    expect(emailNow()).toBe('hanako@example.jp')
    await change()
    expect(await heading('変更が完了しました')).toHaveFocus()
    expect(screen.getByText('メールアドレスを変更しました。')).toBeVisible()
    expect(emailNow()).toBe(newEmail)
  })
  it('requires a login and then opens again', async () => {
    const { path, link } = await openLink({ as: null })
    await heading('ログイン')
    expect(path()).toBe('/login/minato-city')
    expect(localStorage.getItem('redirectPath')).toBe(link)
    const reason = 'これまでのメールアドレスでログインすると、メールアドレスの変更を続けられます。'
    expect(screen.getByText(reason)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleDescription(reason)
  })
  it('links back to the request if it has expired', async () => {
    await openLink({ expired: true })
    await heading('リンクの有効期限が切れています')
    expect(screen.getByText(/メールアドレスの変更をもう一度お手続きください/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'もう一度手続きする' })).toHaveAttribute(
      'href',
      '/minato-city/userprofile?view=email',
    )
  })
  it('a link of another user is invalid', async () => {
    await openLink({ as: 'taro@example.jp' })
    await heading('メールアドレスの変更')
    await change()
    await heading('リンクを開けません')
    expect(screen.getByRole('link', { name: 'もう一度手続きする' })).toHaveAttribute(
      'href',
      '/minato-city/userprofile?view=email',
    )
  })
  it('reports that it expired before the click', async () => {
    const { backend, confirmationId } = await openLink()
    await heading('メールアドレスの変更')
    const confirmation = backend.confirmations.find('minato-city', confirmationId)
    if (confirmation === null) throw new Error('The confirmation is gone')
    backend.confirmations.save({ ...confirmation, expiresAt: backend.clock.now() - 1 })
    await change()
    await heading('リンクの有効期限が切れています')
    expect(screen.getByText(/メールアドレスの変更をもう一度お手続きください/)).toBeVisible()
  })
  it('links to the profile if it was already used', async () => {
    const { router, link } = await openLink()
    await heading('メールアドレスの変更')
    await change()
    await heading('変更が完了しました')
    await router.navigate('/minato-city/userprofile')
    await heading('マイページ')
    await router.navigate(link)
    await heading('使用済みのリンクです')
    expect(screen.getByRole('link', { name: 'マイページへ' })).toHaveAttribute('href', '/minato-city/userprofile')
  })
  it('the page asks for another address if the new address was taken meanwhile', async () => {
    const { backend } = await openLink()
    await heading('メールアドレスの変更')
    const taro = backend.residents.findByEmail('minato-city', 'taro@example.jp')
    if (taro === null) throw new Error('No Taro')
    backend.residents.save({ ...taro, email: newEmail })
    await change()
    expect(await heading('このメールアドレスは登録できません')).toHaveFocus()
  })
  it('the page of the link has no axe violations', async () => {
    await openLink()
    await heading('メールアドレスの変更')
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
  })
})
