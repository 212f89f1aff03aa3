import type { ReactNode } from 'react'
import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { orderDetails } from '../../../sandbox/rules/order-views.ts'
import { ChargeAction, ChargeStatus, OrderAction, OrderStatus } from '../../api/generated/api.schemas.ts'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { answer, hanako, sampleOrder } from '../../order-display/testing/sandbox-orders.ts'

// The answers take most of the rendering time and are not part of this table.
vi.mock('./AnswersSection.tsx', () => ({ AnswersSection: ({ children }: { children: ReactNode }) => children }))

let portal: PortalUnderTest | null = null

afterEach(() => {
  portal?.stop()
  portal = null
})

function subsets<T>(values: readonly T[]): T[][] {
  return values.reduce<T[][]>((sets, value) => [...sets, ...sets.map((set) => [...set, value])], [[]])
}

/** The label of each action's button; a finished application is requested again, another one is corrected. */
function wordsOf(status: string): { readonly [action in OrderAction]: string } {
  return {
    pay: '支払う',
    reapply: status === 'FINISHED' ? '同じ内容でもう一度申請する' : 'この内容をもとに申請する',
    withdraw: '取り下げる',
  }
}

function offered(words: { readonly [action in OrderAction]: string }) {
  return [...screen.getByRole('main').querySelectorAll('button, a')]
    .map((control) => control.textContent)
    .filter((text) => Object.values(words).includes(text))
    .toSorted()
}

/** Order details with one order id per set of allowed actions. */
async function start(details: (base: OrderDetails, id: string) => object) {
  let base: OrderDetails | null = null
  const instead = (request: Request) => {
    const id = /\/o\/orders\/(TABLE-[^/]*)$/.exec(request.url)?.[1]
    return id === undefined || base === null ? null : answer(200, details(base, id))
  }
  portal = await startPortal('/minato-city/applicationlist', { ...hanako, instead })
  const running = portal
  const { backend } = running.sandbox
  base = { ...orderDetails(backend, sampleOrder(running, 'WAITING_PAYMENT').order, 'ja'), files: [] }
  return async (id: string) => {
    await act(() => running.router.navigate(`/minato-city/history-details/${id}`))
    await screen.findByText(`番号 ${id}`, { exact: false })
  }
}

describe('the buttons of an order', () => {
  const sets = subsets(Object.values(OrderAction))

  it.each([...Object.values(OrderStatus), 'A_STATUS_OF_TOMORROW'])(
    'an order in %s has exactly the buttons that the API allows',
    async (status) => {
      expect(sets).toHaveLength(8)
      const open = await start((base, id) => ({
        ...base,
        orderId: id,
        receiptNumber: `番号 ${id}`,
        status,
        allowedActions: [...(sets[Number(id.replace('TABLE-', ''))] ?? []), 'appeal', 'constructor'],
      }))
      const words = wordsOf(status)
      for (const [index, actions] of sets.entries()) {
        await open(`TABLE-${index}`)
        expect(offered(words), actions.join(' ')).toEqual(actions.map((action) => words[action]).toSorted())
        const title = actions.includes('withdraw') ? '印刷・取下げ' : '印刷'
        expect(screen.getByRole('heading', { level: 2, name: title })).toBeVisible()
      }
    },
  )

  it('an order links to a payment only while the charge itself can be paid', async () => {
    const rows = [...Object.values(ChargeStatus), 'REFUNDING'].flatMap((status) =>
      subsets(Object.values(ChargeAction)).map((allowedActions) => ({ status, allowedActions })),
    )
    const open = await start((base, id) => ({
      ...base,
      orderId: id,
      receiptNumber: `番号 ${id}`,
      allowedActions: ['pay'],
      charges: base.charges.map((charge) => ({ ...charge, ...rows[Number(id.replace('TABLE-', ''))] })),
    }))
    for (const [index, { status, allowedActions }] of rows.entries()) {
      await open(`TABLE-${index}`)
      const mayPay = status !== 'REFUNDING' && allowedActions.includes('proceed')
      expect(offered(wordsOf('WAITING_PAYMENT')), `${status} ${allowedActions.join(' ')}`).toEqual(
        mayPay ? ['支払う'] : [],
      )
    }
  })
})
