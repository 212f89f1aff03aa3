import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { logoutMarker } from '../../../identity/session/tabs.ts'
import { usernameOf } from '../../../identity/session/token-session.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { consultation, startApplying } from '../testing/open-form.tsx'
import type { Applying } from '../testing/open-form.tsx'
import { applicationName } from '../draft/draft.ts'
import { localDrafts } from '../draft/local-drafts.ts'
import { storeOf } from './application-owner.ts'
import { useComposition } from './LeaveGuard.tsx'

const list = '/minato-city/applicationlist'
let portal: Applying | null = null

afterEach(async () => {
  vi.restoreAllMocks()
  await portal?.stop()
  portal = null
  // The page of the next test is another one, which is not left.
  window.dispatchEvent(new Event('pageshow'))
})

/** A form with text that neither the browser nor the server has. */
async function openUnsaved(): Promise<Applying> {
  vi.spyOn(localDrafts, 'write').mockReturnValue(false)
  portal = await startApplying({
    instead: (request) =>
      request.method === 'PUT' && request.url.includes('/o/drafts/') ? new Response(null, { status: 503 }) : null,
  })
  await portal.open(consultation)
  const details = await screen.findByRole('textbox', { name: '相談の内容' })
  await portal.user.type(details, '夜')
  await screen.findByText(/この端末に保存できません/)
  return portal
}

function leaveQuestion() {
  return screen.findByRole('dialog', { name: 'このページから移動しますか' })
}

function closingIsAsked(): Promise<boolean> {
  return act(async () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

describe('a page that is hidden or left right after a keystroke', () => {
  it.each([
    ['is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['is left', () => window.dispatchEvent(new Event('pagehide'))],
  ])('writes the text to the browser at once when it %s', async (text, leave) => {
    portal = await startApplying()
    await portal.open(consultation)
    const details = await screen.findByRole('textbox', { name: '相談の内容' })
    const write = vi.spyOn(localDrafts, 'write')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    fireEvent.input(details, { target: { value: text } })
    expect(write).not.toHaveBeenCalled()
    leave()
    expect(JSON.stringify(write.mock.calls)).toContain(text)
  })
})

describe('a tenant that closes', () => {
  it('keeps text that was typed after the click on save in the browser when its page is replaced', async () => {
    portal = await startApplying()
    const { user, owner, sandbox } = portal
    await portal.open(consultation)
    const details = await screen.findByRole('textbox', { name: '相談の内容' })
    await user.type(details, '夜')
    const closed = await sandbox.fetch(
      new Request('http://portal.test/_sandbox/tenants/minato-city', {
        method: 'POST',
        body: JSON.stringify({ state: 'SUSPENDED' }),
        headers: { 'Content-Type': 'application/json' },
      }),
    )
    expect(closed.ok).toBe(true)
    await user.click(screen.getByRole('button', { name: '一時保存する' }))
    await act(async () => void fireEvent.input(details, { target: { value: '夜泣きが続く' } }))
    await screen.findByRole('heading', { level: 1, name: 'メンテナンス中です' })
    const [draft] = await localDrafts.listOf(owner.tenantId, owner.userId)
    expect(JSON.stringify(draft?.content.answers)).toContain('夜泣きが続く')
  })
})

describe('a service that closes', () => {
  it('replaces the open form at the end of its period, and says that the answers are kept', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    portal = await startApplying()
    const services = { 'childcare-consultation': { closesAt: Date.now() + 90_000 } }
    await portal.sandbox.fetch(
      new Request('http://portal.test/_sandbox/tenants/minato-city', {
        method: 'POST',
        body: JSON.stringify({ services }),
        headers: { 'Content-Type': 'application/json' },
      }),
    )
    await portal.queryClient.invalidateQueries()
    await portal.open(consultation)
    await portal.user.type(await screen.findByRole('textbox', { name: '相談の内容' }), '夜')
    await act(() => vi.advanceTimersByTimeAsync(150_000))
    const heading = screen.getByRole('heading', { level: 1, name: '予約を続けることができません' })
    expect(heading).toHaveFocus()
    expect(screen.getByText('入力した内容は、保存の期限まで残っています。')).toBeVisible()
  })
})

describe('a log-out in another tab of a browser without BroadcastChannel', () => {
  it('closes the form and removes its content from the screen and the browser', async () => {
    portal = await startApplying()
    await portal.open(consultation)
    const details = await screen.findByRole('textbox', { name: '相談の内容' })
    await portal.user.type(details, '夜泣き')
    const { tenantId, userId } = portal.owner
    await waitFor(async () => expect(await localDrafts.listOf(tenantId, userId)).toHaveLength(1))
    logoutMarker(localStore).note({ kind: 'signed-out', username: usernameOf(portal.owner), reason: 'log-out' })
    act(() => void window.dispatchEvent(new Event('storage')))
    await screen.findByRole('heading', { level: 1, name: 'ログイン' })
    expect(screen.queryByDisplayValue('夜泣き')).toBeNull()
    expect(await localDrafts.listOf(tenantId, userId)).toEqual([])
  })
})

describe('leaving a form', () => {
  it('asks if neither the browser nor the server has the typed text', async () => {
    const applying = await openUnsaved()
    expect(await closingIsAsked()).toBe(true)
    await applying.user.click(screen.getByRole('link', { name: '手続き' }))
    const dialog = await leaveQuestion()
    expect(dialog).toHaveTextContent('保存していない内容があります。')
    await applying.user.click(within(dialog).getByRole('button', { name: 'このページに残る' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(applying.path()).toMatch(/^\/application\//)

    await applying.user.click(screen.getByRole('link', { name: '手続き' }))
    await applying.user.click(within(await leaveQuestion()).getByRole('button', { name: '移動する' }))
    await screen.findByRole('heading', { level: 1, name: '手続き一覧' })
    expect(applying.path()).toBe(list)
  })

  it('names the upload that would stop', async () => {
    portal = await startApplying()
    const { owner, user } = portal
    await portal.open(consultation)
    await user.type(await screen.findByRole('textbox', { name: '相談の内容' }), '夜')
    const store = storeOf(applicationName({ ...owner, serviceId: 'childcare-consultation', type: 'individual' }))
    if (store === null) throw new Error('The form is not open')
    for (const method of ['isUploading', 'wouldLose'] as const) vi.spyOn(store, method).mockReturnValue(true)
    const losesAnswers = vi.spyOn(store, 'losesAnswers')
    await user.click(screen.getByRole('link', { name: '手続き' }))
    const question = await leaveQuestion()
    expect(question).toHaveTextContent('ファイルのアップロードが終わっていません。')
    expect(question).not.toHaveTextContent('保存していない内容があります。')
    await user.click(within(question).getByRole('button', { name: 'このページに残る' }))
    losesAnswers.mockReturnValue(true)
    await user.click(screen.getByRole('link', { name: '手続き' }))
    for (const loss of ['アップロードが終わっていません。', '保存していない内容があります。'])
      expect(await leaveQuestion()).toHaveTextContent(loss)
  })

  it('ends its question when another tab takes the application over', async () => {
    const { user, owner } = await openUnsaved()
    await user.click(screen.getByRole('link', { name: '手続き' }))
    await leaveQuestion()
    const otherTab = new BroadcastChannel('portal-applications')
    onTestFinished(() => otherTab.close())
    const name = applicationName({ ...owner, serviceId: 'childcare-consultation', type: 'individual' })
    otherTab.postMessage({ kind: 'take', name, request: crypto.randomUUID() })
    await user.click(await screen.findByRole('button', { name: 'このタブで続ける' }))
    await screen.findByRole('textbox', { name: '相談の内容' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('does not ask if the browser has a copy', async () => {
    portal = await startApplying()
    await portal.open(consultation)
    await portal.user.type(await screen.findByRole('textbox', { name: '相談の内容' }), '夜')
    expect(await closingIsAsked()).toBe(false)
    await act(() => portal?.router.navigate(list))
    expect(portal.path()).toBe(list)
  })
})

function Field({ composition }: { composition: (isOpen: boolean) => void }) {
  useComposition({ composition })
  return <input aria-label="姓" />
}

it.each([
  ['its end', (field: HTMLElement) => fireEvent.compositionEnd(field, { data: '港' })],
  ['a keystroke that belongs to none', (field: HTMLElement) => fireEvent(field, keystroke(false))],
  ['leaving the field', (field: HTMLElement) => fireEvent.focusOut(field)],
])('reports an input composition from its first keystroke to %s', (_what, end) => {
  const composition = vi.fn()
  render(<Field composition={composition} />)
  const field = screen.getByRole('textbox', { name: '姓' })
  fireEvent(field, keystroke(true))
  expect(composition).toHaveBeenLastCalledWith(true)
  end(field)
  expect(composition).toHaveBeenLastCalledWith(false)
})

function keystroke(isComposing: boolean): InputEvent {
  return new InputEvent('input', { bubbles: true, isComposing })
}
