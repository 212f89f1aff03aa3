import type { Page } from '@playwright/test'
import type { Charge } from '../../src/api/generated/api.schemas.ts'

/**
 * What a page of the portal claims about a charge. `undecided`: the result is not known yet; `payable`: nothing is
 * paid; `none`: the page claims nothing about it; `unknown`: the journeys should not meet this page.
 */
export type Claim = 'paid' | 'withdrawn' | 'undecided' | 'payable' | 'refused' | 'none' | 'unknown'

const byTitle: { readonly [title: string]: Claim } = {
  申請が完了しました: 'paid',
  お支払いが完了しました: 'paid',
  お支払いの必要はありません: 'withdrawn',
  申請を取り下げました: 'withdrawn',
  お支払いの結果を確認しています: 'undecided',
  お支払いの結果を確認できませんでした: 'undecided',
  お支払いが中止されました: 'payable',
  お支払いができませんでした: 'payable',
  お支払いはまだ完了していません: 'payable',
  結果を確認できませんでした: 'none',
  申請履歴: 'none',
}

export type Screen = { title: string; claim: Claim; canPay: boolean; canDecline: boolean }

export async function readScreen(page: Page): Promise<Screen> {
  const { title, text, buttons } = await page.evaluate(() => ({
    title: document.querySelector('h1')?.innerText.trim() ?? '',
    text: document.querySelector('main')?.innerText ?? '',
    buttons: [...document.querySelectorAll('main button')].map((button) => (button.textContent ?? '').trim()),
  }))
  const canPay = buttons.includes('支払う')
  const canDecline = buttons.includes('支払わずに申請を取り下げる')
  return { title, canPay, canDecline, claim: claimOf(title, text, canPay || canDecline) }
}

function claimOf(title: string, text: string, offers: boolean): Claim {
  const known = Object.hasOwn(byTitle, title) ? byTitle[title] : undefined
  if (known !== undefined) return known
  if (title !== 'お支払い' && title !== '申請の取下げ') return 'unknown'
  if (text.includes('お支払いはすでに完了しています。')) return 'paid'
  if (text.includes('この請求は取り消されています。')) return 'withdrawn'
  if (text.includes('お支払いの結果を確認しています。')) return 'undecided'
  return offers ? 'payable' : 'refused'
}

/** Whether a claim of the page agrees with the API while nothing is pending. */
export function agrees({ claim, canPay, canDecline }: Screen, charge: Charge): boolean {
  const attempt = charge.lastAttempt?.state ?? 'none'
  switch (claim) {
    case 'none':
      return true
    case 'unknown':
      return false
    case 'paid':
      return charge.status === 'PAID' && !canPay && !canDecline
    case 'withdrawn':
      return charge.status === 'CANCELLED' && !canPay && !canDecline
    case 'undecided':
      return charge.status === 'WAITING' && ['STARTED', 'PROCESSING', 'SUCCEEDED'].includes(attempt) && !canPay
    case 'payable':
      return charge.status === 'WAITING' && attempt !== 'PROCESSING'
    case 'refused':
      return !charge.allowedActions.includes('proceed') || !charge.allowedActions.includes('decline')
  }
}
