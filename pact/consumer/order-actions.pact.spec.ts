import { reapplyOrder, withdrawOrder } from '../../src/api/generated/orders/orders.ts'
import { details, fee, formVersion, free, lastAttempt } from '../../contract/pact/bodies.ts'
import { rejects, resolves } from '../../contract/pact/expectations.ts'
import { given, interaction, withKey } from '../../contract/pact/interaction.ts'
import { etag, id, like, matching, time } from '../../contract/pact/matchers.ts'

const reason = { reason: '内容を間違えたため' }

interaction(
  'the withdrawal of an application with a reason, which cancels its waiting charge',
  {
    operation: 'withdrawOrder',
    given: given('an application exists'),
    path: { orderId: 'OR-1001' },
    body: reason,
    status: 200,
    answer: {
      body: {
        ...details,
        orderId: 'OR-1001',
        ...fee,
        status: 'CANCELLED_BY_USER',
        charge: { chargeId: 'CH-1001', status: 'CANCELLED' },
        charges: [{ chargeId: 'CH-1001', status: 'CANCELLED', allowedActions: [] }],
        allowedActions: [],
      },
    },
  },
  resolves(() => withdrawOrder('OR-1001', reason, withKey), { status: 'CANCELLED_BY_USER', allowedActions: [] }),
)

interaction(
  'the withdrawal of an application that is not started, without a reason',
  {
    operation: 'withdrawOrder',
    given: given('an application exists', { status: 'NOT_STARTED' }),
    path: { orderId: 'OR-1001' },
    body: {},
    status: 200,
    answer: { body: { orderId: 'OR-1001', status: 'CANCELLED_BY_USER' } },
  },
  resolves(() => withdrawOrder('OR-1001', {}, withKey), { status: 'CANCELLED_BY_USER' }),
)

interaction(
  'the withdrawal of an application that is being worked on',
  {
    operation: 'withdrawOrder',
    given: given('an application exists', { status: 'IN_PROCESS' }),
    path: { orderId: 'OR-1001' },
    body: {},
    status: 409,
    problem: { code: 'SE_AP_0010' },
  },
  rejects(() => withdrawOrder('OR-1001', {}, withKey), { kind: 'conflict', code: 'SE_AP_0010' }),
)

interaction(
  'the withdrawal of an application whose payment page is open',
  {
    operation: 'withdrawOrder',
    given: given('a payment attempt is open'),
    path: { orderId: 'OR-1001' },
    body: {},
    status: 200,
    answer: {
      body: {
        orderId: 'OR-1001',
        status: 'CANCELLED_BY_USER',
        charge: { status: 'CANCELLED', lastAttempt: lastAttempt('CANCELLED') },
      },
    },
  },
  resolves(() => withdrawOrder('OR-1001', {}, withKey), { status: 'CANCELLED_BY_USER' }),
)

interaction(
  'the withdrawal of an application whose payment is being processed',
  {
    operation: 'withdrawOrder',
    given: given('a payment is being processed'),
    path: { orderId: 'OR-1001' },
    body: {},
    status: 409,
    problem: { code: 'SE_AP_0010' },
  },
  rejects(() => withdrawOrder('OR-1001', {}, withKey), { kind: 'conflict', code: 'SE_AP_0010' }),
)

interaction(
  'the withdrawal of an application of another user',
  {
    operation: 'withdrawOrder',
    given: given('an application belongs to another user'),
    path: { orderId: 'OR-2001' },
    body: {},
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => withdrawOrder('OR-2001', {}, withKey), { kind: 'not-found' }),
)

interaction(
  'a draft from a returned application',
  {
    operation: 'reapplyOrder',
    given: given('a returned application exists'),
    path: { orderId: 'OR-1003' },
    status: 201,
    answer: {
      headers: {
        ETag: etag('"1"'),
        Location: matching(/^.*\/o\/drafts\/[^/]+\/[^/]+$/, '/app/web/o/drafts/childcare-consultation/individual'),
      },
      body: {
        ...free,
        formVersion: id(formVersion),
        answers: like({}),
        applicationId: matching(/^[A-Za-z0-9_-]{8,64}$/, 'pact-application-0001'),
        reapplyOf: 'OR-1003',
        savedAt: time('2026-11-21T10:00:00+09:00'),
        expiresAt: time('2026-11-28T10:00:00+09:00'),
      },
    },
  },
  resolves(() => reapplyOrder('OR-1003', withKey), {
    status: 201,
    headers: { etag: '"1"' },
    data: { reapplyOf: 'OR-1003', ...free },
  }),
)

interaction(
  'a draft from a returned application while there is another',
  {
    operation: 'reapplyOrder',
    given: given('a returned application and a draft exist'),
    path: { orderId: 'OR-1003' },
    status: 409,
    problem: { code: 'SE_AP_0011' },
  },
  rejects(() => reapplyOrder('OR-1003', withKey), { kind: 'conflict', code: 'SE_AP_0011' }),
)

interaction(
  'a draft from a finished application',
  {
    operation: 'reapplyOrder',
    given: given('an application exists', { status: 'FINISHED' }),
    path: { orderId: 'OR-1001' },
    status: 201,
    answer: {
      headers: { ETag: etag('"1"') },
      body: { answers: like({}), savedAt: time('2026-11-21T10:00:00+09:00') },
    },
  },
  resolves(() => reapplyOrder('OR-1001', withKey), { status: 201 }),
)

interaction(
  'a draft from an application that is being processed',
  {
    operation: 'reapplyOrder',
    given: given('an application exists', { status: 'IN_PROCESS' }),
    path: { orderId: 'OR-1001' },
    status: 409,
    problem: { code: 'SE_AP_0010' },
  },
  rejects(() => reapplyOrder('OR-1001', withKey), { kind: 'conflict', code: 'SE_AP_0010' }),
)

interaction(
  'a draft from a returned application of a stopped service',
  {
    operation: 'reapplyOrder',
    given: given('a returned application of a stopped service exists'),
    path: { orderId: 'OR-1003' },
    status: 410,
    problem: { code: 'SE_AP_0001' },
  },
  rejects(() => reapplyOrder('OR-1003', withKey), { kind: 'gone', code: 'SE_AP_0001' }),
)

interaction(
  'a draft from an application of another user',
  {
    operation: 'reapplyOrder',
    given: given('an application belongs to another user'),
    path: { orderId: 'OR-2001' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => reapplyOrder('OR-2001', withKey), { kind: 'not-found' }),
)
