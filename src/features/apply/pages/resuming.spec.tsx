import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { Service } from '../../../api/generated/api.schemas.ts'
import { getListServicesQueryKey } from '../../../api/generated/services/services.ts'
import { setNotificationTimeout } from '../../../feedback/notify.ts'
import { sampleOrder } from '../../../order-display/testing/sandbox-orders.ts'
import { localDrafts } from '../draft/local-drafts.ts'
import { emptyContent } from '../application/content-state.ts'
import { formQuery } from '../application/form-query.ts'
import type { FormResult } from '../application/form-query.ts'
import { replacementWaitMs } from '../questions/use-replacement.ts'
import { applicationName } from '../draft/draft.ts'
import {
  consultation,
  consultationAnswers,
  currentVersion,
  deleteElsewhere,
  expectAccessible,
  footButton,
  heading,
  leaveDraft,
  reviewConsultation,
  saveElsewhere,
  send,
  startApplying,
} from '../testing/open-form.tsx'
import type { Applying } from '../testing/open-form.tsx'

let portal: Applying | null = null

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  setNotificationTimeout(5_000)
  await portal?.stop()
  portal = null
})

async function start(): Promise<Applying> {
  portal = await startApplying()
  return portal
}

/** The database of the tests goes on with `setImmediate`. */
const clock = {
  shouldAdvanceTime: true,
  toFake: ['setTimeout', 'clearTimeout', 'Date'] as ('setTimeout' | 'clearTimeout' | 'Date')[],
}

const serviceId = 'childcare-consultation'
const type = 'individual'
const answers = { consultation: { topics: ['sleep'], childAge: '0', details: '夜中に起きます。', way: 'phone' } }

/** The API's copy of the draft. */
function serverDraft({ sandbox, owner }: Applying) {
  return sandbox.backend.drafts.live(owner, sandbox.clock.now()).find((draft) => draft.serviceId === serviceId)
}

function details() {
  return screen.getByRole('textbox', { name: '相談の内容' })
}

describe('typing', () => {
  it('typed answers are saved in the browser and at the API automatically, and the page shows it', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.type(details(), 'よく泣きます')
    await waitFor(async () => {
      const [draft] = await localDrafts.listOf('minato-city', applying.owner.userId)
      expect(draft?.content.answers).toMatchObject({ consultation: { details: 'よく泣きます' } })
    })
    expect(details()).toHaveFocus()
    await waitFor(() =>
      expect(serverDraft(applying)?.answers).toMatchObject({ consultation: { details: 'よく泣きます' } }),
    )
    const status = within(screen.getByRole('status', { name: '保存の状態' }))
    expect(await status.findByText(/に保存しました/)).toBeVisible()
  })

  it('survives a reload before anything was sent, with the field still focused', async () => {
    const applying = await start()
    await applying.open(`${consultation}?step=consultation`)
    await heading('相談の内容')
    await applying.user.type(details(), 'よく泣きます')
    await waitFor(async () => expect(await localDrafts.listOf('minato-city', applying.owner.userId)).toHaveLength(1))
    expect(serverDraft(applying)).toBeUndefined()
    await applying.reload(`${consultation}?step=consultation`)
    await heading('相談の内容')
    expect(details()).toHaveValue('よく泣きます')
    expect(screen.queryByText(/続きから入力し/)).toBeNull()
  })

  it('a button saves typed answers, and shows the day of their deletion', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.type(details(), 'x')
    await applying.user.click(screen.getByRole('button', { name: '一時保存する' }))
    expect(await screen.findByText(/一時保存しました。保存した内容は1週間後（.*）に削除されます。/)).toBeVisible()
    expect(serverDraft(applying)).toBeDefined()
  })

  it('typed answers are kept in the browser and saved again after a failure, and the page says both once', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    applying.fault({ kind: 'error-500', operation: 'saveDraft', times: 1 })
    await applying.user.type(details(), 'x')
    await applying.user.click(screen.getByRole('button', { name: '一時保存する' }))
    expect(await screen.findByText(/サーバーに保存できませんでした。この端末には保存済みです/)).toBeVisible()
    const status = screen.getByRole('status', { name: '保存の状態' })
    expect(status).toHaveAttribute('aria-live', 'polite')
    await waitFor(() => expect(status).toHaveTextContent(/に保存しました/))
    expect(status).toHaveAttribute('aria-live', 'polite')
    expect(screen.queryByText(/サーバーに保存できませんでした/), 'in no other place').toBeNull()
    expect(serverDraft(applying)).toBeDefined()
    await applying.user.type(details(), 'y')
    await waitFor(() => expect(status).toHaveAttribute('aria-live', 'off'))
  })

  it('after ten seconds without a response, the page reports that the answers are kept on this device, and the button can be used again', async () => {
    const applying = await startApplying({
      instead: ({ method, url }) =>
        method === 'PUT' && url.includes('/o/drafts/') ? new Promise<Response>(() => undefined) : null,
    })
    portal = applying
    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.type(details(), 'x')
    vi.useFakeTimers(clock)
    const button = screen.getByRole('button', { name: '一時保存する' })
    fireEvent.click(button)
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    const status = screen.getByRole('status', { name: '保存の状態' })
    expect(status).toHaveTextContent('保存しています')
    expect(button).toHaveAttribute('aria-busy', 'true')
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    const text = 'サーバーへの保存に時間がかかっています。この端末には保存済みです。自動でやり直します。'
    expect(status).toHaveTextContent(text)
    expect(status).toHaveAttribute('aria-live', 'polite')
    expect(screen.getAllByText(text)).toHaveLength(1)
    expect(button).not.toHaveAttribute('aria-busy', 'true')
  })

  it('the page shows once that there is no connection, and that typing can continue, until the connection is back', async () => {
    const applying = await start()
    // The notice does not disappear by time.
    setNotificationTimeout(0)
    await applying.open(consultation)
    await heading('相談の内容')
    applying.setNetwork({ works: false, hint: false })
    await applying.user.type(details(), 'x')
    await applying.user.click(screen.getByRole('button', { name: '一時保存する' }))
    expect(await screen.findByText('接続が回復すると、自動で保存します。')).toBeVisible()
    expect(screen.getByRole('status', { name: '保存の状態' })).toHaveTextContent('入力は続けられます。')
    expect(screen.getAllByText(/インターネットに接続されていません/)).toHaveLength(1)
    applying.setNetwork({ works: true, hint: true })
    await waitFor(() => expect(serverDraft(applying)).toBeDefined())
    await waitFor(() => expect(screen.queryByText('接続が回復すると、自動で保存します。')).toBeNull())
  })

  it('typed answers are saved if the browser wrongly says that there is no network', async () => {
    const applying = await start()
    applying.setNetwork({ works: true, hint: false })
    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.type(details(), 'x')
    await applying.user.click(screen.getByRole('button', { name: '一時保存する' }))
    await waitFor(() => expect(serverDraft(applying)).toBeDefined())
    expect(await screen.findByText(/一時保存しました/)).toBeVisible()
    expect(screen.queryByText(/インターネットに接続されていません/)).toBeNull()
  })

  it('does not create a draft of a form without changes', async () => {
    const applying = await start()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await applying.open(consultation)
    await heading('相談の内容')
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(serverDraft(applying)).toBeUndefined()
    expect(await localDrafts.listOf('minato-city', applying.owner.userId)).toEqual([])
  })
})

describe('a draft of an earlier visit', () => {
  it('the draft is in the fields, and the page says so without a question', async () => {
    const applying = await start()
    await leaveDraft(applying, serviceId, answers)
    await applying.open(consultation)
    expect(await screen.findByText(/^保存した内容（.+）の続きから入力しています。$/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'はじめから入力する' })).toBeVisible()
    expect(screen.queryByRole('button', { name: '続ける' })).toBeNull()
    await expectAccessible()
    await act(() => applying.router.navigate(`${consultation}?step=consultation`))
    expect(details()).toHaveValue('夜中に起きます。')
  })

  it('the draft is continued from the list of drafts', async () => {
    const applying = await start()
    await saveElsewhere(applying, '前の内容', { step: 'booking' })
    await applying.open('/minato-city/applicationlist')
    await applying.user.click(await screen.findByRole('link', { name: '子育て相談の予約の入力を続ける' }))
    await heading('日時と連絡先')
    expect(screen.getByText(/^保存した内容（.+）の続きから入力しています。$/)).toBeVisible()
    await applying.user.click(screen.getByRole('button', { name: '戻る' }))
    await heading('相談の内容')
    expect(screen.queryByText(/続きから入力し/)).toBeNull()
    expect(details()).toHaveValue('前の内容')
    await applying.reload(applying.path())
    await heading('相談の内容')
    expect(screen.queryByText(/続きから入力し/)).toBeNull()
  })

  it('the draft is continued if the user prefers it to a new one with the answers of an order', async () => {
    const applying = await start()
    await saveElsewhere(applying, '前の内容')
    const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
    applying.sandbox.backend.orders.save({ ...order, serviceId, type })
    await applying.open(`/minato-city/history-details/${order.orderId}`)
    await applying.user.click(await screen.findByRole('button', { name: 'この内容をもとに予約する' }))
    await applying.user.click(await screen.findByRole('button', { name: '下書きの続きから入力する' }))
    await heading('相談の内容')
    expect(screen.getByText(/^保存した内容（.+）の続きから入力しています。$/)).toBeVisible()
    expect(details()).toHaveValue('前の内容')
  })

  it('a draft can be started over after it was continued from the list of drafts', async () => {
    const applying = await start()
    await saveElsewhere(applying, '前の内容')
    await applying.open('/minato-city/applicationlist')
    await applying.user.click(await screen.findByRole('link', { name: '子育て相談の予約の入力を続ける' }))
    await applying.user.click(await screen.findByRole('button', { name: 'はじめから入力する' }))
    await applying.user.click(await screen.findByRole('button', { name: '消してはじめから入力する' }))
    await waitFor(() => expect(details()).toHaveValue(''))
    await waitFor(() => expect(serverDraft(applying)).toBeUndefined())
    expect(screen.queryByText('一時保存した内容は残っていません')).toBeNull()
  })

  it('says so if another device has deleted the draft that the list still showed', async () => {
    const applying = await start()
    await saveElsewhere(applying, '前の内容')
    await applying.open('/minato-city/applicationlist')
    const toDraft = await screen.findByRole('link', { name: '子育て相談の予約の入力を続ける' })
    await deleteElsewhere(applying, serviceId)
    await applying.user.click(toDraft)
    expect(await screen.findByText('一時保存した内容は残っていません')).toBeVisible()
    expect(screen.getByRole('link', { name: '申請履歴を見る' })).toHaveAttribute(
      'href',
      '/minato-city/applicationhistory',
    )
    expect(details()).toHaveValue('')
    await expectAccessible()
    await applying.user.type(details(), 'よく泣きます')
    await waitFor(() => expect(serverDraft(applying)).toBeDefined())
  })

  it('a draft can be started over on its first page after the notice is gone, even after a reload and another visit', async () => {
    const applying = await start()
    const startOver = () => screen.findByRole('button', { name: 'はじめから入力する' })
    await saveElsewhere(applying, '前の内容')
    await applying.open(consultation)
    expect(await startOver()).toBeVisible()
    await expectAccessible()
    await applying.reload(applying.path())
    expect(await startOver()).toBeVisible()
    await act(() => applying.router.navigate('/minato-city/applicationhistory'))
    await heading('申請履歴')
    await applying.open(consultation)
    await applying.user.click(await startOver())
    await applying.user.click(await screen.findByRole('button', { name: '消してはじめから入力する' }))
    await waitFor(() => expect(details()).toHaveValue(''))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'はじめから入力する' })).toBeNull())
  })

  it('the page does not offer to start over while the user types a new draft', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.type(details(), 'よく泣きます')
    await applying.user.tab()
    await waitFor(() => expect(serverDraft(applying)).toBeDefined())
    expect(screen.queryByRole('button', { name: 'はじめから入力する' })).toBeNull()
  })

  it.each([
    ['its first page', 'consultation', '相談の内容'],
    ['a later page', 'booking', '日時と連絡先'],
  ])(
    'a draft can be deleted on %s to start over, after a question, and what is typed then is saved',
    async (_page, step, title) => {
      const deleted = Promise.withResolvers<null>()
      const applying = await startApplying({
        instead: ({ method, url }) => (method === 'DELETE' && url.includes('/o/drafts/') ? deleted.promise : null),
      })
      portal = applying
      await saveElsewhere(applying, '前の内容', { step })
      await applying.open(consultation)
      await heading(title)
      await applying.user.click(await screen.findByRole('button', { name: 'はじめから入力する' }))
      const dialog = await screen.findByRole('dialog', { name: /はじめから入力しますか/ })
      await applying.user.click(within(dialog).getByRole('button', { name: '消してはじめから入力する' }))
      await heading('相談の内容')
      await waitFor(() => expect(details()).toHaveValue(''))
      const emptied = details()
      deleted.resolve(null)
      await waitFor(() => expect(serverDraft(applying)).toBeUndefined())
      // A new application begins, whose form takes the place of the emptied one.
      await waitFor(() => expect(emptied).not.toBeInTheDocument())
      await applying.user.type(await screen.findByRole('textbox', { name: '相談の内容' }), '新しい内容')
      await applying.user.click(screen.getByRole('button', { name: '一時保存する' }))
      await waitFor(() =>
        expect(serverDraft(applying)?.answers).toMatchObject({ consultation: { details: '新しい内容' } }),
      )
    },
  )

  it('gives way to a form with the registered data, as on the first visit', async () => {
    const applying = await start()
    await leaveDraft(applying, 'residence-certificate', { request: { purpose: 'inheritance' } })
    await applying.open('/application/minato-city/residence-certificate/individual')
    await applying.user.click(await screen.findByRole('button', { name: 'はじめから入力する' }))
    await applying.user.click(await screen.findByRole('button', { name: '消してはじめから入力する' }))
    const registered = await screen.findByRole('region', { name: '登録している情報' })
    expect(registered).toHaveTextContent('港 花子')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('a draft of another device can be continued', async () => {
    const applying = await start()
    await saveElsewhere(applying, '別の端末の内容')
    await applying.open(consultation)
    await screen.findByText(/続きから入力しています/)
    await act(() => applying.router.navigate(`${consultation}?step=consultation`))
    expect(details()).toHaveValue('別の端末の内容')
  })

  it('a draft is deleted after its week, and the page shows it (R-07)', async () => {
    const applying = await start()
    const weekAgo = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000 - 60_000).toISOString()
    await leaveDraft(applying, serviceId, answers, { changedAt: weekAgo, etag: '"old"', unsaved: false })
    await applying.open(consultation)
    expect(await screen.findByText(/一時保存の期限（1週間）が過ぎたため/)).toBeVisible()
    expect(details()).toHaveValue('')
  })

  it('a draft still exists a minute before its week is over (R-07)', async () => {
    const applying = await start()
    const almost = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000 + 60_000).toISOString()
    await leaveDraft(applying, serviceId, answers, { changedAt: almost })
    await applying.open(`${consultation}?step=consultation`)
    await heading('相談の内容')
    expect(details()).toHaveValue('夜中に起きます。')
  })

  it('a draft is never shown to another user of this browser (R-07)', async () => {
    const applying = await start()
    const owner = { tenantId: 'minato-city', userId: 'somebody-else' }
    await leaveDraft({ owner }, serviceId, answers)
    await applying.open(consultation)
    await heading('相談の内容')
    expect(details()).toHaveValue('')
    expect(await localDrafts.listOf(owner.tenantId, owner.userId)).toHaveLength(1)
    await localDrafts.removeAllOf(owner.tenantId, owner.userId)
  })
})

describe('two devices with the same application (R-13)', () => {
  async function conflict() {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.type(details(), 'この端末の内容')
    await applying.user.click(screen.getByRole('button', { name: '一時保存する' }))
    await waitFor(() => expect(serverDraft(applying)).toBeDefined())
    await saveElsewhere(applying, '別の端末の内容')
    await applying.user.type(details(), '!')
    await applying.user.click(screen.getByRole('button', { name: '一時保存する' }))
    const dialog = await screen.findByRole('dialog', { name: 'どちらの内容を使いますか' })
    expect(within(dialog).getByText(/この端末の内容!/)).toBeVisible()
    expect(within(dialog).getByText(/別の端末の内容$/)).toBeVisible()
    await expectAccessible()
    return { applying, dialog }
  }

  it('both versions are shown; mine is saved over theirs if chosen', async () => {
    const { applying, dialog } = await conflict()
    await applying.user.click(within(dialog).getByRole('button', { name: 'この画面の内容を使う' }))
    await waitFor(() =>
      expect(serverDraft(applying)?.answers).toMatchObject({ consultation: { details: 'この端末の内容!' } }),
    )
    expect(details()).toHaveValue('この端末の内容!')
  })

  it('both versions are shown; theirs replaces mine in the form if chosen', async () => {
    const { applying, dialog } = await conflict()
    await applying.user.click(within(dialog).getByRole('button', { name: '別の端末の内容を使う' }))
    await waitFor(() => expect(details()).toHaveValue('別の端末の内容'))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    expect(serverDraft(applying)?.answers).toMatchObject({ consultation: { details: '別の端末の内容' } })
  })
})

describe('sending while another device has saved a newer draft', () => {
  it('shows the answers of the other device first, and sends nothing', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    await waitFor(() => expect(serverDraft(applying)).toBeDefined())
    await saveElsewhere(applying, '別の端末の内容', { reapplyOf: 'OR-1' })
    await send(applying)
    expect(await screen.findByText('別の端末で入力した内容を反映しました。')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    await heading('日時と連絡先')
    expect(applying.orders()).toEqual([])
    expect(serverDraft(applying)).toMatchObject({ reapplyOf: 'OR-1' })
  })
})

describe('an application that another tab of the browser takes over', () => {
  const otherTab = new BroadcastChannel('portal-applications')
  afterAll(() => otherTab.close())

  function takeOver({ owner }: Applying): void {
    const name = applicationName({ ...owner, serviceId, type })
    otherTab.postMessage({ kind: 'take', name, request: crypto.randomUUID() })
  }

  it('shows a page that leads back to it, with everything that was typed', async () => {
    const applying = await start()
    await applying.open(consultation)
    await applying.user.type(await screen.findByRole('textbox', { name: '相談の内容' }), '夜泣き')
    takeOver(applying)
    const title = await heading('この予約は、別のタブで入力しています')
    expect(title).toHaveFocus()
    expect(screen.queryByRole('textbox')).toBeNull()
    await expectAccessible()
    await act(async () => screen.getByRole('button', { name: 'このタブで続ける' }).click())
    expect(await screen.findByRole('textbox', { name: '相談の内容' })).toHaveValue('夜泣き')
    expect(await heading('相談の内容')).toHaveFocus()
  })

  it('leads to the result once the other tab has sent it', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    takeOver(applying)
    await heading('この予約は、別のタブで入力しています')
    const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
    const { orderId, receiptNumber, status } = order
    const name = applicationName({ ...applying.owner, serviceId, type })
    otherTab.postMessage({ kind: 'result', name, order: { orderId, receiptNumber, status } })
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
    expect((await screen.findAllByText(new RegExp(receiptNumber)))[0]).toBeVisible()
  })
})

describe('a draft that another device has sent', () => {
  /** Types and saves, and returns to the page after another device has sent the draft. */
  async function sentMeanwhile(typedSince = '') {
    const applying = await start()
    await applying.open(`${consultation}?step=consultation`)
    await heading('相談の内容')
    await applying.user.type(details(), 'よく泣きます')
    await applying.user.click(screen.getByRole('button', { name: '一時保存する' }))
    expect(await screen.findByText(/一時保存しました。/)).toBeVisible()
    const { drafts, orders } = applying.sandbox.backend
    const { order } = sampleOrder(applying, 'NOT_STARTED')
    const sent = { orderId: 'OR-SENT', receiptNumber: '2026-000001', submittedAt: applying.sandbox.clock.now() }
    orders.save({ ...order, ...sent, serviceId, type })
    drafts.remove({ ...applying.owner, serviceId, type })
    if (typedSince !== '') await applying.user.type(details(), typedSince)
    document.dispatchEvent(new Event('visibilitychange'))
    return applying
  }

  it('asks nothing on a page that has no other answers: it says that it was sent, and leads to the details', async () => {
    const applying = await sentMeanwhile()
    await heading('この予約は送信済みです')
    expect(screen.getByText(/2026-000001/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(async () => expect(await localDrafts.listOf('minato-city', applying.owner.userId)).toEqual([]))
    expect(serverDraft(applying)).toBeUndefined()
    await expectAccessible()
    await applying.user.click(screen.getByRole('link', { name: '送信した内容を確認する' }))
    await waitFor(() => expect(applying.path()).toBe('/minato-city/history-details/OR-SENT'))
    await applying.open(`${consultation}?step=consultation`)
    await heading('相談の内容')
    expect(details()).toHaveValue('')
  })

  it('stays a question on a page with text that was never saved', async () => {
    await sentMeanwhile('夜も')
    const dialog = await screen.findByRole('dialog', { name: '保存した下書きがなくなりました' })
    expect(within(dialog).getByRole('button', { name: 'この内容で新しい予約を続ける' })).toBeVisible()
    expect(details()).toHaveValue('よく泣きます夜も')
  })
})

describe('a correction whose draft is gone', () => {
  type Gone = {
    isSent?: boolean
    isTakenBack?: boolean
    instead?: (request: Request) => Promise<null> | Response | null
  }

  /** Opens the form with the browser's copy of a correction that the API no longer has. */
  async function openGone({ isSent = false, isTakenBack = false, instead = () => null }: Gone = {}) {
    const applying = await startApplying({ instead })
    portal = applying
    const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
    const { orderId } = order
    const { orders } = applying.sandbox.backend
    if (isSent) orders.save({ ...order, orderId: 'OR-SENT', receiptNumber: '2026-000001', reapplyOf: orderId })
    if (isTakenBack) orders.save({ ...order, status: 'IN_PROCESS' })
    const content = { ...emptyContent(await currentVersion(serviceId)), answers, reapplyOf: orderId }
    await leaveDraft(applying, serviceId, {}, { content, etag: '"old"' })
    await applying.open(`${consultation}?step=consultation`)
    await heading('相談の内容')
    return { applying, orderId }
  }

  const gone = () => screen.findByRole('dialog', { name: '保存した下書きがなくなりました' })

  it('a correction that was not sent elsewhere is continued as a correction', async () => {
    const { applying, orderId } = await openGone()
    const dialog = await gone()
    expect(dialog).toHaveTextContent('このまま修正を続けられます。')
    expect(within(dialog).getByRole('button', { name: '申請履歴を見る' })).toBeVisible()
    await expectAccessible()
    await applying.user.click(within(dialog).getByRole('button', { name: 'この内容で修正を続ける' }))
    await waitFor(() => expect(serverDraft(applying)?.reapplyOf).toBe(orderId))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a correction whose return was taken back can only become a new application', async () => {
    const { applying, orderId } = await openGone({ isTakenBack: true })
    const dialog = await gone()
    expect(dialog).toHaveTextContent('差し戻された内容の修正は、現在受け付けていません。')
    expect(within(dialog).queryByRole('button', { name: 'この内容で修正を続ける' })).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'この内容で新しい予約を続ける' })).toBeVisible()
    await applying.user.click(within(dialog).getByRole('button', { name: '送信した内容を確認する' }))
    await waitFor(() => expect(applying.path()).toBe(`/minato-city/history-details/${orderId}`))
  })

  it('a correction that was sent elsewhere is continued as a new application', async () => {
    const { applying } = await openGone({ isSent: true })
    const dialog = await gone()
    expect(dialog).toHaveTextContent('別の画面または端末ですでに直して送信されています。')
    expect(within(dialog).queryByRole('button', { name: 'この内容で修正を続ける' })).toBeNull()
    await expectAccessible()
    await applying.user.click(within(dialog).getByRole('button', { name: 'この内容で新しい予約を続ける' }))
    await waitFor(() => expect(serverDraft(applying)?.answers).toMatchObject(answers))
    expect(serverDraft(applying)?.reapplyOf).toBeUndefined()
    expect(screen.queryByText('差戻しの理由')).toBeNull()
  })

  it('leads to the application that was sent elsewhere', async () => {
    const { applying } = await openGone({ isSent: true })
    await applying.user.click(within(await gone()).getByRole('button', { name: '送信した内容を確認する' }))
    await waitFor(() => expect(applying.path()).toBe('/minato-city/history-details/OR-SENT'))
    expect(serverDraft(applying)).toBeUndefined()
  })

  it('names both causes if the returned application cannot be read', async () => {
    await openGone({
      instead: ({ url }) => (/\/o\/orders\/OR-/.test(url) ? new Response(null, { status: 500 }) : null),
    })
    const dialog = await gone()
    expect(dialog).toHaveTextContent('送信または削除された可能性があります。')
    expect(within(dialog).getByRole('button', { name: 'この内容で新しい予約を続ける' })).toBeVisible()
  })

  it('waits for the returned application for three seconds, and a late response changes nothing', async () => {
    const late = Promise.withResolvers<null>()
    vi.useFakeTimers(clock)
    await openGone({ isSent: true, instead: ({ url }) => (/\/o\/orders\/OR-/.test(url) ? late.promise : null) })
    await act(() => vi.advanceTimersByTimeAsync(replacementWaitMs))
    const dialog = await gone()
    late.resolve(null)
    await act(() => vi.advanceTimersByTimeAsync(replacementWaitMs))
    expect(dialog).toHaveTextContent('送信または削除された可能性があります。')
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('保存した下書きがなくなりました')).toBeVisible()
  })
})

describe('a form that has changed since the draft was saved (F-10)', () => {
  const gone = async () => {
    const title = await screen.findByText('予約フォームの変更でなくなった項目があります（1件）')
    const { parentElement: notice } = title
    if (notice === null) throw new Error('The title is in no notice')
    return notice
  }

  async function openWithFax(): Promise<Applying> {
    const applying = await start()
    const old = { ...answers.consultation, fax: '0312345678' }
    await leaveDraft(applying, serviceId, { consultation: old }, { formVersionOf: 'an older form' })
    await applying.open(`${consultation}?step=consultation`)
    await gone()
    return applying
  }

  it('keeps the answers and names the differences', async () => {
    const applying = await start()
    const old = { ...answers.consultation, fax: '0312345678', childAge: 'twelve' }
    await leaveDraft(applying, serviceId, { consultation: old }, { formVersionOf: 'an older form' })
    await applying.open(`${consultation}?step=consultation`)
    expect(await screen.findByText(/保存後に予約フォームが変更されました。\d+件の項目をご確認ください。/)).toBeVisible()
    expect(await gone()).toHaveTextContent('0312345678')
    expect(screen.getByText('お子さんの年齢', { selector: 'li' })).toBeVisible()
    expect(details()).toHaveValue('夜中に起きます。')
    await expectAccessible()
  })

  it('shows answers without a place after a reload and on another device, where they can be copied', async () => {
    const applying = await openWithFax()
    await applying.user.click(screen.getByRole('checkbox', { name: '睡眠' }))
    await applying.user.click(footButton('一時保存する'))
    expect(await screen.findByText(/^一時保存しました/)).toBeVisible()
    await applying.reload(`${consultation}?step=consultation`)
    expect(await gone()).toHaveTextContent('0312345678')

    await applying.reload('/minato-city/applicationhistory')
    await localDrafts.removeAllOf(applying.owner.tenantId, applying.owner.userId)
    await applying.open(`${consultation}?step=consultation`)
    const notice = await gone()
    await applying.user.click(within(notice).getByRole('button', { name: '「相談の内容」の内容をコピーする' }))
    expect(await within(notice).findByText('コピーしました')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('0312345678')
  })

  it('keeps answers without a place until the user deletes them, and then everywhere', async () => {
    const applying = await openWithFax()
    const notice = await gone()
    await applying.user.click(within(notice).getByRole('button', { name: 'なくなった項目の内容を削除する' }))
    const dialog = await screen.findByRole('dialog', { name: 'なくなった項目の内容を削除しますか' })
    await expectAccessible()
    await applying.user.click(within(dialog).getByRole('button', { name: 'キャンセル' }))
    expect(await gone()).toHaveTextContent('0312345678')
    await applying.user.click(within(notice).getByRole('button', { name: 'なくなった項目の内容を削除する' }))
    await applying.user.click(await screen.findByRole('button', { name: '削除する' }))
    expect(screen.queryByText('0312345678')).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await waitFor(async () => expect(serverDraft(applying)?.formVersion).toBe(await currentVersion(serviceId)))
    expect(JSON.stringify(serverDraft(applying))).not.toContain('0312345678')
    await applying.reload(`${consultation}?step=consultation`)
    expect(await screen.findByRole('checkbox', { name: '睡眠' })).toBeVisible()
    expect(screen.queryByText('0312345678')).toBeNull()
  })
})

describe('a form that changes while it is open (F-10)', () => {
  it('stays on the screen with its focus, also if the published version cannot be read', async () => {
    const applying = await start()
    await applying.open(consultation)
    await applying.user.type(await screen.findByRole('textbox', { name: '相談の内容' }), '夜')
    const field = details()
    const version = await currentVersion(serviceId)
    // The list of services is read again when the user returns to the page after a minute.
    await act(async () =>
      applying.queryClient.setQueryData<Service[]>(
        getListServicesQueryKey('minato-city'),
        (services) => JSON.parse(JSON.stringify(services).replaceAll(version, 'unread000000')) as Service[],
      ),
    )
    await applying.user.type(field, '泣き')
    expect(field).toBeVisible()
    expect(field).toHaveFocus()
    expect(details()).toHaveValue('夜泣き')
  })

  /** Sends a form whose next version has been published, with these required questions. */
  async function sendFormer(again: string | null, required: string[]): Promise<Applying> {
    let published: string | null = null
    const sandboxOf = { current: null as Applying['sandbox'] | null }
    portal = await startApplying({
      instead: async (request) => {
        if (published === null || !request.url.endsWith('/services')) return null
        const answer = await sandboxOf.current?.fetch(request)
        const text = (await answer?.text()) ?? ''
        return new Response(text.replaceAll(await currentVersion(serviceId), published), {
          headers: { 'Content-Type': 'application/json' },
        })
      },
    })
    const applying = portal
    sandboxOf.current = applying.sandbox
    await leaveDraft(applying, serviceId, consultationAnswers)
    await applying.open(`${consultation}?step=booking`)
    await applying.user.click(await screen.findByRole('button', { name: '入力内容を確認する' }))
    await heading('入力内容の確認')
    const address = { formsBase: '/forms', tenantId: 'minato-city', serviceId, type }
    const before = applying.queryClient.getQueryData(
      formQuery({ ...address, formVersion: await currentVersion(serviceId) }, 'ja').queryKey,
    )
    if (before?.kind !== 'form') throw new Error('The form is not loaded')
    const { definition } = before.form
    const [first, ...others] = definition.steps
    const withoutAge = {
      ...first,
      id: 'consultation',
      schema: { type: 'object', required, properties: { way: { type: 'string' }, how: { type: 'string' } } },
    }
    const { texts } = before.form
    const way = { label: '相談の方法', options: { phone: '手紙で相談する' } }
    const changed: FormResult = {
      kind: 'form',
      form: {
        ...before.form,
        texts: { ...texts, fields: { ...texts.fields, 'consultation/way': way } },
        definition: { ...definition, formVersion: 'new000000000', steps: [withoutAge, ...others] },
      },
    }
    applying.queryClient.setQueryData(formQuery({ ...address, formVersion: 'new000000000' }, 'ja').queryKey, changed)
    published = 'new000000000'
    if (again === null) {
      applying.answerInstead('submitOrder', 409, { code: 'SE_AP_0003' })
      await send(applying)
    } else {
      applying.fault({ kind: 'reset', operation: 'submitOrder', times: 1 })
      await send(applying)
      await heading('予約は届いていません')
      applying.answerInstead('submitOrder', 409, { code: 'SE_AP_0003' })
      await applying.user.click(screen.getByRole('button', { name: again }))
    }
    expect(await screen.findByText(/保存後に予約フォームが変更されました。\d+件の項目をご確認ください。/)).toBeVisible()
    return applying
  }

  /** How a screen reader learns of each text with the reason; null: as a part of the page. */
  function liveTextsOfReason() {
    const words = screen.getAllByText(/新しくなったため、まだ送信していません/)
    const places = words.map((text) => text.closest('[role="alert"], [aria-live]'))
    return places.map((place) => place?.getAttribute('role') ?? place?.getAttribute('aria-live') ?? null)
  }

  it.each([
    ['the first time', null],
    ['again', 'もう一度送信する'],
  ])(
    'replaces the open one when it is sent %s; the answers stay and the differences are named',
    async (_time, again) => {
      const applying = await sendFormer(again, [])
      const removed = await screen.findByText('予約フォームの変更でなくなった項目があります（2件）')
      expect(removed.parentElement).toHaveTextContent('お子さんの年齢0歳コピーする')
      expect(
        screen.getByText('相談の方法：選択した答えの文言が「電話で相談する」から「手紙で相談する」に変わりました'),
      ).toBeVisible()
      expect(screen.getByRole('alert')).toHaveTextContent(/新しくなったため、まだ送信していません/)
      expect(liveTextsOfReason()).toEqual(['alert'])
      expect(applying.orders()).toEqual([])
      await act(() => applying.router.navigate(-1))
      expect(applying.path(), 'Back leads to the page before').toMatch(/step=booking$/)
    },
  )

  it('says once why it is not sent, at the step with a new question', async () => {
    await sendFormer(null, ['how'])
    expect(await heading('相談の内容')).toHaveFocus()
    expect(liveTextsOfReason(), 'the notice of each step, and the announcement').toEqual([null, 'polite'])
  })
})

describe('logging out', () => {
  it('sends unsaved answers first and leaves nothing in the browser', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.type(details(), 'まだ送っていません')
    const { closeApplications } = await import('../application/log-out.ts')
    const outcome = await act(() => closeApplications('minato-city', applying.owner.userId))
    expect(outcome).toBe('sent')
    expect(serverDraft(applying)?.answers).toMatchObject({ consultation: { details: 'まだ送っていません' } })
    expect(await localDrafts.listOf('minato-city', applying.owner.userId)).toEqual([])
    expect(footButton('次へ')).toBeVisible()
  })

  it('a log-out sends what an earlier visit could not send', async () => {
    const applying = await start()
    await leaveDraft(applying, serviceId, answers)
    const { closeApplications } = await import('../application/log-out.ts')
    expect(await closeApplications('minato-city', applying.owner.userId)).toBe('sent')
    expect(serverDraft(applying)?.answers).toEqual(answers)
    expect(await localDrafts.listOf('minato-city', applying.owner.userId)).toEqual([])
  })

  it('reports what the API did not accept, in an open form and from an earlier visit', async () => {
    const applying = await start()
    await leaveDraft(applying, serviceId, answers)
    const { closeApplications } = await import('../application/log-out.ts')
    applying.fault({ kind: 'error-500', operation: 'saveDraft' })
    expect(await closeApplications('minato-city', applying.owner.userId)).toBe('unsent')

    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.type(details(), 'まだ送っていません')
    expect(await act(() => closeApplications('minato-city', applying.owner.userId))).toBe('unsent')
    expect(await localDrafts.listOf('minato-city', applying.owner.userId)).toEqual([])
  })
})

describe('a tenant that closes over a form', () => {
  async function changeTenant({ sandbox }: Applying, body: object): Promise<void> {
    const address = 'http://portal.test/_sandbox/tenants/minato-city'
    await sandbox.fetch(new Request(address, { method: 'POST', body: JSON.stringify(body) }))
  }

  it.each([
    ['for maintenance', { state: 'SUSPENDED' }, { state: 'ACTIVE' }, 'メンテナンス中です'],
    ['for good', { webApplication: false }, { webApplication: true }, 'ご利用いただけません'],
  ])('says until when the answers are kept, and leads back to the form: %s', async (_how, closed, reopened, title) => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    await changeTenant(applying, closed)
    // At once: the first save, which happens without a click as well, replaces the page.
    fireEvent.input(details(), { target: { value: 'よく泣きます' } })
    fireEvent.click(footButton('一時保存する'))
    await heading(title)
    expect(await screen.findByText(/この端末に\d{4}年\d+月\d+日.+まで保存されています/)).toBeVisible()
    expect(screen.queryByText('保存できませんでした。自動でやり直します。')).toBeNull()
    await changeTenant(applying, reopened)
    await act(() => applying.queryClient.invalidateQueries())
    await heading('相談の内容')
    expect(details()).toHaveValue('よく泣きます')
  })

  it('promises nothing if nothing was typed', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    await changeTenant(applying, { state: 'SUSPENDED' })
    await act(() => applying.queryClient.invalidateQueries())
    await heading('メンテナンス中です')
    expect(screen.getByText(/自動で元の画面に戻ります/)).toBeVisible()
    expect(screen.queryByText(/まで保存されています/)).toBeNull()
  })
})
