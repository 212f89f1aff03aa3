import type { OrderSubmission } from '../../src/api/generated/api.schemas.ts'
import { getSubmission, quoteOrder, submitOrder } from '../../src/api/generated/orders/orders.ts'
import {
  amount,
  currentVersion,
  fee,
  feeAnswers,
  formVersion,
  free,
  freeAnswers,
  freeAnswersAnyDay,
  lines,
  shippingAddress,
} from '../../contract/pact/bodies.ts'
import { rejects, resolves } from '../../contract/pact/expectations.ts'
import { fieldError, given, interaction, withKey } from '../../contract/pact/interaction.ts'
import { fromState, id, integer, matching, tag, text, time } from '../../contract/pact/matchers.ts'

const location = matching(/^.*\/o\/.+$/, '/app/web/o/orders/OR-1001')

const applicationId = 'pact-application-0001'
const withFee: OrderSubmission = {
  applicationId,
  ...fee,
  formVersion,
  answers: feeAnswers,
  attachments: [],
  shippingAddress,
  expectedTotal: 710,
  locale: 'ja',
}
const withoutFee: OrderSubmission = {
  applicationId,
  ...free,
  formVersion,
  answers: freeAnswers,
  attachments: [],
  locale: 'ja',
}
/** The same as in the pact, where version and day come from the provider. */
const feeBody = { ...withFee, formVersion: currentVersion }
const freeBody = { ...withoutFee, formVersion: currentVersion, answers: freeAnswersAnyDay }
const wrongAnswers = { ...feeAnswers, certificate: { ...feeAnswers.certificate, copies: 0 } }
const { applicant } = feeAnswers
const hiraganaAnswers = {
  ...feeAnswers,
  applicant: { ...applicant, name: { ...applicant.name, familyNameKana: 'やまだ' } },
}

const quote = { ...fee, formVersion, answers: feeAnswers, shippingAddress }

interaction(
  'the price of an application',
  {
    operation: 'quoteOrder',
    given: given('a service with a fee is open'),
    body: { ...quote, formVersion: currentVersion },
    status: 200,
    answer: { body: { amount, lines } },
  },
  resolves(() => quoteOrder(quote), { amount: { total: 410, currency: 'JPY' } }),
)

interaction(
  'the price of an application whose fee was paid before its return',
  {
    operation: 'quoteOrder',
    given: given('a returned application was paid'),
    body: { ...quote, formVersion: currentVersion, reapplyOf: 'OR-1003' },
    status: 200,
    answer: { body: { amount: { total: 0, currency: 'JPY' }, carriedOver: integer(410) } },
  },
  resolves(() => quoteOrder({ ...quote, reapplyOf: 'OR-1003' }), { amount: { total: 0 } }),
)

interaction(
  'the price of an application with refused answers',
  {
    operation: 'quoteOrder',
    given: given('a service with a fee is open'),
    body: { ...quote, formVersion: currentVersion, answers: wrongAnswers },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/answers/certificate/copies', 'minimum')] },
  },
  rejects(() => quoteOrder({ ...quote, answers: wrongAnswers }), {
    kind: 'invalid',
    fields: [{ pointer: '/answers/certificate/copies', code: 'minimum' }],
  }),
)

interaction(
  'the price of an application with an unknown form',
  {
    operation: 'quoteOrder',
    given: given('a service does not have the form type'),
    body: { ...quote, serviceId: free.serviceId, type: 'no-such-type' },
    status: 404,
    problem: { code: 'SE_AP_0002' },
  },
  rejects(() => quoteOrder({ ...quote, serviceId: free.serviceId, type: 'no-such-type' }), {
    kind: 'not-found',
    code: 'SE_AP_0002',
  }),
)

interaction(
  'the price of an application for a stopped service',
  {
    operation: 'quoteOrder',
    given: given('a service has stopped'),
    body: { ...free, formVersion: currentVersion, answers: freeAnswersAnyDay },
    status: 410,
    problem: { code: 'SE_AP_0001' },
  },
  rejects(() => quoteOrder({ ...free, formVersion, answers: freeAnswers }), { kind: 'gone', code: 'SE_AP_0001' }),
)

interaction(
  'an application with a fee',
  {
    operation: 'submitOrder',
    given: given('a service with a fee is open'),
    body: feeBody,
    status: 201,
    answer: {
      headers: { Location: location },
      body: {
        orderId: id('OR-1001'),
        receiptNumber: text('2026-000101'),
        status: 'WAITING_PAYMENT',
        charge: { chargeId: id('CH-1001'), status: 'WAITING' },
      },
    },
  },
  resolves(() => submitOrder(withFee, withKey), {
    status: 201,
    headers: { location: '/app/web/o/orders/OR-1001' },
    data: { orderId: 'OR-1001', status: 'WAITING_PAYMENT', charge: { chargeId: 'CH-1001' } },
  }),
)

interaction(
  'an application without a fee',
  {
    operation: 'submitOrder',
    given: given('a service without a fee is open'),
    body: freeBody,
    status: 201,
    answer: {
      headers: { Location: location },
      body: { orderId: id('OR-1001'), receiptNumber: text('2026-000101'), status: 'NOT_STARTED' },
    },
  },
  resolves(() => submitOrder(withoutFee, withKey), { status: 201, data: { status: 'NOT_STARTED' } }),
)

interaction(
  'an application again after its return, its fee carried over',
  {
    operation: 'submitOrder',
    given: given('a returned application was paid'),
    body: { ...feeBody, expectedTotal: 0, reapplyOf: 'OR-1003' },
    status: 201,
    answer: { body: { orderId: id('OR-1005'), receiptNumber: text('2026-000105'), status: 'NOT_STARTED' } },
  },
  resolves(() => submitOrder({ ...withFee, expectedTotal: 0, reapplyOf: 'OR-1003' }, withKey), {
    data: { status: 'NOT_STARTED' },
  }),
)

interaction(
  'an application whose draft is stored',
  {
    operation: 'submitOrder',
    given: given('a draft exists'),
    headers: { 'If-Match': fromState('${etag}', tag, '"1"') },
    body: freeBody,
    status: 201,
    answer: { body: { orderId: id('OR-1001'), receiptNumber: text('2026-000101'), status: 'NOT_STARTED' } },
  },
  resolves(() => submitOrder(withoutFee, { ...withKey, 'If-Match': '"1"' }), { data: { status: 'NOT_STARTED' } }),
)

interaction(
  'an application whose draft was changed on another device',
  {
    operation: 'submitOrder',
    given: given('a draft exists'),
    headers: { 'If-Match': matching(tag, '"of-another-copy"') },
    body: freeBody,
    status: 412,
    problem: { code: 'SE_CO_0412' },
  },
  rejects(() => submitOrder(withoutFee, { ...withKey, 'If-Match': '"of-another-copy"' }), {
    kind: 'conflict',
    code: 'SE_CO_0412',
  }),
)

interaction(
  'an application without a draft, beside the draft of another device',
  {
    operation: 'submitOrder',
    given: given('a draft exists'),
    body: freeBody,
    status: 412,
    problem: { code: 'SE_CO_0412' },
  },
  rejects(() => submitOrder(withoutFee, withKey), { kind: 'conflict', code: 'SE_CO_0412' }),
)

interaction(
  'an application whose draft was sent or deleted on another device',
  {
    operation: 'submitOrder',
    given: given('a service without a fee is open'),
    headers: { 'If-Match': matching(tag, '"of-a-draft-that-is-gone"') },
    body: freeBody,
    status: 412,
    problem: { code: 'SE_CO_0412' },
  },
  rejects(() => submitOrder(withoutFee, { ...withKey, 'If-Match': '"of-a-draft-that-is-gone"' }), {
    kind: 'conflict',
    code: 'SE_CO_0412',
  }),
)

interaction(
  'an application that is accepted later',
  {
    operation: 'submitOrder',
    given: given('submissions are processed asynchronously'),
    body: freeBody,
    status: 202,
    answer: {
      headers: {
        Location: matching(/^.*\/o\/submissions\/.+$/, '/app/web/o/submissions/0b8f8a52-6f5e-4a39-8f0a-5e5e0a6c1d01'),
        'Retry-After': matching(/^\d+$/, '2'),
      },
      body: { state: 'PROCESSING' },
    },
  },
  resolves(() => submitOrder(withoutFee, withKey), { status: 202, data: { state: 'PROCESSING' } }),
)

interaction(
  'an application with refused answers',
  {
    operation: 'submitOrder',
    given: given('a service with a fee is open'),
    body: { ...feeBody, answers: wrongAnswers },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/answers/certificate/copies', 'minimum')] },
  },
  rejects(() => submitOrder({ ...withFee, answers: wrongAnswers }, withKey), {
    kind: 'invalid',
    code: 'SE_CO_0400',
    fields: [{ pointer: '/answers/certificate/copies', code: 'minimum' }],
  }),
)

interaction(
  'an application with an answer in another format',
  {
    operation: 'submitOrder',
    given: given('a service with a fee is open'),
    body: { ...feeBody, answers: hiraganaAnswers },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/answers/applicant/name/familyNameKana', 'format')] },
  },
  rejects(() => submitOrder({ ...withFee, answers: hiraganaAnswers }, withKey), {
    kind: 'invalid',
    code: 'SE_CO_0400',
    fields: [{ pointer: '/answers/applicant/name/familyNameKana', code: 'format' }],
  }),
)

interaction(
  'an application whose amount is not the one agreed to',
  {
    operation: 'submitOrder',
    given: given('a service with a fee is open'),
    body: { ...feeBody, expectedTotal: 1 },
    status: 422,
    problem: { code: 'SE_AP_0005' },
  },
  rejects(() => submitOrder({ ...withFee, expectedTotal: 1 }, withKey), { kind: 'invalid', code: 'SE_AP_0005' }),
)

interaction(
  'an application with an infected attachment',
  {
    operation: 'submitOrder',
    given: given('an attachment is infected'),
    body: { ...freeBody, attachments: ['AT-1002'] },
    status: 422,
    problem: { code: 'SE_AT_0001' },
  },
  rejects(() => submitOrder({ ...withoutFee, attachments: ['AT-1002'] }, withKey), {
    kind: 'invalid',
    code: 'SE_AT_0001',
  }),
)

interaction(
  'an application with the key of another one',
  {
    operation: 'submitOrder',
    given: given('a key belongs to another application'),
    key: 'pact-key-of-another-body',
    body: freeBody,
    status: 422,
    problem: { code: 'SE_CO_0422' },
  },
  rejects(() => submitOrder(withoutFee, { 'Idempotency-Key': 'pact-key-of-another-body' }), {
    kind: 'invalid',
    code: 'SE_CO_0422',
  }),
)

const corrected = { applicationId: 'pact-application-0003' }
const refused = { code: 'SE_AP_0006', orderId: 'OR-1001' }

interaction(
  'a corrected version of an application that has become an order, with another key',
  {
    operation: 'submitOrder',
    given: given('an application has become an order'),
    body: { ...freeBody, ...corrected },
    status: 409,
    problem: refused,
  },
  rejects(() => submitOrder({ ...withoutFee, ...corrected }, withKey), { kind: 'conflict', ...refused }),
)

interaction(
  'an application whose key is still being worked on',
  {
    operation: 'submitOrder',
    given: given('an application with this key is in progress'),
    key: 'pact-key-in-progress',
    body: freeBody,
    status: 409,
    problem: { code: 'SE_CO_0409' },
  },
  rejects(() => submitOrder(withoutFee, { 'Idempotency-Key': 'pact-key-in-progress' }), {
    kind: 'conflict',
    code: 'SE_CO_0409',
  }),
)

interaction(
  'an application with a form version that is not taken any more',
  {
    operation: 'submitOrder',
    given: given('a form version is no longer accepted'),
    body: { ...withoutFee, answers: freeAnswersAnyDay },
    status: 409,
    problem: { code: 'SE_AP_0003' },
  },
  rejects(() => submitOrder(withoutFee, withKey), { kind: 'conflict', code: 'SE_AP_0003' }),
)

interaction(
  'an application that exists already',
  {
    operation: 'submitOrder',
    given: given('the same application exists'),
    body: freeBody,
    status: 409,
    problem: { code: 'SE_AP_0004' },
  },
  rejects(() => submitOrder(withoutFee, withKey), { kind: 'conflict', code: 'SE_AP_0004' }),
)

interaction(
  'an application with an unknown form',
  {
    operation: 'submitOrder',
    given: given('a service does not have the form type'),
    body: { ...withoutFee, type: 'no-such-type' },
    status: 404,
    problem: { code: 'SE_AP_0002' },
  },
  rejects(() => submitOrder({ ...withoutFee, type: 'no-such-type' }, withKey), {
    kind: 'not-found',
    code: 'SE_AP_0002',
  }),
)

interaction(
  'an application for a stopped service',
  {
    operation: 'submitOrder',
    given: given('a service has stopped'),
    body: freeBody,
    status: 410,
    problem: { code: 'SE_AP_0001' },
  },
  rejects(() => submitOrder(withoutFee, withKey), { kind: 'gone', code: 'SE_AP_0001' }),
)

interaction(
  'an application that is too large',
  {
    operation: 'submitOrder',
    given: given('request bodies are limited in size', { operationId: 'submitOrder' }),
    body: freeBody,
    status: 413,
    problem: { code: 'SE_CO_0413' },
  },
  rejects(() => submitOrder(withoutFee, withKey), { kind: 'invalid', status: 413, code: 'SE_CO_0413' }),
)

interaction(
  'an application after too many others, whose outcome is then asked for',
  {
    operation: 'submitOrder',
    given: given('an operation was called too often', { operationId: 'submitOrder' }),
    body: withoutFee,
    status: 429,
    problem: { code: 'SE_CO_0429' },
  },
  rejects(() => submitOrder(withoutFee, withKey), { kind: 'too-many', retryAfter: 30 }),
)

interaction(
  'an application during maintenance, whose outcome is then asked for',
  {
    operation: 'submitOrder',
    given: given('an operation is in maintenance', { operationId: 'submitOrder' }),
    body: withoutFee,
    status: 503,
    problem: { code: 'SE_CO_0503' },
  },
  rejects(() => submitOrder(withoutFee, withKey), { kind: 'unavailable', retryAfter: 30 }),
)

interaction(
  'what became of a submission that is done',
  {
    operation: 'getSubmission',
    given: given('a submission has succeeded'),
    path: { idempotencyKey: 'pact-key-done-0001' },
    status: 200,
    answer: {
      body: {
        state: 'DONE',
        order: {
          orderId: 'OR-1001',
          receiptNumber: text('2026-000101'),
          status: 'WAITING_PAYMENT',
          charge: { chargeId: 'CH-1001', status: 'WAITING', dueAt: time('2026-11-28T23:59:59+09:00') },
        },
      },
    },
  },
  resolves(() => getSubmission('pact-key-done-0001'), { state: 'DONE', order: { orderId: 'OR-1001' } }),
)

interaction(
  'what became of a submission that is in progress',
  {
    operation: 'getSubmission',
    given: given('a submission is in progress'),
    path: { idempotencyKey: 'pact-key-processing-0001' },
    status: 200,
    answer: { body: { state: 'PROCESSING' } },
  },
  resolves(() => getSubmission('pact-key-processing-0001'), { state: 'PROCESSING' }),
)

interaction(
  'what became of a submission that has failed',
  {
    operation: 'getSubmission',
    given: given('a submission has failed'),
    path: { idempotencyKey: 'pact-key-failed-0001' },
    status: 200,
    answer: { body: { state: 'FAILED', problem: { code: 'SE_AP_0001' } } },
  },
  resolves(() => getSubmission('pact-key-failed-0001'), { state: 'FAILED', problem: { code: 'SE_AP_0001' } }),
)

interaction(
  'what became of a submission that never arrived',
  {
    operation: 'getSubmission',
    given: given('a user is signed in'),
    path: { idempotencyKey: 'pact-key-unknown-0001' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => getSubmission('pact-key-unknown-0001'), { kind: 'not-found' }),
)
