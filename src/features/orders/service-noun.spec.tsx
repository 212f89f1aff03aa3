import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { startPortal } from '../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../app/testing/start-portal.tsx'
import { nounOf } from '../../tenant/ServiceNoun.tsx'
import { hanako, sampleOrder } from '../../order-display/testing/sandbox-orders.ts'

let portal: PortalUnderTest | null = null

afterEach(() => {
  portal?.stop()
  portal = null
})

describe('the noun of texts', () => {
  it.each([
    [undefined, 'application', 'application'],
    [undefined, 'subscription', 'subscription'],
    ['application', 'subscription', 'subscription'],
    ['booking', 'subscription', 'booking'],
    ['request', 'application', 'request'],
    ['newer-than-the-portal', 'subscription', 'subscription'],
  ] as const)('the noun %s of the service and %s of the tenant result in %s', (noun, ofTenant, expected) => {
    expect(nounOf(noun, ofTenant)).toBe(expected)
  })
})

async function open(path: string, title: string): Promise<PortalUnderTest> {
  portal = await startPortal(path, hanako)
  await screen.findByRole('heading', { level: 1, name: title })
  return portal
}

/** The text of the page without the link to 申請履歴, the name of a page of the tenant. */
function mainText(): string {
  return (screen.getByRole('main').textContent ?? '').replaceAll('申請履歴', '')
}

describe('子育て相談, a booking,', () => {
  it('a booking is called 予約 in the history and on the details page', async () => {
    const running = await open('/minato-city/applicationhistory', '申請履歴')
    const { order } = sampleOrder(running, 'IN_PROCESS')
    expect(order.serviceId).toBe('childcare-consultation')
    const row = (await screen.findByRole('link', { name: '子育て相談の予約' })).closest('li')
    expect(row).not.toHaveTextContent('申請')
    await act(() => running.router.navigate(`/minato-city/history-details/${order.orderId}`))
    await screen.findByRole('heading', { name: '予約の内容' })
    expect(mainText()).toContain('予約を受け付けました')
    expect(mainText()).not.toContain('申請')
  })

  it('a booking is called 予約 on the page about the procedure', async () => {
    await open('/minato-city/procedures/childcare-consultation', '子育て相談の予約')
    await screen.findByRole('heading', { name: '予約のあと' })
    expect(mainText()).not.toContain('申請')
  })

  it('a booking is not called an application in English', async () => {
    const running = await open('/minato-city/applicationhistory', '申請履歴')
    const { order } = sampleOrder(running, 'IN_PROCESS')
    await act(() => running.router.navigate(`/minato-city/history-details/${order.orderId}`))
    await screen.findByRole('heading', { name: '予約の内容' })
    await userEvent.click(screen.getByRole('button', { name: /English/ }))
    await screen.findByRole('link', { name: 'Application history' })
    expect(mainText().replace('Application history', '')).not.toMatch(/\bappl(?:y|ication)/i)
  })
})

it('a service without a noun of its own keeps 申請', async () => {
  const running = await open('/minato-city/applicationhistory', '申請履歴')
  const { order } = sampleOrder(running, 'NOT_STARTED')
  expect(order.serviceId).toBe('bulky-waste')
  await act(() => running.router.navigate(`/minato-city/history-details/${order.orderId}`))
  expect(await screen.findByRole('heading', { name: '申請の内容' })).toBeVisible()
})
