import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  appointmentDay,
  currentVersion,
  expectAccessible,
  footButton,
  heading,
  leaveDraft,
  provideForms,
  putElsewhere,
  send,
  startApplying,
} from '../testing/open-form.tsx'
import type { Applying } from '../testing/open-form.tsx'
import { certificateAnswers as answers } from '../testing/residence-certificate.ts'
import { sampleOrder } from '../../../order-display/testing/sandbox-orders.ts'
import { localDrafts } from '../draft/local-drafts.ts'
import { formQuery } from '../application/form-query.ts'
import type { FormResult } from '../application/form-query.ts'
import { emptyContent } from '../application/content-state.ts'

let portal: Applying | null = null

/** The browser would leave for the card provider; jsdom cannot, so the followed link is recorded. */
const followed: string[] = []
function onClick(event: MouseEvent) {
  const link = event.target instanceof HTMLAnchorElement ? event.target : null
  if (link === null || !link.hidden) return
  followed.push(link.href)
  event.preventDefault()
}
function onSubmit(event: SubmitEvent) {
  if (!(event.target instanceof HTMLFormElement) || !event.target.hidden) return
  followed.push(event.target.action)
  event.preventDefault()
}

async function start(options?: Parameters<typeof startApplying>[0]): Promise<Applying> {
  document.addEventListener('click', onClick)
  document.addEventListener('submit', onSubmit)
  portal = await startApplying(options)
  return portal
}

afterEach(async () => {
  vi.useRealTimers()
  document.removeEventListener('click', onClick)
  document.removeEventListener('submit', onSubmit)
  followed.length = 0
  await portal?.stop()
  portal = null
  vi.restoreAllMocks()
})

const serviceId = 'residence-certificate'
const form = `/application/minato-city/${serviceId}/individual`
const settlement = `/order/payment/minato-city/${serviceId}?type=individual`
const shipping = `/order/shippingaddress/minato-city/${serviceId}?type=individual`

async function atSettlement(options?: Parameters<typeof startApplying>[0]): Promise<Applying> {
  const applying = await start(options)
  await leaveDraft(applying, serviceId, answers)
  await applying.open(settlement)
  await heading('内容と金額の確認')
  await screen.findByText('710円')
  return applying
}

describe('settlement', () => {
  it('shows the items, the whole application and the duty to pay', async () => {
    await atSettlement()
    expect(screen.getByRole('rowheader', { name: /^住民票の写し/ })).toBeVisible()
    expect(screen.getByText(/710円のお支払い義務が発生します/)).toBeVisible()
    expect(screen.getByText('〒105-0011 東京都港区芝公園1丁目5番25号')).toBeVisible()
    expect(screen.getByText('港 花子（ミナト ハナコ）')).toBeVisible()
    expect(screen.getByRole('link', { name: '「必要な証明書」を修正する' })).toBeVisible()
    await expectAccessible()
  })

  it('asks to contact the office, and offers no sending, if the form has no amount for an answer', async () => {
    const formVersion = 'noamount0000'
    const known = await currentVersion(serviceId)
    const sandboxOf: { current: Applying['sandbox'] | null } = { current: null }
    const applying = await start({
      instead: async (request) => {
        if (sandboxOf.current === null || !request.url.endsWith('/services')) return null
        const text = await (await sandboxOf.current.fetch(request)).text()
        return new Response(text.replaceAll(known, formVersion), { headers: { 'Content-Type': 'application/json' } })
      },
    })
    sandboxOf.current = applying.sandbox
    // The start has loaded the services with the published version.
    applying.queryClient.clear()
    await provideForms(applying.queryClient)
    const address = { formsBase: '/forms', tenantId: 'minato-city', serviceId, type: 'individual' }
    const loaded = applying.queryClient.getQueryData(formQuery({ ...address, formVersion: known }, 'ja').queryKey)
    if (loaded?.kind !== 'form') throw new Error('The form is not loaded')
    const amount = { byAnswer: 'certificate/range', table: { some: 300 } }
    const definition = { ...loaded.form.definition, formVersion, fee: { lines: [{ text: 'copy', amount }] } }
    const changed: FormResult = { kind: 'form', form: { ...loaded.form, definition } }
    applying.queryClient.setQueryData(formQuery({ ...address, formVersion }, 'ja').queryKey, changed)
    const content = {
      formVersion,
      answers,
      step: null,
      shippingAddress: null,
      unplaced: [],
      registered: [],
      reapplyOf: null,
    }
    await leaveDraft(applying, serviceId, {}, { content })
    await applying.open(settlement)
    await heading('内容と金額の確認')
    expect(screen.getByText('金額を計算できません')).toBeVisible()
    expect(screen.getByText('証明書の種類：世帯全員の写し')).toBeVisible()
    expect(screen.getByText('お手数ですが、窓口にお問い合わせください。')).toBeVisible()
    expect(screen.queryByText(/合計|0円/)).toBeNull()
    expect(screen.queryByRole('button', { name: /送信/ })).toBeNull()
    expect(screen.getByRole('link', { name: '「必要な証明書」を修正する' })).toBeVisible()
    await expectAccessible()
  })

  it('says which registered data of the delivery differ from the answers', async () => {
    const applying = await atSettlement()
    const section = screen.getByRole('region', { name: 'お届け先' })
    expect(within(section).queryByText(/登録している情報/)).toBeNull()
    const name = { ...answers.applicant.name, familyName: '山田', familyNameKana: 'ヤマダ' }
    const moved = { ...answers.applicant.address, street: '1丁目1-1' }
    const corrected = { ...answers, applicant: { ...answers.applicant, name, address: moved, phone: '09087654321' } }
    await applying.reload(settlement, () => leaveDraft(applying, serviceId, corrected))
    const hint = await screen.findByText(/^お届け先のお名前、住所、電話番号は登録している情報のもので/)
    expect(hint.closest('section')).toBe(screen.getByRole('region', { name: 'お届け先' }))
    await expectAccessible()
    const address = {
      recipient: '山田 花子',
      phone: '09012345678',
      address: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園', street: '4丁目2-8' },
    }
    const content = { formVersion: await currentVersion(serviceId), answers: corrected, step: null, reapplyOf: null }
    const other = { content: { ...content, shippingAddress: address, unplaced: [], registered: [] } }
    await applying.reload(settlement, () => leaveDraft(applying, serviceId, {}, other))
    expect(await screen.findByText(/^お届け先の電話番号は登録している情報のもので/)).toBeVisible()
  })

  it('shows what follows the fee once the fee is there, so that nothing moves under a click', async () => {
    const fee = Promise.withResolvers<null>()
    const applying = await start({ instead: ({ url }) => (url.endsWith('/o/orders/quote') ? fee.promise : null) })
    await leaveDraft(applying, serviceId, answers)
    await applying.open(settlement)
    await heading('内容と金額の確認')
    expect(screen.queryByRole('checkbox')).toBeNull()
    fee.resolve(null)
    expect(await screen.findByText('710円')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: /誤りがないことを確認/ })).toBeVisible()
  })

  it('lists what was paid with the returned application, so that the lines add up to the total', async () => {
    const applying = await start()
    await leaveDraft(applying, serviceId, answers)
    applying.answerInstead('quoteOrder', 200, {
      amount: { total: 0, tax: 0, currency: 'JPY' },
      lines: [
        { label: '住民票の写し', amount: 600 },
        { label: '送料', amount: 110 },
      ],
      carriedOver: 710,
    })
    await applying.open(settlement)
    expect(await screen.findByRole('row', { name: 'お支払い済み（前回の申請） -710円' })).toBeVisible()
    expect(screen.getByRole('row', { name: '合計 0円' })).toBeVisible()
    expect(screen.getByText(/差額の返金については、窓口にお問い合わせください/)).toBeVisible()
  })

  it('mentions a refund if nothing of what was paid is needed for the corrected application', async () => {
    const applying = await start()
    const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
    const content = { ...emptyContent(await currentVersion(serviceId)), answers, reapplyOf: order.orderId }
    await leaveDraft(applying, serviceId, answers, { content })
    applying.answerInstead('quoteOrder', 200, { amount: { total: 0, tax: 0, currency: 'JPY' }, lines: [] })
    await applying.open(settlement)
    expect(await screen.findByRole('row', { name: '合計 0円' })).toBeVisible()
    expect(await screen.findByText('前回のお支払いの返金については、窓口にお問い合わせください。')).toBeVisible()
  })

  it('says that a correction was sent elsewhere instead of blaming the answers', async () => {
    const applying = await start()
    const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
    const content = { ...emptyContent(await currentVersion(serviceId)), answers, reapplyOf: order.orderId }
    await leaveDraft(applying, serviceId, answers, { content })
    applying.sandbox.backend.orders.save({
      ...order,
      orderId: 'OR-NEW',
      receiptNumber: '2026-000001',
      status: 'NOT_STARTED',
      reapplyOf: order.orderId,
    })
    await applying.open(settlement)
    expect(await screen.findByText(/すでに直して送信されています。/)).toBeVisible()
    expect(screen.queryByText(/修正が必要な項目がある/)).toBeNull()
    const details = screen.getByRole('link', { name: '送信した内容を確認する' })
    expect(details).toHaveAttribute('href', '/minato-city/history-details/OR-NEW')
    await expectAccessible()
    await applying.user.click(screen.getByRole('button', { name: 'この内容で新しい申請を続ける' }))
    expect(await screen.findByRole('row', { name: /^合計 [1-9]/ })).toBeVisible()
    expect(screen.queryByText(/すでに直して送信されています。/)).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('says that a return was taken back, and keeps the correction', async () => {
    const applying = await start()
    const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
    const content = { ...emptyContent(await currentVersion(serviceId)), answers, reapplyOf: order.orderId }
    await leaveDraft(applying, serviceId, answers, { content })
    await applying.open(settlement)
    expect(await screen.findByText('差戻しの理由')).toBeVisible()
    await screen.findByRole('row', { name: /^合計/ })
    applying.sandbox.backend.orders.save({ ...order, status: 'IN_PROCESS' })
    await send(applying)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('差し戻された内容の修正は、現在受け付けていません。')
    expect(screen.queryByText(/すでに直して送信されています。|修正が必要な項目がある/)).toBeNull()
    const details = within(alert).getByRole('link', { name: '送信した内容を確認する' })
    expect(details).toHaveAttribute('href', `/minato-city/history-details/${order.orderId}`)
    expect(screen.queryByText('差戻しの理由'), 'the notice at the top, too').toBeNull()
    await expectAccessible()
    await applying.user.click(within(alert).getByRole('button', { name: 'この内容で新しい申請を続ける' }))
    expect(await screen.findByRole('row', { name: /^合計 [1-9]/ })).toBeVisible()
    expect(screen.queryByText(/修正は、現在受け付けていません。/)).toBeNull()
  })

  it('the settlement does not ask for a payment while another is being confirmed', async () => {
    const applying = await atSettlement()
    await send(applying)
    await waitFor(() => expect(followed).toHaveLength(1))
    const { attempts, charges } = applying.sandbox.backend
    const [charge] = charges.ofOrder(applying.orders()[0]?.orderId ?? '')
    const attempt = charge === undefined ? null : attempts.lastOf(charge.chargeId)
    if (attempt === null) throw new Error('There is no attempt')
    attempts.save({ ...attempt, state: 'PROCESSING' })
    await applying.reload(settlement)
    await heading('申請を受け付けました')
    expect(screen.getByText(/お支払いの結果を確認しています。もう一度支払う必要はありません。/)).toBeVisible()
    expect(screen.queryByText(/続けて、お支払いの手続きをしてください/)).toBeNull()
    expect(screen.queryByRole('button', { name: '支払う' })).toBeNull()
  })

  it('sends once and goes to the card provider after the same click (P-01)', async () => {
    const applying = await atSettlement()
    await applying.user.click(screen.getByRole('checkbox', { name: /誤りがないことを確認/ }))
    const button = footButton('送信して支払いへ進む')
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(followed).toHaveLength(1))
    expect(followed[0]).toMatch(/^https:\/\/card\.test\//)
    expect(applying.calls('submitOrder')).toHaveLength(1)
    expect(applying.calls('proceedCharge')).toHaveLength(1)
    expect(applying.orders()).toMatchObject([{ serviceId, status: 'WAITING_PAYMENT' }])
    expect(await screen.findByText('お支払いの画面に移動しています')).toBeVisible()
    expect(await heading('申請を受け付けました')).toHaveFocus()
  })

  it('says after ten seconds of sending that it takes long', async () => {
    const never = new Promise<Response>(() => undefined)
    await atSettlement({
      instead: ({ method, url }) => (method === 'POST' && url.endsWith('/o/orders') ? never : null),
    })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fireEvent.click(screen.getByRole('checkbox', { name: /誤りがないことを確認/ }))
    fireEvent.click(footButton('送信して支払いへ進む'))
    await screen.findByRole('button', { name: '送信しています' })
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    const status = screen.getByRole('status', { name: '保存の状態' })
    expect(status).not.toHaveTextContent('時間がかかっています')
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(status).toHaveTextContent('送信に時間がかかっています。この画面のままお待ちください。')
    expect(status).toHaveAttribute('aria-live', 'polite')
  })

  it('shows after coming back that the application is sent, and pays only after a click (P-03, P-09)', async () => {
    const applying = await atSettlement()
    await send(applying)
    await waitFor(() => expect(followed).toHaveLength(1))
    await applying.sandbox.cardFetch(new Request(followed[0] ?? ''))
    await applying.reload(settlement)
    await heading('申請を受け付けました')
    expect(screen.getByText(new RegExp(applying.orders()[0]?.receiptNumber ?? 'none'))).toBeVisible()
    await expectAccessible()
    expect(applying.calls('proceedCharge')).toHaveLength(1)
    await applying.user.click(screen.getByRole('button', { name: '支払う' }))
    await waitFor(() => expect(followed).toHaveLength(2))
    expect(followed[1]).toBe(followed[0])
    expect(applying.calls('submitOrder')).toHaveLength(1)
  })

  it('lists after sending, too, what was paid with the returned application', async () => {
    const applying = await atSettlement()
    await send(applying)
    await waitFor(() => expect(followed).toHaveLength(1))
    const { charges } = applying.sandbox.backend
    for (const charge of charges.ofOrder(applying.orders()[0]?.orderId ?? ''))
      charges.save({ ...charge, carriedOver: 410 })
    await applying.reload(settlement)
    await heading('申請を受け付けました')
    expect(await screen.findByRole('row', { name: 'お支払い済み（前回の申請） -410円' })).toBeVisible()
  })

  it('keeps the application if the card provider is down, and pays with another click', async () => {
    const applying = await atSettlement()
    applying.fault({ kind: 'card-502', operation: 'proceedCharge', times: 1 })
    await send(applying)
    await heading('申請を受け付けました')
    expect(await screen.findByText(/決済サービスにつながりません。料金は請求されていません/)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveFocus()
    expect(followed).toHaveLength(0)
    await applying.user.click(screen.getByRole('button', { name: '支払う' }))
    await waitFor(() => expect(followed).toHaveLength(1))
    expect(applying.calls('submitOrder')).toHaveLength(1)
  })

  it.each([
    ['the stage', { paymentHosts: ['other.test'] }],
    ['the tenant, although the stage allows it', { tenants: { 'minato-city': { paymentHosts: ['other.test'] } } }],
  ])('announces that the portal does not go to a host that is not one of %s', async (_name, config) => {
    const applying = await atSettlement({ config })
    await send(applying)
    await heading('申請を受け付けました')
    expect(await screen.findByRole('alert')).toHaveTextContent('お支払いの画面に移動できませんでした。')
    expect(followed).toHaveLength(0)
  })

  it('does not leave automatically if a later request reports the outcome', async () => {
    const applying = await atSettlement()
    applying.fault({ kind: 'answer-lost', operation: 'submitOrder', times: 1 })
    await send(applying)
    await heading('申請を処理しています')
    expect(await heading('申請を受け付けました')).toHaveFocus()
    expect(applying.calls('proceedCharge')).toHaveLength(0)
    await applying.user.click(screen.getByRole('button', { name: '支払う' }))
    await waitFor(() => expect(followed).toHaveLength(1))
  })

  it('the form shows the result of a submission that arrived after the user had left', async () => {
    const applying = await atSettlement()
    applying.fault({ kind: 'submission-slow', operation: 'submitOrder', times: 1, delayMs: 0 })
    await send(applying)
    await heading('申請を処理しています')
    await act(() => applying.router.navigate('/minato-city/applicationhistory'))
    await waitFor(() => expect(applying.orders()).toHaveLength(1))
    const { orderId = 'none', receiptNumber = 'none' } = applying.orders()[0] ?? {}
    await waitFor(() => expect(sessionStorage.getItem('portal.order.minato-city')).toContain(orderId))
    await applying.open(form)
    await heading('申請を受け付けました')
    expect(applying.path()).toBe(settlement)
    expect(screen.getByText(new RegExp(receiptNumber))).toBeVisible()
    expect(applying.calls('proceedCharge'), 'only after a click').toHaveLength(0)
    await applying.user.click(screen.getByRole('link', { name: '新しく申請する' }))
    await waitFor(() => expect(applying.path()).toContain(`${form}?step=`))
    expect(applying.calls('submitOrder')).toHaveLength(1)
  })

  it('a list that is open when the result arrives has the order instead of the draft', async () => {
    const applying = await atSettlement()
    applying.fault({ kind: 'submission-slow', operation: 'submitOrder', times: 1, delayMs: 60_000 })
    await send(applying)
    await heading('申請を処理しています')
    await act(() => applying.router.navigate('/minato-city/applicationlist'))
    const draft = () => screen.queryByRole('link', { name: /住民票の写しの交付請求の入力を続ける/ })
    await waitFor(() => expect(draft()).toBeVisible())
    applying.sandbox.backend.clock.shift(60_000)
    await waitFor(() => expect(applying.orders()).toHaveLength(1))
    await waitFor(() => expect(draft()).toBeNull())
  })

  it('shows a changed amount before anything is sent again', async () => {
    const applying = await atSettlement()
    applying.answerInstead('submitOrder', 422, { code: 'SE_AP_0005' })
    await send(applying)
    expect(await screen.findByText(/お支払い金額が変わりました/)).toBeVisible()
    await waitFor(() => expect(applying.calls('quoteOrder').length).toBeGreaterThanOrEqual(2))
    expect(applying.orders()).toEqual([])
    await waitFor(() => expect(footButton('送信して支払いへ進む')).not.toHaveAttribute('aria-busy'))
    await applying.user.click(footButton('送信して支払いへ進む'))
    await waitFor(() => expect(followed).toHaveLength(1))
  })

  it('asks to confirm a changed amount before it is sent', async () => {
    const applying = await atSettlement()
    applying.answerInstead('submitOrder', 422, { code: 'SE_AP_0005' })
    applying.answerInstead('quoteOrder', 200, { amount: { total: 460, tax: 10, currency: 'JPY' }, lines: [] })
    await send(applying)
    expect(await screen.findByText(/460円のお支払い義務/)).toBeVisible()
    const confirmation = screen.getByRole('checkbox', { name: /誤りがないことを確認/ })
    expect(confirmation).not.toBeChecked()
    await waitFor(() => expect(footButton('送信して支払いへ進む')).not.toHaveAttribute('aria-busy'))
    await applying.user.click(footButton('送信して支払いへ進む'))
    await waitFor(() => expect(confirmation).toHaveFocus())
    expect(applying.calls('submitOrder'), 'after the refused one').toEqual([])
  })

  it('leads back to the first unfinished step', async () => {
    const applying = await start()
    await leaveDraft(applying, serviceId, { ...answers, certificate: { whose: 'self' } })
    await applying.open(settlement)
    await heading('住民票の写しの交付請求')
    expect(applying.path()).toBe(`${form}?step=applicant`)
  })

  it('the settlement is the only page after the last step, and the review redirects to it', async () => {
    const applying = await start()
    await leaveDraft(applying, serviceId, answers)
    await applying.open(`${form}?step=review`)
    await heading('内容と金額の確認')
    expect(applying.path()).toBe(settlement)
    await applying.user.click(footButton('戻る'))
    await heading('住民票の写しの交付請求')
    await applying.user.click(footButton('入力内容を確認する'))
    await heading('内容と金額の確認')
    expect(applying.path()).toBe(settlement)
  })

  it('offers to request the fee again if that failed', async () => {
    const applying = await start()
    applying.fault({ kind: 'unavailable', operation: 'quoteOrder', times: 1, retryAfter: 60 })
    await leaveDraft(applying, serviceId, answers)
    await applying.open(settlement)
    await applying.user.click(await screen.findByRole('button', { name: 'もう一度試す' }))
    expect(await screen.findByText('710円')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('does not wait for a fee that failed: the main button requests it again', async () => {
    const applying = await start()
    applying.fault({ kind: 'unavailable', operation: 'quoteOrder', times: 1, retryAfter: 60 })
    await leaveDraft(applying, serviceId, answers)
    await applying.open(settlement)
    await applying.user.click(await screen.findByRole('button', { name: '金額を計算し直す' }))
    expect(await screen.findByText('710円')).toBeVisible()
    expect(footButton('送信して支払いへ進む')).not.toHaveAttribute('aria-busy', 'true')
    expect(applying.calls('submitOrder')).toHaveLength(0)
  })
})

describe('the pages after the form without a type', () => {
  it('the page without a type shows the only open draft of the service', async () => {
    const applying = await start()
    await leaveDraft(applying, serviceId, answers)
    await applying.open(`${form}?step=review`)
    await heading('内容と金額の確認')
    await waitFor(() => expect(applying.calls('saveDraft')).toHaveLength(1))
    await applying.open(`/order/payment/minato-city/${serviceId}`)
    await waitFor(() => expect(applying.path()).toBe(settlement))
    await applying.open(`/order/shippingaddress/minato-city/${serviceId}`)
    await heading('お届け先')
    expect(applying.path()).toBe(shipping)
  })

  it('the page without a type leads to the list if the service has no draft', async () => {
    const applying = await start()
    await applying.open(`/order/payment/minato-city/${serviceId}`)
    await heading('手続き一覧')
    expect(applying.path()).toBe('/minato-city/applicationlist')
  })

  it.each(['?type=..', '?type=a&type=b', '?type='])('the page without a type is not found with %s', async (query) => {
    const applying = await start()
    await applying.open(`/order/payment/minato-city/${serviceId}${query}`)
    expect(await heading('ページが見つかりません')).toBeVisible()
  })
})

/** Returns the first field of the other address. */
async function chooseAnother({ user }: Applying): Promise<HTMLElement> {
  await user.click(screen.getByRole('radio', { name: '別の住所に届ける' }))
  return await screen.findByRole('textbox', { name: 'お届け先のお名前' })
}

describe('the delivery address', () => {
  async function atShipping(): Promise<Applying> {
    const applying = await start()
    await leaveDraft(applying, serviceId, answers)
    await applying.open(shipping)
    await heading('お届け先')
    return applying
  }

  it("the delivery address is the profile's unless another is chosen, which the quote and the application then contain", async () => {
    const applying = await atShipping()
    expect(screen.getByRole('radio', { name: /登録している住所に届ける/ })).toBeChecked()
    await expectAccessible()
    await applying.user.type(await chooseAnother(applying), '南 太郎')
    await applying.user.type(screen.getByRole('textbox', { name: '郵便番号' }), '１０６-００３２')
    await waitFor(() => expect(screen.getByRole('textbox', { name: '市区町村' })).toHaveValue('港区'))
    await applying.user.type(screen.getByRole('textbox', { name: '番地' }), '1丁目2-3')
    await applying.user.type(screen.getByRole('textbox', { name: '電話番号' }), '080-1234-5678')
    await expectAccessible()
    await applying.user.click(footButton('このお届け先にする'))
    await heading('内容と金額の確認')
    expect(await screen.findByText('南 太郎')).toBeVisible()
    expect(screen.getByText('710円')).toBeVisible()
    await send(applying)
    await waitFor(() => expect(applying.orders()).toHaveLength(1))
    expect(applying.orders()[0]?.shippingAddress).toMatchObject({
      recipient: '南 太郎',
      phone: '08012345678',
      address: { postalCode: '1060032', prefecture: '東京都', street: '1丁目2-3' },
    })
  })

  describe('that is incomplete', () => {
    async function typeSome(applying: Applying): Promise<void> {
      const { user } = applying
      await user.type(await chooseAnother(applying), '南 太郎')
      await user.type(screen.getByRole('textbox', { name: '番地' }), '1丁目')
      // Still in the field.
      await user.type(screen.getByRole('textbox', { name: '電話番号' }), '080-12')
    }

    async function expectTyped(phone: string): Promise<void> {
      expect(await screen.findByRole('radio', { name: '別の住所に届ける' })).toBeChecked()
      expect(screen.getByRole('textbox', { name: 'お届け先のお名前' })).toHaveValue('南 太郎')
      expect(screen.getByRole('textbox', { name: '番地' })).toHaveValue('1丁目')
      expect(screen.getByRole('textbox', { name: '電話番号' })).toHaveValue(phone)
    }

    it('an incomplete address is in the fields again after a reload', async () => {
      const applying = await atShipping()
      await typeSome(applying)
      await applying.reload(shipping)
      await expectTyped('080-12')
      expect(footButton('このお届け先にする')).toBeEnabled()
    })

    it('an incomplete address is in the fields again after 戻る, and is required before sending', async () => {
      const applying = await atShipping()
      await typeSome(applying)
      await applying.user.click(footButton('戻る'))
      await heading('住民票の写しの交付請求')
      await applying.open(settlement)
      await heading('お届け先')
      await expectTyped('08012')
      await applying.user.click(footButton('このお届け先にする'))
      expect(await screen.findByRole('link', { name: '郵便番号を入力してください。' })).toBeVisible()
    })

    it('an incomplete address is saved to the API and shown on another device', async () => {
      const applying = await atShipping()
      await typeSome(applying)
      await applying.user.click(footButton('一時保存する'))
      expect(await screen.findByText(/^一時保存しました/)).toBeVisible()
      await applying.reload('/minato-city/applicationhistory')
      await localDrafts.removeAllOf(applying.owner.tenantId, applying.owner.userId)
      await applying.open(shipping)
      await expectTyped('08012')
    })

    it('an incomplete address is not used but stays if the registered address is chosen instead', async () => {
      const applying = await atShipping()
      await typeSome(applying)
      await applying.user.click(screen.getByRole('radio', { name: /登録している住所に届ける/ }))
      await applying.reload(settlement)
      await heading('内容と金額の確認')
      expect(await screen.findByText('〒105-0011 東京都港区芝公園1丁目5番25号')).toBeVisible()
      await applying.open(shipping)
      expect(await screen.findByRole('radio', { name: /登録している住所に届ける/ })).toBeChecked()
      await chooseAnother(applying)
      await expectTyped('08012')
    })
  })

  it('a question about two addresses shows this one as it is typed, and that of the other device', async () => {
    const applying = await atShipping()
    await chooseAnother(applying)
    await applying.user.click(footButton('一時保存する'))
    expect(await screen.findByText(/^一時保存しました/)).toBeVisible()
    await putElsewhere(applying, serviceId, { answers, shippingAddress: { recipient: '北 花子' } })
    await applying.user.type(screen.getByRole('textbox', { name: 'お届け先のお名前' }), '南 太郎')
    await applying.user.click(footButton('一時保存する'))
    const dialog = await screen.findByRole('dialog', { name: 'どちらの内容を使いますか' })
    expect(within(dialog).getByText('この画面：南 太郎')).toBeVisible()
    expect(within(dialog).getByText('別の端末：北 花子')).toBeVisible()
    await applying.user.click(within(dialog).getByRole('button', { name: '別の端末の内容を使う' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'お届け先のお名前' })).toHaveValue('北 花子'))
  })

  it('lists missing parts', async () => {
    const applying = await atShipping()
    await chooseAnother(applying)
    await applying.user.click(footButton('このお届け先にする'))
    expect(await screen.findByRole('heading', { name: /6件の修正が必要/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'お届け先のお名前を入力してください。' })).toBeVisible()
    await expectAccessible()
  })

  it('leaves the focus where it is once the errors of an attempt are corrected', async () => {
    const applying = await atShipping()
    const { user } = applying
    const name = await chooseAnother(applying)
    await user.type(name, '南🌸')
    await user.type(screen.getByRole('textbox', { name: '郵便番号' }), '1060032')
    await waitFor(() => expect(screen.getByRole('textbox', { name: '市区町村' })).toHaveValue('港区'))
    await user.type(screen.getByRole('textbox', { name: '番地' }), '1丁目2-3')
    await user.type(screen.getByRole('textbox', { name: '電話番号' }), '08012345678')
    await user.click(footButton('このお届け先にする'))
    expect(await screen.findByRole('link', { name: /^お届け先のお名前に絵文字は使えません/ })).toBeVisible()
    await user.clear(name)
    await user.type(name, '南 太郎')
    expect(screen.queryByRole('heading', { name: /件の修正が必要/ })).toBeNull()
    await user.clear(name)
    expect(name).toHaveFocus()
    await user.type(name, '南 花子')
    expect(name).toHaveValue('南 花子')
  })

  it('offers a choice if a postal code covers two prefectures, and typing by hand if it is unknown', async () => {
    const applying = await atShipping()
    await chooseAnother(applying)
    await applying.user.type(screen.getByRole('textbox', { name: '郵便番号' }), '4980000')
    expect(screen.getByRole('textbox', { name: '郵便番号' })).toHaveValue('4980000')
    const choice = await screen.findByRole('group', { name: '住所を選んでください' })
    const prefectures = within(choice)
      .getAllByRole('button')
      .map(({ textContent }) => textContent.slice(0, 3))
    expect(prefectures).toEqual(expect.arrayContaining(['愛知県', '三重県']))
    await applying.user.clear(screen.getByRole('textbox', { name: '郵便番号' }))
    await applying.user.type(screen.getByRole('textbox', { name: '郵便番号' }), '0000000')
    expect(await screen.findByText(/この郵便番号の住所は見つかりませんでした/)).toBeVisible()
    expect(screen.getByRole('combobox', { name: '都道府県' })).toBeEnabled()
  })

  it('starts with what the applicant has answered if no address is registered', async () => {
    const applying = await start()
    const { owner, sandbox, queryClient } = applying
    const { residents } = sandbox.backend
    const resident = residents.find(owner.tenantId, owner.userId)
    if (resident === null) throw new Error('The user is gone')
    const { address: _address, ...profile } = resident.profile
    residents.save({ ...resident, profile, profileVersion: resident.profileVersion + 1 })
    await queryClient.invalidateQueries()
    await leaveDraft(applying, serviceId, answers)
    await applying.open(settlement)
    await heading('お届け先')
    expect(screen.getByRole('textbox', { name: 'お届け先のお名前' })).toHaveValue('港 花子')
    await applying.user.type(screen.getByRole('textbox', { name: '番地' }), '-1')
    await applying.user.click(footButton('このお届け先にする'))
    await heading('内容と金額の確認')
    expect(await screen.findByText('〒105-0011 東京都港区芝公園1丁目5番25号-1')).toBeVisible()
    await send(applying)
    await waitFor(() => expect(applying.orders()).toHaveLength(1))
    const { phone, address } = answers.applicant
    const sent = { recipient: '港 花子', phone, address: { ...address, street: '-1' } }
    expect(applying.orders()[0]?.shippingAddress).toEqual(sent)
  })

  it('the delivery address is not requested if nothing is sent to the user', async () => {
    const applying = await start()
    const delivery = { method: 'counter', office: 'main', pickUpDate: appointmentDay() }
    const applicant = { ...answers.applicant, email: 'hanako@example.jp' }
    await leaveDraft(applying, serviceId, { ...answers, applicant, delivery })
    await applying.open(shipping)
    await heading('内容と金額の確認')
    expect(screen.queryByRole('heading', { name: 'お届け先' })).toBeNull()
    await screen.findByText('600円', { selector: 'tfoot td' })
  })
})
