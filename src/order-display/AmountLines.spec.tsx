import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { Texts } from '../app/shell/PortalLayout.tsx'
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
