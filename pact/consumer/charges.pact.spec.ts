import type { PaymentAttempt } from '../../src/api/generated/api.schemas.ts'
import { declineCharge, getCharge, proceedCharge } from '../../src/api/generated/charges/charges.ts'
import { attempt, charge, lastAttempt } from '../../contract/pact/bodies.ts'
import { rejects, resolves } from '../../contract/pact/expectations.ts'
import { given, interaction, key, withKey } from '../../contract/pact/interaction.ts'
import { id, integer, text, time } from '../../contract/pact/matchers.ts'

const path = { chargeId: 'CH-1001' }
const fromSettlement = { repayment: false, locale: 'ja' } as const
const fromChargePage = { repayment: true, locale: 'ja' } as const

interaction(
  'a charge that is waiting',
  {
    operation: 'getCharge',
    given: given('a charge is waiting'),
    path,
    status: 200,
    answer: { body: charge('WAITING', ['proceed', 'decline'], { dueAt: time('2026-11-28T23:59:59+09:00') }) },
  },
  resolves(() => getCharge('CH-1001'), { status: 'WAITING', allowedActions: ['proceed', 'decline'] }),
)

interaction(
  'a charge from which the payment for the returned application is deducted',
  {
    operation: 'getCharge',
    given: given('a charge of a corrected application is waiting'),
    path,
    status: 200,
    answer: { body: charge('WAITING', ['proceed', 'decline'], { carriedOver: integer(110) }) },
  },
  resolves(() => getCharge('CH-1001'), { carriedOver: 110 }),
)

interaction(
  'a charge that is paid, with its receipt',
  {
    operation: 'getCharge',
    given: given('a charge is paid'),
    path,
    status: 200,
    answer: {
      body: charge('PAID', [], {
        paidAt: time('2026-11-21T10:05:00+09:00'),
        lastAttempt: lastAttempt('SUCCEEDED'),
        receipt: { number: text('R-2026-0001'), issuedAt: time('2026-11-21T10:05:00+09:00'), fileId: id('FI-1001') },
      }),
    },
  },
  resolves(() => getCharge('CH-1001'), { status: 'PAID', allowedActions: [] }),
)

interaction(
  'a charge that is cancelled',
  {
    operation: 'getCharge',
    given: given('a charge is cancelled'),
    path,
    status: 200,
    answer: { body: charge('CANCELLED', [], { cancelledAt: time('2026-11-21T11:00:00+09:00') }) },
  },
  resolves(() => getCharge('CH-1001'), { status: 'CANCELLED' }),
)

interaction(
  'a charge whose payment is being processed',
  {
    operation: 'getCharge',
    given: given('a payment is being processed'),
    path,
    status: 200,
    answer: { body: { chargeId: 'CH-1001', status: 'WAITING', lastAttempt: lastAttempt('PROCESSING') } },
  },
  resolves(() => getCharge('CH-1001'), { status: 'WAITING', lastAttempt: { state: 'PROCESSING' } }),
)

interaction(
  'a charge with an open payment attempt',
  {
    operation: 'getCharge',
    given: given('a payment attempt is open'),
    path,
    status: 200,
    answer: { body: { chargeId: 'CH-1001', status: 'WAITING', lastAttempt: lastAttempt('STARTED') } },
  },
  resolves(() => getCharge('CH-1001'), { status: 'WAITING', lastAttempt: { state: 'STARTED' } }),
)

interaction(
  'a charge of another user',
  {
    operation: 'getCharge',
    given: given('a charge belongs to another user'),
    path: { chargeId: 'CH-2001' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => getCharge('CH-2001'), { kind: 'not-found' }),
)

interaction(
  'the cancellation of a waiting charge',
  {
    operation: 'declineCharge',
    given: given('a charge is waiting'),
    path,
    status: 200,
    answer: { body: charge('CANCELLED', [], { cancelledAt: time('2026-11-21T11:00:00+09:00') }) },
  },
  resolves(() => declineCharge('CH-1001', withKey), { status: 'CANCELLED' }),
)

interaction(
  'the cancellation of a cancelled charge, which is harmless',
  {
    operation: 'declineCharge',
    given: given('a charge is cancelled'),
    path,
    status: 200,
    answer: { body: { chargeId: 'CH-1001', status: 'CANCELLED' } },
  },
  resolves(() => declineCharge('CH-1001', withKey), { status: 'CANCELLED' }),
)

interaction(
  'the cancellation of a paid charge',
  {
    operation: 'declineCharge',
    given: given('a charge is paid'),
    path,
    status: 409,
    problem: { code: 'SE_CH_0001' },
  },
  rejects(() => declineCharge('CH-1001', withKey), { kind: 'conflict', code: 'SE_CH_0001' }),
)

interaction(
  'the cancellation of a charge whose payment page is open, which ends the attempt',
  {
    operation: 'declineCharge',
    given: given('a payment attempt is open'),
    path,
    status: 200,
    answer: { body: { chargeId: 'CH-1001', status: 'CANCELLED', lastAttempt: lastAttempt('CANCELLED') } },
  },
  resolves(() => declineCharge('CH-1001', withKey), { status: 'CANCELLED' }),
)

interaction(
  'the cancellation of a charge whose payment is being processed',
  {
    operation: 'declineCharge',
    given: given('a payment is being processed'),
    path,
    status: 409,
    problem: { code: 'SE_CH_0003' },
  },
  rejects(() => declineCharge('CH-1001', withKey), { kind: 'conflict', code: 'SE_CH_0003' }),
)

interaction(
  'the cancellation of a charge of another user',
  {
    operation: 'declineCharge',
    given: given('a charge belongs to another user'),
    path: { chargeId: 'CH-2001' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => declineCharge('CH-2001', withKey), { kind: 'not-found' }),
)

interaction(
  'a payment from settlement',
  {
    operation: 'proceedCharge',
    given: given('a charge is waiting'),
    path,
    body: fromSettlement,
    status: 200,
    answer: { body: attempt },
  },
  resolves(() => proceedCharge('CH-1001', fromSettlement, withKey), {
    attemptId: 'PA-1001',
    method: 'GET',
  } satisfies Partial<PaymentAttempt>),
)

interaction(
  'a payment from the page of the charge',
  {
    operation: 'proceedCharge',
    given: given('a charge is waiting'),
    path,
    body: fromChargePage,
    status: 200,
    answer: { body: attempt },
  },
  resolves(() => proceedCharge('CH-1001', fromChargePage, withKey), { attemptId: 'PA-1001' }),
)

interaction(
  'a payment of a paid charge',
  {
    operation: 'proceedCharge',
    given: given('a charge is paid'),
    path,
    body: fromChargePage,
    status: 409,
    problem: { code: 'SE_CH_0001' },
  },
  rejects(() => proceedCharge('CH-1001', fromChargePage, withKey), { kind: 'conflict', code: 'SE_CH_0001' }),
)

interaction(
  'a payment of a cancelled charge',
  {
    operation: 'proceedCharge',
    given: given('a charge is cancelled'),
    path,
    body: fromChargePage,
    status: 409,
    problem: { code: 'SE_CH_0002' },
  },
  rejects(() => proceedCharge('CH-1001', fromChargePage, withKey), { kind: 'conflict', code: 'SE_CH_0002' }),
)

interaction(
  'a payment while another attempt is open, which comes back to be continued',
  {
    operation: 'proceedCharge',
    given: given('a payment attempt is open'),
    path,
    body: fromChargePage,
    status: 409,
    problem: { code: 'SE_CH_0003', attempt },
  },
  rejects(() => proceedCharge('CH-1001', fromChargePage, withKey), {
    kind: 'conflict',
    code: 'SE_CH_0003',
    attempt: {
      attemptId: 'PA-1001',
      method: 'GET',
      url: 'https://card.example.jp/checkout/PA-1001',
      expiresAt: '2026-11-21T10:30:00+09:00',
    },
  }),
)

interaction(
  'a payment past due',
  {
    operation: 'proceedCharge',
    given: given('a charge is past due'),
    path,
    body: fromChargePage,
    status: 410,
    problem: { code: 'SE_CH_0004' },
  },
  rejects(() => proceedCharge('CH-1001', fromChargePage, withKey), { kind: 'gone', code: 'SE_CH_0004' }),
)

interaction(
  'a payment of an amount that has changed',
  {
    operation: 'proceedCharge',
    given: given('the amount of a charge has changed'),
    path,
    body: fromChargePage,
    status: 422,
    problem: { code: 'SE_CH_0005' },
  },
  rejects(() => proceedCharge('CH-1001', fromChargePage, withKey), { kind: 'invalid', code: 'SE_CH_0005' }),
)

interaction(
  'a payment of a charge of another user',
  {
    operation: 'proceedCharge',
    given: given('a charge belongs to another user'),
    path: { chargeId: 'CH-2001' },
    body: fromChargePage,
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => proceedCharge('CH-2001', fromChargePage, withKey), { kind: 'not-found' }),
)

for (const status of [502, 503, 504]) {
  interaction(
    `a payment while the card provider is down (${status})`,
    {
      operation: 'proceedCharge',
      given: given('the card provider is down', { status }),
      path,
      body: fromChargePage,
      status,
      problem: { code: 'SE_CH_0010' },
    },
    rejects(() => proceedCharge('CH-1001', fromChargePage, { 'Idempotency-Key': key }), {
      kind: 'unavailable',
      code: 'SE_CH_0010',
    }),
  )
}
