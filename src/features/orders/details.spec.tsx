import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { statusPanelId } from './DetailsSections.tsx'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { OrderStatus } from '../../api/generated/api.schemas.ts'
import type { Charge } from '../../api/generated/api.schemas.ts'
import { getGetOrderQueryOptions } from '../../api/generated/orders/orders.ts'
import ja from '../../../locales/ja/order-display.json' with { type: 'json' }
import { formatYen } from '../../lib/display-text.ts'
import { loadForm } from '../../form-engine/definition/load-form.ts'
import type { FormAddress } from '../../form-engine/definition/version-url.ts'
import {
  addCorrection,
  answer,
  countOf,
  hanako,
  sampleOrder,
  tenantId,
} from '../../order-display/testing/sandbox-orders.ts'
import { orderFormQuery } from './OrderAnswers.tsx'

let portal: PortalUnderTest | null = null

afterEach(() => {
  vi.restoreAllMocks()
  portal?.stop()
  portal = null
})

type Options = Parameters<typeof startPortal>[1]

async function open(status: OrderStatus, options: Options = {}) {
  portal = await startPortal('/minato-city/applicationlist', { ...hanako, ...options })
  const { order, charge } = sampleOrder(portal, status)
  if (options.instead === undefined) await bringForm(portal, order)
  await portal.router.navigate(`/minato-city/history-details/${order.orderId}`)
  await screen.findByText('これまでの経過')
  return { running: portal, order, charge }
}

/** A browser fetches the published form from the server. The test reads it from the folder. */
async function bringForm({ queryClient }: PortalUnderTest, order: Omit<FormAddress, 'formsBase'>): Promise<void> {
  const { serviceId, type, formVersion } = order
  const address = { formsBase: '/forms', tenantId, serviceId, type, formVersion }
  const fileOf = (url: string) => join(process.cwd(), '.local', url)
  const loadJson = async (url: string): Promise<unknown> => JSON.parse(await readFile(fileOf(url), 'utf8'))
  const form = await loadForm({ ...address, language: 'ja', loadJson })
  queryClient.setQueryData(orderFormQuery(address, 'ja').queryKey, form)
}

function withdraw() {
  return screen.queryByRole('button', { name: '取り下げる' })
}

/** The services of the sample orders whose explanation names the application have the noun 申請. */
function explanationOf(status: OrderStatus): string {
  return ja.order[status].explanation.replace('{{noun}}', '申請')
}

function stepsToCome() {
  const coming = within(screen.getByRole('region', { name: 'これからの予定' })).getAllByRole('listitem')
  return coming.map((step) => step.firstChild?.textContent)
}

describe('the details of an application', () => {
  it('the page offers no payment while the result of one is being confirmed', async () => {
    const lastAttempt = { attemptId: 'AT-1', state: 'PROCESSING' as const, at: '2026-11-21T10:00:00+09:00' }
    const { running, order } = await open('WAITING_PAYMENT')
    expect(screen.getByRole('link', { name: /支払う/ })).toBeVisible()
    const { queryKey } = getGetOrderQueryOptions(order.orderId)
    const confirming = (charge: Charge): Charge => ({ ...charge, lastAttempt })
    act(() => {
      running.queryClient.setQueryData(
        queryKey,
        (known) => known && { ...known, charges: known.charges.map(confirming) },
      )
    })
    expect(await screen.findByText('支払い確認中')).toBeVisible()
    expect(screen.queryByRole('link', { name: /支払う/ })).toBeNull()
  })

  it.each(Object.values(OrderStatus))(
    'the page explains the status %s and offers what the API allows',
    async (status) => {
      const { order } = await open(status)
      expect(screen.getByRole('main')).toHaveTextContent(order.receiptNumber)
      expect(screen.getByText(explanationOf(status))).toBeVisible()
      const mayWithdraw = status === 'WAITING_PAYMENT' || status === 'NOT_STARTED'
      expect(withdraw() !== null).toBe(mayWithdraw)
      const reapply = screen.queryByRole('button', { name: 'この内容をもとに申請する' })
      expect(reapply !== null).toBe(status === 'CANCELLED_BY_TENANT')
      const again = screen.queryByRole('button', { name: '同じ内容でもう一度申請する' })
      expect(again !== null).toBe(status === 'FINISHED')
      expect(screen.queryAllByRole('link', { name: '支払う' })).toHaveLength(status === 'WAITING_PAYMENT' ? 1 : 0)
    },
  )

  it('the page shows the next step and its deadline first', async () => {
    const { charge } = await open('WAITING_PAYMENT')
    const words = screen.getByText('次にすること：').parentElement
    expect(words).toHaveTextContent(/^次にすること： \d+円を\d{4}年\d+月\d+日（.）までにお支払いください。$/)
    const heading = screen.getByRole('heading', { level: 1 })
    const first = heading.closest('header')?.nextElementSibling
    expect(words?.compareDocumentPosition(first ?? heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(charge).not.toBeNull()
  })

  it('the page lists what was paid with the returned application, so that the lines add up to the total', async () => {
    const { running, order } = await open('WAITING_PAYMENT')
    expect(screen.queryByText('お支払い済み（前回の申請）')).toBeNull()
    const { queryKey } = getGetOrderQueryOptions(order.orderId)
    const corrected = (charge: Charge): Charge => ({ ...charge, carriedOver: 410 })
    act(() => {
      running.queryClient.setQueryData(
        queryKey,
        (known) => known && { ...known, charges: known.charges.map(corrected) },
      )
    })
    expect(await screen.findByRole('row', { name: 'お支払い済み（前回の申請） -410円' })).toBeVisible()
  })

  it.each([
    ['WAITING_PAYMENT', ['お支払い', '担当者が内容を確認します（通常1〜2開庁日）。']],
    ['NOT_STARTED', ['担当者が収集日を決め、メールでお知らせします（通常2開庁日以内）。']],
  ] as const)('the page shows for %s what happens after the present step and about when', async (status, first) => {
    await open(status)
    await screen.findByText(first.at(-1) ?? '')
    const shown = stepsToCome()
    expect(shown.slice(0, first.length)).toEqual(first)
    expect(shown.length).toBeGreaterThan(first.length)
  })

  it('the page shows the steps to come in general words if the author does not describe them', async () => {
    const { order } = await open('WAITING_PAYMENT', {
      instead: (request) => (request.url.endsWith('texts.ja.json') ? answer(404, {}) : null),
    })
    expect(order.status).toBe('WAITING_PAYMENT')
    await screen.findByText('担当者の確認')
    expect(stepsToCome()).toEqual(['お支払い', '担当者の確認', '完了'])
  })

  it('the page saves the deadline of the payment as a file for the calendar', async () => {
    const { order } = await open('WAITING_PAYMENT')
    const saved: { name: string; content: Blob }[] = []
    let content: Blob | null = null
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) content = blob
      return 'blob:calendar'
    })
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '' || content === null) return
      event.preventDefault()
      saved.push({ name: event.target.download, content })
    }
    document.addEventListener('click', onClick)
    await userEvent.click(screen.getByRole('button', { name: '期限をカレンダーに追加する' }))
    document.removeEventListener('click', onClick)
    expect(saved.map(({ name }) => name)).toEqual([`お支払い期限_${order.receiptNumber}.ics`])
    expect(await saved[0]?.content.text()).toContain(`受付番号：${order.receiptNumber}`)
  })

  it.each([
    ['WAITING_PAYMENT', '取り下げる'],
    ['FINISHED', null],
  ] as const)('offers inside LINE no button that would do nothing, for the status %s', async (status, title) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 Line/26.1.0 LIFF')
    await open(status)
    expect(screen.queryByRole('button', { name: /印刷する|カレンダーに追加する/ })).toBeNull()
    const sections = screen.queryAllByRole('heading', { level: 2, name: /印刷|取下げ|取り下げる/ })
    expect(sections.map(({ textContent }) => textContent)).toEqual(title === null ? [] : [title])
  })

  it('the page shows the reason of a return, the timeline and the submitted answers', async () => {
    await open('CANCELLED_BY_TENANT')
    expect(screen.getByText(/ご本人であることが確認できませんでした/)).toBeVisible()
    const steps = within(screen.getByRole('region', { name: 'これまでの経過' })).getAllByRole('listitem')
    expect(steps[0]).toHaveTextContent('差戻し')
    expect(steps.at(-1)).toHaveTextContent('申請を受け付けました')
    expect((await screen.findAllByText('山田 花子（ヤマダ ハナコ）'))[0]).toBeVisible()
  })

  it('the page keeps its other parts if the form of the answers cannot be loaded', async () => {
    const instead = (request: Request) => (request.url.includes('/forms/') ? new Response('', { status: 404 }) : null)
    await open('FINISHED', { instead })
    expect(await screen.findByText('内容を表示できませんでした')).toBeVisible()
    expect(screen.getAllByRole('button', { name: /をダウンロード/ })).toHaveLength(2)
  })

  it('the page shows what follows the answers once they have loaded or failed, so that nothing moves under a click', async () => {
    const form = Promise.withResolvers<null>()
    const instead = async (request: Request) => {
      if (!request.url.includes('/forms/')) return null
      await form.promise
      return new Response('', { status: 404 })
    }
    await open('NOT_STARTED', { instead })
    expect(screen.getByRole('heading', { name: '申請の内容' })).toBeVisible()
    expect(withdraw()).toBeNull()
    form.resolve(null)
    expect(await screen.findByText('内容を表示できませんでした')).toBeVisible()
    expect(withdraw()).toBeVisible()
  })

  it('an application of another user is not found, with one request', async () => {
    portal = await startPortal('/minato-city/history-details/OR-9999', hanako)
    await screen.findByRole('heading', { level: 1, name: 'ページが見つかりません' })
    expect(countOf(portal, 'GET', /\/o\/orders\/OR-9999/)).toBe(1)
    expect(screen.getByRole('navigation', { name: 'メインメニュー' })).toBeInTheDocument()
  })

  it('two clicks withdraw an application once, and the page confirms the withdrawal (P-01)', async () => {
    const { running, order } = await open('WAITING_PAYMENT')
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await userEvent.click(await screen.findByRole('button', { name: '取り下げる' }))
    const dialog = screen.getByRole('dialog', { name: 'この申請を取り下げますか' })
    expect(dialog).toHaveTextContent('お支払い待ちの請求も取り消されます。')
    const question = within(dialog).getByRole('heading', { name: 'この申請を取り下げますか' })
    expect(question, 'a phone would open its keyboard for the optional reason').toHaveFocus()
    await userEvent.type(within(dialog).getByLabelText('取り下げる理由'), '引っ越したため')
    const confirm = within(dialog).getByRole('button', { name: '取り下げる' })
    fireEvent.click(confirm)
    fireEvent.click(confirm)
    expect(await screen.findByText('申請を取り下げました。')).toBeVisible()
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', statusPanelId))
    expect(document.activeElement).toHaveTextContent('取下げ')
    expect(scrolled.mock.contexts).toContain(document.activeElement)
    expect(await screen.findByText(explanationOf('CANCELLED_BY_USER'))).toBeVisible()
    expect(countOf(running, 'POST', /\/withdraw$/)).toBe(1)
    expect(running.sandbox.backend.orders.findOwned(order, order.orderId)?.status).toBe('CANCELLED_BY_USER')
  })

  it('the dialog keeps a reason that is too long, and says how long it is', async () => {
    const { running } = await open('WAITING_PAYMENT')
    await userEvent.click(await screen.findByRole('button', { name: '取り下げる' }))
    const dialog = screen.getByRole('dialog')
    const reason = within(dialog).getByLabelText('取り下げる理由')
    await userEvent.click(reason)
    await userEvent.paste('引'.repeat(501))
    await userEvent.click(within(dialog).getByRole('button', { name: '取り下げる' }))
    expect(reason).toHaveFocus()
    expect(reason).toHaveAccessibleDescription(/500文字以内にしてください（現在501文字）。/)
    expect(reason).toHaveValue('引'.repeat(501))
    expect(countOf(running, 'POST', /\/withdraw$/)).toBe(0)
  })

  it('the dialog mentions a refund if a fee was paid, and changes nothing if the user cancels', async () => {
    const { running } = await open('NOT_STARTED')
    await userEvent.click(await screen.findByRole('button', { name: '取り下げる' }))
    const dialog = screen.getByRole('dialog')
    expect(dialog).toHaveTextContent('返金については、窓口にお問い合わせください')
    await userEvent.click(within(dialog).getByRole('button', { name: '取り下げない' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(countOf(running, 'POST', /\/o\//)).toBe(0)
  })

  it('Back closes the dialog like Escape, and the next Back leaves the page', async () => {
    const { running } = await open('NOT_STARTED')
    const details = running.path()
    await userEvent.click(await screen.findByRole('button', { name: '取り下げる' }))
    expect(screen.getByRole('dialog')).toBeVisible()
    await act(() => running.router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(running.path()).toBe(details)
    expect(withdraw()).toHaveFocus()
    await act(() => running.router.navigate(-1))
    await waitFor(() => expect(running.path()).toBe('/minato-city/applicationlist'))
    expect(countOf(running, 'POST', /\/o\//)).toBe(0)
  })

  it('the dialog reports that an application can no longer be withdrawn, with its status and without the button', async () => {
    const { running, order } = await open('NOT_STARTED')
    await userEvent.click(await screen.findByRole('button', { name: '取り下げる' }))
    running.sandbox.backend.orders.save({ ...order, status: 'IN_PROCESS' })
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: '取り下げる' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('この申請は現在取り下げできません。')
    expect(await dialog.findByText('処理中')).toBeVisible()
    expect(dialog.queryByRole('button', { name: '取り下げる' })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: '閉じる' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a returned application starts a new one, whose form decides where the correction begins', async () => {
    const { running } = await open('CANCELLED_BY_TENANT')
    await userEvent.click(screen.getByRole('button', { name: 'この内容をもとに申請する' }))
    await waitFor(() => expect(running.path()).toBe('/application/minato-city/residence-certificate/individual'))
    expect(countOf(running, 'POST', /\/reapply$/)).toBe(1)
  })

  it('the page mentions a paid fee of a returned application, and none if nothing was paid', async () => {
    const { running, order, charge } = await open('CANCELLED_BY_TENANT')
    const { queryKey } = getGetOrderQueryOptions(order.orderId)
    expect(charge?.status).toBe('PAID')
    expect(screen.getByText(/お支払い済みの手数料も引き継がれます。/)).toBeVisible()
    act(() => {
      running.queryClient.setQueryData(queryKey, (known) => known && { ...known, charges: [] })
    })
    await waitFor(() => expect(screen.queryByText(/手数料/)).toBeNull())
    expect(screen.getByText('前回の内容を引き継いで入力を始めます。')).toBeVisible()
  })

  async function openCorrection(status: OrderStatus) {
    portal = await startPortal('/minato-city/applicationlist', hanako)
    const { correction, paid } = addCorrection(portal, status)
    await bringForm(portal, correction)
    await portal.router.navigate(`/minato-city/history-details/${correction.orderId}`)
    return { payment: await screen.findByRole('region', { name: 'お支払い' }), paid }
  }

  it.each([
    ['NOT_STARTED', 'ありません。担当者の確認をお待ちください。'],
    ['CANCELLED_BY_TENANT', 'お支払い済みの手数料も引き継がれます。'],
    ['CANCELLED_BY_USER', '返金については、窓口にお問い合わせください。'],
  ] as const)(
    'the page shows in %s what was paid before a correction for which nothing more is due',
    async (status, text) => {
      const { payment, paid } = await openCorrection(status)
      expect(payment).toHaveTextContent(`お支払い済み（前回の申請）${formatYen(paid.total, 'ja')}`)
      expect(payment).toHaveTextContent('今回のお支払いはありません。')
      expect(screen.getByRole('main')).toHaveTextContent(text)
      const rest = '前回のお支払いのほうが多いときの差額の返金については、窓口にお問い合わせください。'
      expect(within(payment).queryAllByText(rest)).toHaveLength(status === 'NOT_STARTED' ? 1 : 0)
    },
  )

  it('a withdrawn correction leads to the returned application, which can be corrected again', async () => {
    await openCorrection('NOT_STARTED')
    expect(screen.queryByRole('link', { name: '差し戻された申請を見る' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: '取り下げる' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取り下げる' }))
    await userEvent.click(await screen.findByRole('link', { name: '差し戻された申請を見る' }))
    expect(await screen.findByRole('button', { name: 'この内容をもとに申請する' })).toBeVisible()
  })

  it('the page mentions a refund of what was paid before a withdrawn correction', async () => {
    await openCorrection('NOT_STARTED')
    await userEvent.click(await screen.findByRole('button', { name: '取り下げる' }))
    expect(screen.getByRole('dialog')).toHaveTextContent('お支払い済みの手数料の返金については、窓口に')
  })

  it('the page first shows that a returned application was corrected, and asks for nothing more', async () => {
    portal = await startPortal('/minato-city/applicationlist', hanako)
    const { backend } = portal.sandbox
    const { order } = sampleOrder(portal, 'CANCELLED_BY_TENANT')
    const sent = { ...sampleOrder(portal, 'NOT_STARTED').order, reapplyOf: order.orderId }
    backend.orders.save(sent)
    await portal.router.navigate(`/minato-city/history-details/${order.orderId}`)
    const link = await screen.findByRole('link', { name: '新しい申請を見る' })
    expect(link.parentElement).toHaveTextContent(
      /^直した内容を\d{4}年\d+月\d+日（.）に送信しました。 新しい申請を見る$/,
    )
    expect(link.closest('header')).toContainElement(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByText('確認が必要な点があるため、申請を差し戻しました。')).toBeVisible()
    expect(screen.getByText(/ご本人であることが確認できませんでした/)).toBeVisible()
    expect(screen.queryByText('次にすること：')).toBeNull()
    expect(screen.queryByRole('button', { name: 'この内容をもとに申請する' })).toBeNull()
    await userEvent.click(link)
    await waitFor(() => expect(portal?.path()).toBe(`/minato-city/history-details/${sent.orderId}`))
  })

  it('the page offers no correction of an application that was corrected, whatever the API allows', async () => {
    const replacedBy = { orderId: 'OR-NEW', submittedAt: '2026-11-24T10:00:00+09:00' }
    const { running, order } = await open('CANCELLED_BY_TENANT')
    const { queryKey } = getGetOrderQueryOptions(order.orderId)
    expect(screen.getByRole('button', { name: 'この内容をもとに申請する' })).toBeVisible()
    act(() => {
      running.queryClient.setQueryData(queryKey, (known) => known && { ...known, replacedBy })
    })
    expect(await screen.findByText(/直した内容を2026年11月24日/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'この内容をもとに申請する' })).toBeNull()
  })

  it('the page shows that the correction was sent in another tab, instead of the refusal of a second correction', async () => {
    const { running, order } = await open('CANCELLED_BY_TENANT')
    const sent = { ...sampleOrder(running, 'NOT_STARTED').order, reapplyOf: order.orderId }
    running.sandbox.backend.orders.save(sent)
    const scrolled = vi.spyOn(window, 'scrollTo')
    await userEvent.click(screen.getByRole('button', { name: 'この内容をもとに申請する' }))
    const link = await screen.findByRole('link', { name: '新しい申請を見る' })
    expect(link).toHaveAttribute('href', `/minato-city/history-details/${sent.orderId}`)
    expect(screen.queryByText('次にすること：')).toBeNull()
    expect(screen.queryByRole('button', { name: 'この内容をもとに申請する' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    expect(scrolled).toHaveBeenCalledWith(0, 0)
  })

  it.each([
    ['not allowed any more', []],
    ['still allowed by the details', ['reapply' as const]],
  ])('the page explains in its own words a new application that is refused and %s', async (_case, allowedActions) => {
    let refused = false
    const { running, order } = await open('CANCELLED_BY_TENANT', {
      instead: async (request) => {
        if (request.url.endsWith('/reapply')) {
          refused = true
          return answer(409, { code: 'SE_AP_0010' })
        }
        if (!refused || !/\/o\/orders\/OR-[^/]+$/.test(request.url)) return null
        const details = await running.sandbox.fetch(request)
        return answer(200, { ...((await details.json()) as object), allowedActions })
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'この内容をもとに申請する' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('この内容をもとに申請することは、現在できません。')
    await waitFor(() => expect(alert).toHaveFocus())
    const buttons = screen.queryAllByRole('button', { name: 'この内容をもとに申請する' })
    expect(buttons).toHaveLength(allowedActions.length)
    expect(countOf(running, 'GET', new RegExp(`/o/orders/${order.orderId}$`))).toBe(2)
  })

  it('the page mentions a refund if the service of a paid application has closed before its correction', async () => {
    const instead = (request: Request) =>
      request.url.endsWith('/reapply') ? answer(410, { code: 'SE_AP_0001' }) : null
    await open('CANCELLED_BY_TENANT', { instead })
    await userEvent.click(screen.getByRole('button', { name: 'この内容をもとに申請する' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'お支払い済みの手数料の返金については、窓口にお問い合わせください。',
    )
  })

  it('the page asks for no correction that the API does not allow', async () => {
    const { running, order } = await open('CANCELLED_BY_TENANT')
    const { queryKey } = getGetOrderQueryOptions(order.orderId)
    expect(screen.getByText(/理由をご確認のうえ、もう一度送信してください。/)).toBeVisible()
    act(() => {
      running.queryClient.setQueryData(queryKey, (known) => known && { ...known, allowedActions: [] })
    })
    expect(await screen.findByText('確認が必要な点があるため、申請を差し戻しました。')).toBeVisible()
    expect(screen.queryByText(/理由をご確認のうえ、もう一度送信してください。/)).toBeNull()
  })

  it('a finished application leads to the last page of a new application with the same answers', async () => {
    const { running, order } = await open('FINISHED')
    await userEvent.click(screen.getByRole('button', { name: '同じ内容でもう一度申請する' }))
    await waitFor(() =>
      expect(running.path()).toBe('/application/minato-city/residence-certificate/individual?step=review'),
    )
    const { tenantId: tenant, userId, serviceId, type, answers } = order
    const draft = running.sandbox.backend.drafts.find({ tenantId: tenant, userId, serviceId, type })
    expect(draft).toMatchObject({ answers })
    expect(draft?.reapplyOf).toBeUndefined()
  })

  it('the page asks which answers to use if a draft exists, and replaces the draft only on request', async () => {
    const { running, order } = await open('CANCELLED_BY_TENANT')
    const { userId, serviceId, type, formVersion } = order
    const savedAt = running.sandbox.clock.now()
    const times = { savedAt, expiresAt: savedAt + 60_000, version: 1 }
    const draft = { tenantId, userId, serviceId, type, formVersion, answers: {}, applicationId: 'application-before' }
    running.sandbox.backend.drafts.save({ ...draft, ...times })
    await userEvent.click(screen.getByRole('button', { name: 'この内容をもとに申請する' }))
    const dialog = await screen.findByRole('dialog', { name: '入力途中の下書きがあります' })
    expect(countOf(running, 'DELETE', /drafts/)).toBe(0)
    await userEvent.click(within(dialog).getByRole('button', { name: /下書きを削除して/ }))
    await waitFor(() => expect(running.path()).toMatch(/^\/application\//))
    expect(countOf(running, 'DELETE', /drafts/)).toBe(1)
    expect(countOf(running, 'POST', /\/reapply$/)).toBe(2)
  })

  const savedAt = '2026-11-24T10:00:00+09:00'
  const returnedDraft = {
    formVersion: 'v1',
    answers: {},
    applicationId: 'application-before',
    savedAt,
    expiresAt: savedAt,
  }

  /** Opens the question about a draft that exists already. @param draft what the API returns of it; null for a failure */
  async function askAboutDraft(status: 'CANCELLED_BY_TENANT' | 'FINISHED', draft: { reapplyOf?: string } | null) {
    const { running, order } = await open(status, {
      instead: ({ url, method }) => {
        if (url.endsWith('/reapply')) return answer(409, { code: 'SE_AP_0011' })
        const [, serviceId, type] = /\/o\/drafts\/([^/]+)\/([^/?]+)/.exec(url) ?? []
        if (method !== 'GET' || type === undefined) return null
        return draft === null ? answer(404, {}) : answer(200, { ...returnedDraft, serviceId, type, ...draft })
      },
    })
    const other = { ...sampleOrder(running, 'CANCELLED_BY_TENANT').order, orderId: 'OR-OTHER' }
    running.sandbox.backend.orders.save({ ...other, receiptNumber: '2026-888888' })
    await userEvent.click(screen.getByRole('button', { name: /^(この内容をもとに|同じ内容でもう一度)申請する$/ }))
    return { running, order, dialog: await screen.findByRole('dialog', { name: '入力途中の下書きがあります' }) }
  }

  const onlyHere = 'お支払い済みの手数料が引き継がれるのは、この申請を直して送信するときだけです。'
  const ofAnother = '差し戻された別の申請を直している下書きです（2026年11月24日（火） 10:00に保存）。'
  const inFull = '下書きを送信するときは、お支払い済みの手数料は差し引かれません。'

  it.each([
    ['a new application', {}, ['新しい申請の下書きです（2026年11月24日（火） 10:00に保存）。', onlyHere, inFull]],
    [
      'the correction of another returned application',
      { reapplyOf: 'OR-OTHER' },
      [`${ofAnother} 受付番号 2026-888888`, onlyHere],
    ],
    ['the correction of an application that cannot be read', { reapplyOf: 'OR-UNKNOWN' }, [ofAnother, onlyHere]],
    ['a draft that cannot be read', null, [onlyHere]],
  ])(
    'the page asks about %s with what is known of it, and states what the paid fee counts for',
    async (_case, draft, lines) => {
      const { running, dialog } = await askAboutDraft('CANCELLED_BY_TENANT', draft)
      const question = '「住民票の写しの交付請求」の下書きがすでに保存されています。どちらを使うか選んでください。'
      expect([...dialog.querySelectorAll('p')].map((line) => line.textContent)).toEqual([question, ...lines])
      const [useDraft, replaceDraft] = within(dialog).getAllByRole('button')
      expect(useDraft).toHaveTextContent('下書きの続きから入力する')
      expect(replaceDraft).toHaveTextContent('下書きを削除して、この申請の内容を使う')
      expect(replaceDraft?.className, 'neither is preferred').toBe(useDraft?.className)
      await act(() => running.router.navigate(-1))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(countOf(running, 'DELETE', /drafts/)).toBe(0)
    },
  )

  it('the page prefers the draft to a new application with the answers of a finished one, and mentions no fee', async () => {
    const { dialog } = await askAboutDraft('FINISHED', {})
    expect(dialog).toHaveTextContent('新しい申請の下書きです')
    expect(dialog).not.toHaveTextContent('手数料')
    const [useDraft, replaceDraft] = within(dialog).getAllByRole('button')
    expect(replaceDraft?.className).not.toBe(useDraft?.className)
  })

  it('the page continues a correction that was begun before, without a question', async () => {
    const { running } = await open('CANCELLED_BY_TENANT')
    const details = running.path()
    await userEvent.click(screen.getByRole('button', { name: 'この内容をもとに申請する' }))
    await waitFor(() => expect(running.path()).toMatch(/^\/application\//))
    await act(() => running.router.navigate('/minato-city/applicationhistory'))
    await screen.findByRole('heading', { level: 1, name: '申請履歴' })
    await act(() => running.router.navigate(details))
    await userEvent.click(await screen.findByRole('button', { name: 'この内容をもとに申請する' }))
    await waitFor(() => expect(running.path()).toMatch(/^\/application\//))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(countOf(running, 'POST', /\/reapply$/)).toBe(2)
    expect(countOf(running, 'DELETE', /drafts/)).toBe(0)
  })

  it('the page reads the application again while the scan of a file runs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { running, order } = await open('NOT_STARTED')
    const { queryKey } = getGetOrderQueryOptions(order.orderId)
    const details = running.queryClient.getQueryData(queryKey)
    if (details === undefined) throw new Error('The order is not in the cache')
    const file = { name: '図面.pdf', contentType: 'application/pdf', size: 1, sha256: '0', scan: 'PENDING' } as const
    const attachments = [{ ...file, attachmentId: 'AT-1' }]
    act(() => void running.queryClient.setQueryData(queryKey, { ...details, attachments }))
    expect(await screen.findByText('確認中')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await waitFor(() => expect(screen.queryByText('確認中')).toBeNull())
    vi.useRealTimers()
  })

  it('the page numbers files of one name, so that each has a button of its own', async () => {
    const { running, order } = await open('NOT_STARTED')
    const { queryKey } = getGetOrderQueryOptions(order.orderId)
    const details = running.queryClient.getQueryData(queryKey)
    if (details === undefined) throw new Error('The order is not in the cache')
    const photo = { name: 'image.jpg', contentType: 'image/jpeg', size: 1, sha256: '0', scan: 'CLEAN' } as const
    const attachments = ['AT-1', 'AT-2'].map((attachmentId) => ({ ...photo, attachmentId }))
    act(() => void running.queryClient.setQueryData(queryKey, { ...details, attachments }))
    const buttons = await screen.findAllByRole('button', { name: /^image\.jpg/ })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'image.jpg（1）をダウンロード',
      'image.jpg（2）をダウンロード',
    ])
  })

  it('the page retries details that are not ready', async () => {
    let ready = false
    const instead = (request: Request) =>
      !ready && /\/o\/orders\/OR-/.test(request.url)
        ? answer(503, { code: 'SE_CO_0503' }, { 'Retry-After': '60' })
        : null
    portal = await startPortal('/minato-city/applicationlist', { ...hanako, instead })
    const { order } = sampleOrder(portal, 'FINISHED')
    await portal.router.navigate(`/minato-city/history-details/${order.orderId}`)
    await screen.findByRole('heading', { level: 1, name: '申請履歴を準備しています' })
    ready = true
    await userEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
    expect(await screen.findByText('これまでの経過')).toBeVisible()
  })

  it('the page of an application has no axe violations', async () => {
    await open('CANCELLED_BY_TENANT')
    await screen.findAllByText('山田 花子（ヤマダ ハナコ）')
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})
