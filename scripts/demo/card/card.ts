/** The mock card page: it decides a payment in the state of the demo and returns to the portal. */
import type { Charge, OrderDetails } from '../../../src/api/generated/api.schemas.ts'
import { demoTenant } from '../demo-tenant.ts'
import { changeState, chargeIn, demoState, orderWith } from '../demo-state.ts'

const chargeId = new URLSearchParams(location.search).get('charge') ?? ''
const charge = chargeIn(demoState(), chargeId)
const fileId = `FI-${chargeId}`

if (charge?.status !== 'WAITING') location.replace('/')
else {
  show('amount', `${charge.amount.total.toLocaleString('ja')}円`)
  show('title', charge.title)
  onSubmit('pay', 'success', (order, paid, at) => {
    Object.assign(paid, {
      status: 'PAID',
      allowedActions: [],
      paidAt: at,
      receipt: { number: `R-${chargeId}`, issuedAt: at, fileId },
      lastAttempt: { attemptId: `PA-${chargeId}`, state: 'SUCCEEDED', at },
    } satisfies Partial<Charge>)
    Object.assign(order, {
      status: 'NOT_STARTED',
      allowedActions: ['withdraw'],
      updatedAt: at,
      charge: { chargeId, status: 'PAID' },
      timeline: [...order.timeline, { at, status: 'NOT_STARTED', actor: 'SYSTEM' }],
      files: [
        {
          fileId,
          name: '領収書（見本）.pdf',
          kind: 'RECEIPT',
          contentType: 'application/pdf',
          size: 1000,
          issuedAt: at,
          orderId: order.orderId,
          receiptNumber: order.receiptNumber,
          serviceName: order.serviceName,
        },
      ],
    } satisfies Partial<OrderDetails>)
  })
  onSubmit('cancel', 'cancel', (_, open, at) => {
    open.lastAttempt = { attemptId: `PA-${chargeId}`, state: 'CANCELLED', at }
  })
}

function show(id: string, text: string): void {
  const place = document.getElementById(id)
  if (place !== null) place.textContent = text
}

function onSubmit(
  id: string,
  outcome: string,
  decide: (order: OrderDetails, charge: Charge, at: string) => void,
): void {
  document.getElementById(id)?.addEventListener('submit', (event) => {
    event.preventDefault()
    changeState((state) => {
      const [order, mine] = [orderWith(state, chargeId), chargeIn(state, chargeId)]
      if (order !== undefined && mine !== undefined) decide(order, mine, new Date().toISOString())
    })
    const back = `/callbacks/payment_${outcome}?tenantId=${demoTenant}`
    location.replace(`/?back=${encodeURIComponent(back)}`)
  })
}
