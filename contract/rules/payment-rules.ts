import { checkedPaymentUrl } from '../../src/payment/payment-url.ts'
import { Broken, NotVerified, at, expectOneOf, expectSame, expectStatus, listAt, textAt } from './play.ts'
import type { Answer } from './answer.ts'
import { inRounds } from './rule.ts'
import type { Rule } from './rule.ts'

const payment = 'a payment from settlement'
const cancellation = 'the cancellation of a waiting charge'
const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

export const paymentRules: readonly Rule[] = [
  {
    operations: ['proceedCharge'],
    name: 'a second payment is refused while one is open',
    harm: 'A resident who clicks on two devices has two open payment pages and may pay twice.',
    steps: inRounds(async (play) => {
      const { send, example } = await play.given(payment)
      const first = expectOneOf(await Promise.all([send(example), send(example)]), 200)
      const third = expectStatus(await send(example), 409, 'SE_CH_0003')
      expectSame(at(third, '/attempt/attemptId'), at(first, '/attemptId'), 'the open attempt', third)
    }),
  },
  {
    operations: ['proceedCharge'],
    name: 'the payment page is on a host of the configuration',
    harm: 'The portal refuses to open the payment page, so that nobody can pay.',
    async steps(play) {
      const { send, example, tenantId } = await play.given(payment)
      const answer = expectStatus(await send(example), 200)
      const url = textAt(answer, '/url')
      const paymentHosts = play.provider.hosts?.paymentHosts(tenantId) ?? null
      const host = URL.canParse(url) ? new URL(url).host : ''
      if (checkedPaymentUrl(url, paymentHosts ?? [host]) === null)
        throw new Broken(
          `the payment page ${url} is not https on ${paymentHosts === null ? 'any host' : paymentHosts.join(' or ')}`,
          answer,
        )
      if (paymentHosts === null) throw new NotVerified('the allowed payment hosts are unknown without --config')
    },
  },
  {
    operations: ['proceedCharge'],
    name: 'the payment page leaves time to pay, and ends',
    harm: 'A resident who looks for the card is too late, or cannot pay on another device for days.',
    async steps(play) {
      const { send, example } = await play.given(payment)
      const answer = expectStatus(await send(example), 200)
      const leftMs = Date.parse(textAt(answer, '/expiresAt')) - serverTimeOf(answer)
      // The header Date has whole seconds.
      if (!(leftMs >= 10 * minuteMs - 1_000 && leftMs <= dayMs + 1_000))
        throw new Broken(`the payment page is open for ${inMinutes(leftMs)}, not for 10 minutes to a day`, answer)
    },
  },
  {
    operations: ['submitOrder', 'getCharge', 'getOrder'],
    name: 'a new charge is due a day ahead at least',
    harm: 'The application of a resident is cancelled before it can be paid.',
    async steps(play) {
      const { send, example } = await play.given('an application with a fee')
      const sent = expectStatus(await send(example), 201)
      const chargeId = textAt(sent, '/charge/chargeId')
      const charge = expectStatus(await send({ operation: 'getCharge', path: { chargeId } }), 200)
      const path = { orderId: textAt(sent, '/orderId') }
      expectStatus(await send({ operation: 'getOrder', path }), 200)
      // A charge may have no deadline.
      if (at(charge, '/dueAt') === undefined) return
      const leftMs = Date.parse(textAt(charge, '/dueAt')) - serverTimeOf(charge)
      if (!(leftMs >= dayMs - minuteMs))
        throw new Broken(`the charge is due in ${inMinutes(leftMs)}, which is less than a day`, charge)
    },
  },
  {
    operations: ['declineCharge', 'getCharge', 'proceedCharge', 'getOrder'],
    name: 'a declined charge stays declined and cannot be paid',
    harm: 'A resident who has cancelled is charged nevertheless.',
    async steps(play) {
      const { send, example } = await play.given(cancellation)
      const declined = expectStatus(await send(example), 200)
      expectSame(at(declined, '/status'), 'CANCELLED', 'the status of the declined charge', declined)
      const path = example.path ?? {}
      const charge = expectStatus(await send({ operation: 'getCharge', path }), 200)
      expectSame(at(charge, '/status'), 'CANCELLED', 'the status of the charge', charge)
      expectSame(at(charge, '/allowedActions'), [], 'the list of actions of the charge', charge)
      const body = { repayment: false, locale: 'ja' }
      expectStatus(await send({ operation: 'proceedCharge', path, body }), 409, 'SE_CH_0002')
      const orderId = textAt(charge, '/orderId')
      const order = expectStatus(await send({ operation: 'getOrder', path: { orderId } }), 200)
      expectSame(at(order, '/status'), 'CANCELLED_BY_USER', 'the status of the application', order)
      expectSame(
        (Object(listAt(order, '/timeline').at(-1)) as { status?: unknown }).status,
        'CANCELLED_BY_USER',
        'the last state of the timeline',
        order,
      )
    },
  },
  {
    operations: ['proceedCharge', 'getCharge'],
    name: 'a changed amount is paid once it was shown',
    harm: 'A resident who has read the new amount can never pay it.',
    async steps(play) {
      const { send, example } = await play.given('a payment of an amount that has changed')
      expectStatus(await send(example), 422, 'SE_CH_0005')
      expectStatus(await send({ operation: 'getCharge', path: example.path ?? {} }), 200)
      expectStatus(await send(example), 200)
    },
  },
]

/** Its clock may differ from the one here. */
function serverTimeOf({ headers, receivedAt }: Answer): number {
  const date = headers.get('Date')
  return date === null ? receivedAt : Date.parse(date)
}

function inMinutes(ms: number): string {
  return `${Math.round(ms / minuteMs)} minutes`
}
