import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { consultation, footButton, heading, leaveDraft, startApplying } from '../features/apply/testing/open-form.tsx'
import { roadOccupancyAnswers } from '../features/apply/testing/road-occupancy.ts'
import { answer, hanako, sampleCharge } from '../order-display/testing/sandbox-orders.ts'
import { openPortal } from './testing/open-portal.ts'
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
  return steps.join('\n').replaceAll(/[0-9a-f]{4}-[0-9a-f]{4}$/gm, '0000-0000')
}

/** To update after an intended change: `vitest run src/app/screen-reader.spec.tsx -u`. */
function committed(name: string): string {
  return `../../docs/screen-reader/${name}.txt`
}

function main() {
  return screen.getByRole('main')
}

describe('a screen reader', () => {
  it('reads the sign-in and a wrong password', async () => {
    await openPortal('/login/minato-city')
    await screen.findByRole('textbox', { name: 'メールアドレス' })
    await screen.findAllByText('みなと市')
    note('The page', await readAloud())
    await noteAfter('Sign in without an address', async () => {
      await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    })
    await userEvent.type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.jp')
    await userEvent.type(screen.getByLabelText('パスワード'), 'Portal-123')
    await noteAfter('Sign in with a wrong password', async () => {
      await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
      await screen.findByText(/正しくありません/)
      await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    })
    await expect(transcript()).toMatchFileSnapshot(committed('sign-in'))
  })

  it('reads an application with two errors', async () => {
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
    await expect(transcript()).toMatchFileSnapshot(committed('application-with-two-errors'))
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

  it('reads a payment', async () => {
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
    await act(() => portal.router.navigate(`/minato-city/charges/${charge.chargeId}/cancel`))
    await screen.findByText('お支払い金額')
    note('The page after a cancelled payment', await readAloud(main()))
    await expect(transcript()).toMatchFileSnapshot(committed('payment'))
  })

  it('reads the history and an application that was sent back', async () => {
    await openPortal('/minato-city/applicationhistory', hanako)
    await screen.findByText('6件を表示しています')
    note('The history', await readAloud(main()))
    await noteAfter('Filter by 差戻し', async () => {
      await userEvent.click(screen.getByText('絞り込み'))
      await userEvent.selectOptions(screen.getByLabelText('状況'), '差戻し')
      await userEvent.click(screen.getByRole('button', { name: 'この条件で表示する' }))
      await screen.findByText('1件を表示しています')
    })
    await noteAfter('Open the application', async () => {
      await userEvent.click(within(main()).getByRole('link', { name: '住民票の写しの交付請求' }))
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('申請履歴'))
    })
    // The sample order's form is not served here; the section says so when the request has failed.
    await within(main()).findByRole('button', { name: 'もう一度試す' })
    note('The application, without its form', await readAloud(main()))
    await expect(transcript()).toMatchFileSnapshot(committed('history'))
  })
})
