import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seededPassword } from '../../sandbox/identity/seed.ts'
import type { Sandbox } from '../../sandbox/create-sandbox.ts'
import { applyReport } from '../../sandbox/rules/payments.ts'
import {
  answerBooking,
  consultation,
  footButton,
  heading,
  leaveDraft,
  provideForms,
  send,
  startApplying,
} from '../features/apply/testing/open-form.tsx'
import { certificateAnswers } from '../features/apply/testing/residence-certificate.ts'
import { roadOccupancyAnswers } from '../features/apply/testing/road-occupancy.ts'
import { answer, hanako, sampleCharge, sampleOrder } from '../order-display/testing/sandbox-orders.ts'
import { openPortal } from './testing/open-portal.ts'
import { provideOrderForm } from './testing/order-form.ts'
import { announcementsDuring, readAloud } from './testing/screen-reader.ts'

let stopApplying: (() => Promise<void>) | null = null
let steps: string[] = []

beforeEach(() => {
  steps = []
  // The clock is fixed, because dates are part of what is spoken.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00+09:00') })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await stopApplying?.()
  stopApplying = null
})

function note(step: string, phrases: readonly string[]): void {
  steps.push(`== ${step}\n${phrases.join('\n')}\n`)
}

/** Notes what is announced during an action, then the element that has the focus after it. */
async function noteAfter(step: string, action: () => Promise<void>): Promise<void> {
  const announced = await announcementsDuring(action)
  note(step, [...announced, ...(await readAloud(document.activeElement ?? document.body))])
}

function transcript(): string {
  // The reference number for questions is random.
  return steps.join('\n').replaceAll(/(?<=お問い合わせ番号：)[0-9a-f]{4}-[0-9a-f]{4}$/gm, '0000-0000')
}

/** The file of a transcript. `vitest run src/app/screen-reader.spec.tsx -u` updates all after an intended change. */
function committed(name: string): string {
  return `../../docs/screen-reader/${name}.txt`
}

/** jsdom cannot leave for the card provider. Returns a function that waits until the portal would have left. */
function stayInPortal(): () => Promise<void> {
  const leave = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(leave)
  vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(leave)
  return async () => {
    await waitFor(() => expect(leave).toHaveBeenCalled())
    leave.mockClear()
  }
}

/** The card provider reports the outcome of the payment in progress. */
function report({ backend }: Sandbox, chargeId: string | undefined, outcome: 'SUCCEEDED' | 'FAILED'): void {
  const attempt = backend.attempts.lastOf(chargeId ?? '')
  if (attempt === null) throw new Error('The charge has no payment')
  applyReport(backend, attempt.cardSession, { outcome })
}

function main() {
  return screen.getByRole('main')
}

describe('a screen reader', () => {
  it('reads the sign-in and a wrong password, then the sign-in with a mailed code', async () => {
    const { sandbox } = await openPortal('/login/minato-city', { sandbox: { specialUsers: true } })
    await screen.findByRole('textbox', { name: 'メールアドレス' })
    await screen.findAllByText('みなと市')
    note('The page', await readAloud())
    await noteAfter('Sign in without an address', async () => {
      await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    })
    const email = 'mail@example.jp'
    await userEvent.type(screen.getByRole('textbox', { name: 'メールアドレス' }), email)
    await userEvent.type(screen.getByLabelText('パスワード'), 'Portal-123')
    await noteAfter('Sign in with a wrong password', async () => {
      await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
      await screen.findByText(/正しくありません/)
      await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    })
    await userEvent.clear(screen.getByLabelText('パスワード'))
    await userEvent.type(screen.getByLabelText('パスワード'), seededPassword)
    await noteAfter('Sign in with the right password', async () => {
      await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
      await waitFor(() => expect(screen.getByRole('textbox', { name: '確認コード' })).toHaveFocus())
    })
    note('The step with the code', await readAloud(main()))
    const code = /\d{6}/.exec(sandbox.backend.outbox.list(email)[0]?.body ?? '')?.[0] ?? ''
    await userEvent.type(screen.getByRole('textbox', { name: '確認コード' }), code === '000000' ? '000001' : '000000')
    await noteAfter('Continue with a wrong code', async () => {
      await userEvent.click(screen.getByRole('button', { name: '確認する' }))
      await screen.findByText(/^確認コードが正しくありません/)
    })
    await userEvent.clear(screen.getByRole('textbox', { name: '確認コード' }))
    await userEvent.type(screen.getByRole('textbox', { name: '確認コード' }), code)
    await noteAfter('Continue with the right code', async () => {
      await userEvent.click(screen.getByRole('button', { name: '確認する' }))
      await heading('手続き一覧')
    })
    await expect(transcript()).toMatchFileSnapshot(committed('sign-in'))
  })

  it('reads an application with two errors, up to the receipt number', async () => {
    const { user, open, stop } = await startApplying()
    stopApplying = stop
    await open(consultation)
    await heading('相談の内容')
    note('The first step', await readAloud(main()))
    await user.click(screen.getByRole('checkbox', { name: '睡眠' }))
    await noteAfter('Next, without two answers', async () => {
      await user.click(footButton('次へ'))
      await screen.findByText(/2件の修正が必要です/)
    })
    await noteAfter('The first link of the summary', async () => {
      await user.click(within(main()).getAllByRole('link')[0] ?? main())
    })
    await user.click(screen.getByRole('radio', { name: '0歳' }))
    await user.click(screen.getByRole('radio', { name: '電話で相談する' }))
    await noteAfter('Next, with all answers', async () => {
      await user.click(footButton('次へ'))
      await heading('日時と連絡先')
    })
    await within(main()).findByText('10:00に保存しました')
    note('The second step', await readAloud(main()))
    await answerBooking(user)
    await noteAfter('Check the answers', async () => {
      await user.click(footButton('入力内容を確認する'))
      await heading('入力内容の確認')
    })
    await within(main()).findByText('10:00に保存しました')
    note('The review', await readAloud(main()))
    await noteAfter('Send, without the confirmation', async () => user.click(footButton('送信する')))
    await noteAfter('Send', async () => {
      await send({ user })
      await heading('予約を受け付けました')
    })
    await screen.findByText('担当者が予約を確認し、メールでお知らせします（通常1開庁日以内）。')
    note('The result', await readAloud(main()))
    await expect(transcript()).toMatchFileSnapshot(committed('application-with-two-errors'))
  })

  it('reads the address that a postal code finds', async () => {
    const { user, open, stop } = await startApplying()
    stopApplying = stop
    await open('/application/minato-city/residence-certificate/individual')
    await user.click(await screen.findByRole('button', { name: '直す' }))
    await user.clear(screen.getByRole('textbox', { name: '郵便番号' }))
    await noteAfter('Type another postal code', async () => {
      await user.type(screen.getByRole('textbox', { name: '郵便番号' }), '1060032')
      await screen.findByDisplayValue(/六本木/)
    })
    await user.clear(screen.getByRole('textbox', { name: '郵便番号' }))
    await noteAfter('Type a postal code of two prefectures', async () => {
      await user.type(screen.getByRole('textbox', { name: '郵便番号' }), '4980000')
      await screen.findByRole('group', { name: '住所を選んでください' })
    })
    await expect(transcript()).toMatchFileSnapshot(committed('postal-code'))
  })

  it('reads an attachment that is refused, stored, found infected and removed', async () => {
    const applying = await startApplying({ as: 'soumu@example.jp' })
    stopApplying = applying.stop
    const { user, open, sandbox } = applying
    const answers = roadOccupancyAnswers({ from: '2026-12-10', to: '2027-01-09' })
    await leaveDraft(applying, 'road-occupancy', answers, { type: 'corporate' })
    await open('/application/minato-city/road-occupancy/corporate?step=documents')
    await heading('図面と写真')
    await within(main()).findByText('10:00に保存しました')
    note('The step', await readAloud(main()))
    const field = screen.getByLabelText('図面のファイルを選ぶ')
    const choose = (name: string, content = '%PDF-1.4') =>
      user.upload(field, new File([content], name, { type: 'application/pdf' }))
    await noteAfter('Choose a file that is no PDF', async () => {
      await choose('見取図.pdf', '見取図')
      await screen.findByText(/見取図.pdf/)
    })
    await noteAfter('Choose a file that fits', async () => {
      await choose('位置図.pdf')
      await screen.findByRole('button', { name: '位置図.pdfを削除' })
    })
    await noteAfter('Choose a file in which a virus is found later', async () => {
      await choose('virus.pdf')
      await screen.findByRole('button', { name: 'virus.pdfを削除' })
      sandbox.backend.clock.shift(60_000)
      await screen.findAllByText(/^ウイルスが検出された/)
      // Each file is checked by requests of its own.
      await waitFor(() => expect(screen.queryByText('ファイルを確認しています。')).toBeNull())
    })
    await noteAfter('Next, with the infected file', async () => {
      await user.click(footButton('次へ'))
      await screen.findByText(/1件の修正が必要です/)
    })
    note('The files', await readAloud(screen.getByRole('group', { name: /^図面/ })))
    await noteAfter('Remove the infected file', async () => {
      await user.click(screen.getByRole('button', { name: 'virus.pdfを削除' }))
    })
    await expect(transcript()).toMatchFileSnapshot(committed('attachment'))
  })

  it('reads the review of an application with a fee, and its receipt after the payment', async () => {
    const untilLeft = stayInPortal()
    const applying = await startApplying()
    stopApplying = applying.stop
    const { user, open, orders, sandbox, router } = applying
    await leaveDraft(applying, 'residence-certificate', certificateAnswers)
    await open('/order/payment/minato-city/residence-certificate?type=individual')
    await screen.findByText('710円')
    await within(main()).findByText('10:00に保存しました')
    note('The review', await readAloud(main()))
    await noteAfter('Send and pay', async () => {
      await send({ user })
      await heading('申請を受け付けました')
      await untilLeft()
    })
    const charge = sandbox.backend.charges.ofOrder(orders()[0]?.orderId ?? '')[0]
    report(sandbox, charge?.chargeId, 'SUCCEEDED')
    await noteAfter('Return from the card provider', async () => {
      await act(() => router.navigate('/callbacks/payment_success?tenantId=minato-city'))
      await heading('申請が完了しました')
    })
    await screen.findByText('担当者が内容を確認します（通常1〜2開庁日）。')
    note('The result', await readAloud(main()))
    await expect(transcript()).toMatchFileSnapshot(committed('application-with-a-fee'))
  })

  it('reads a payment that fails, is declined and succeeds, and the page that withdraws an application', async () => {
    const untilLeft = stayInPortal()
    let down = true
    const portal = await openPortal('/minato-city/download', {
      ...hanako,
      sandbox: { cardOrigin: 'https://card.test' },
      instead: (request) => (down && request.url.endsWith('/proceed') ? answer(503, { code: 'SE_CH_0010' }) : null),
    })
    await heading('書類のダウンロード')
    const charge = sampleCharge(portal, 'WAITING_PAYMENT')
    await act(() => portal.router.navigate(`/minato-city/charges/${charge.chargeId}/pay`))
    await screen.findByText('お支払い金額')
    note('The page of the charge', await readAloud(main()))
    await noteAfter('Pay, while the card provider is down', async () => {
      await userEvent.click(screen.getByRole('button', { name: '支払う' }))
      await screen.findByRole('alert')
    })
    down = false
    await noteAfter('Open the page that withdraws the application', async () => {
      await userEvent.click(screen.getByRole('link', { name: '支払わずに申請を取り下げる' }))
      await heading('申請の取下げ')
    })
    note('The page that withdraws the application', await readAloud(main()))
    await act(() => portal.router.navigate(`/minato-city/charges/${charge.chargeId}/pay`))
    await heading('お支払い')
    const pay = async () => {
      await userEvent.click(screen.getByRole('button', { name: '支払う' }))
      await untilLeft()
    }
    await noteAfter('Pay', pay)
    report(portal.sandbox, charge.chargeId, 'FAILED')
    await noteAfter('Return after the card was declined', async () => {
      await act(() => portal.router.navigate('/callbacks/payment_error?tenantId=minato-city'))
      await heading('お支払いは完了していません')
    })
    note('The page after the card was declined', await readAloud(main()))
    await noteAfter('Pay again', async () => {
      await userEvent.click(screen.getByRole('link', { name: 'もう一度支払う' }))
      await heading('お支払い')
    })
    await pay()
    report(portal.sandbox, charge.chargeId, 'SUCCEEDED')
    await noteAfter('Return after the payment', async () => {
      await act(() => portal.router.navigate('/callbacks/payment_success?tenantId=minato-city&repayment=true'))
      await heading('お支払いが完了しました')
    })
    await screen.findByText('担当者が内容を確認します（通常1〜2開庁日）。')
    note('The page after the payment', await readAloud(main()))
    await expect(transcript()).toMatchFileSnapshot(committed('payment'))
  })

  it('reads the history and an application that was sent back', async () => {
    const portal = await openPortal('/minato-city/applicationhistory', hanako)
    await provideForms(portal.queryClient)
    const { order } = sampleOrder(portal, 'CANCELLED_BY_TENANT')
    provideOrderForm(portal.queryClient, { formsBase: '/forms', ...order })
    await screen.findByText('6件を表示しています')
    note('The history', await readAloud(main()))
    await noteAfter('Filter by 差戻し', async () => {
      await userEvent.click(screen.getByText('絞り込み'))
      await userEvent.selectOptions(screen.getByLabelText('状況'), '差戻し')
      await userEvent.click(screen.getByRole('button', { name: 'この条件で表示する' }))
      // In the list, and for screen readers.
      await waitFor(() => expect(screen.getAllByText('1件を表示しています')).toHaveLength(2))
    })
    await noteAfter('Open the application', async () => {
      await userEvent.click(within(main()).getByRole('link', { name: '住民票の写しの交付請求' }))
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('申請履歴'))
    })
    await within(main()).findByRole('region', { name: 'お届け先' })
    note('The application', await readAloud(main()))
    await expect(transcript()).toMatchFileSnapshot(committed('history'))
  })
})
