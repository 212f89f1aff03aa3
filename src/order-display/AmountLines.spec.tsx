import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { Texts } from '../app/shell/PortalLayout.tsx'
import type { AmountLine } from '../api/generated/api.schemas.ts'
import { loadNamespaces } from '../i18n/texts.ts'
import { AmountLines } from './AmountLines.tsx'

beforeAll(() => loadNamespaces(['order-display']))

it.each([
  ['住民票の写し', 300, 2, '住民票の写し300円 × 2'],
  ['住民票の写し', 300, 1, '住民票の写し'],
  ['収集手数料 カーペット 400円', 400, 3, '収集手数料 カーペット 400円× 3'],
  ['収集手数料 カーペット 400円', 400, 1, '収集手数料 カーペット 400円'],
  ['割引（400円から）', 300, 2, '割引（400円から）300円 × 2'],
])('names the price of %s (%i yen, %i of them) once', (label, unitPrice, quantity, shown) => {
  const amount = unitPrice * quantity
  const lines = [{ label, unitPrice, quantity, amount }]
  render(<AmountLines of={{ lines, amount: { total: amount, tax: 0, currency: 'JPY' } }} />, { wrapper: Texts })
  expect(screen.getByRole('rowheader', { name: new RegExp(label.slice(0, 3)) })).toHaveProperty('textContent', shown)
})

it.each<[string, Partial<AmountLine>, string]>([
  [
    'factors and a rounding',
    {
      unitPrice: 350,
      factors: [
        { number: 12.5, unit: '㎡' },
        { number: 6, unit: 'か月' },
      ],
      rounding: { mode: 'DOWN', to: 100 },
    },
    '保育料350円 × 12.5㎡ × 6か月100円未満は切り捨て',
  ],
  [
    'a share with its reason',
    { unitPrice: 8000, quantity: 1, percent: 50, reason: '2人目は半額' },
    '保育料8,000円 × 50%2人目は半額',
  ],
  ['a limit', { unitPrice: 8000, quantity: 3, limit: 'MAXIMUM' }, '保育料8,000円 × 3上限額です'],
  ['an exemption', { unitPrice: 0, quantity: 1, reason: '生活保護を受けているため' }, '保育料生活保護を受けているため'],
])('explains %s', (_what, given, shown) => {
  const lines = [{ label: '保育料', amount: 100, ...given }]
  render(<AmountLines of={{ lines, amount: { total: 100, tax: 0, currency: 'JPY' } }} />, { wrapper: Texts })
  expect(screen.getByRole('rowheader', { name: /保育料/ })).toHaveProperty('textContent', shown)
})

it('names no amount for a line that is announced later, and the total as what is paid now', () => {
  const lines = [{ label: '保育料', amount: 0, announcedLater: true }]
  render(<AmountLines of={{ lines, amount: { total: 0, tax: 0, currency: 'JPY' } }} />, { wrapper: Texts })
  expect(screen.getByRole('row', { name: '保育料 後日お知らせします' })).toBeVisible()
  expect(screen.getByRole('row', { name: '今回のお支払い 0円' })).toBeVisible()
})

it.each([
  ['MAXIMUM', 900, '合計の上限額を超えた分', '-300円'],
  ['MINIMUM', 1500, '合計の最低額までの差額', '300円'],
] as const)('explains a total that is that of the limit %s', (totalLimit, total, label, difference) => {
  const lines = [
    { label: '保育料', amount: 700 },
    { label: 'おやつ代', amount: 500 },
  ]
  const amount = { total: total - 100, tax: 0, currency: 'JPY' as const }
  render(<AmountLines of={{ lines, amount, totalLimit, carriedOver: 100 }} />, { wrapper: Texts })
  expect(screen.getByRole('row', { name: `${label} ${difference}` })).toBeVisible()
})
