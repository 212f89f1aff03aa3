import { OrderStatus } from '../../src/api/generated/api.schemas.ts'
import { getOrder, listOrders } from '../../src/api/generated/orders/orders.ts'
import {
  attachment,
  charge,
  details,
  fee,
  free,
  issuedFile,
  shippingAddress,
  summary,
} from '../../contract/pact/bodies.ts'
import { rejects, resolves } from '../../contract/pact/expectations.ts'
import { fieldError, given, interaction } from '../../contract/pact/interaction.ts'
import { eachLike, fromState, id, integer, like, matching, oneOf, time } from '../../contract/pact/matchers.ts'

const nextPage = matching(/^.+$/, 'page-2')

interaction(
  'the applications of a user',
  {
    operation: 'listOrders',
    given: given('a user has applications'),
    status: 200,
    answer: {
      body: {
        items: eachLike({
          orderId: id('OR-1003'),
          ...summary,
          serviceId: id(fee.serviceId),
          type: id(fee.type),
          status: oneOf(OrderStatus, 'IN_PROCESS'),
          allowedActions: [],
        }),
        nextCursor: null,
      },
    },
  },
  resolves(() => listOrders(), { items: [{ orderId: 'OR-1003', status: 'IN_PROCESS' }], nextCursor: null }),
)

interaction(
  'the applications under way, for the top of the list of services',
  {
    operation: 'listOrders',
    given: given('a user has applications'),
    query: { scope: 'active' },
    status: 200,
    answer: { body: { items: [{ orderId: 'OR-1003', status: 'IN_PROCESS' }], nextCursor: null } },
  },
  resolves(() => listOrders({ scope: 'active' }), { items: [{ orderId: 'OR-1003' }] }),
)

interaction(
  'the applications of one service in two states',
  {
    operation: 'listOrders',
    given: given('a user has applications'),
    query: { serviceId: fee.serviceId, status: ['IN_PROCESS', 'FINISHED'] },
    status: 200,
    answer: {
      body: { items: [{ orderId: 'OR-1003', serviceId: fee.serviceId, status: 'IN_PROCESS' }], nextCursor: null },
    },
  },
  resolves(() => listOrders({ serviceId: fee.serviceId, status: ['IN_PROCESS', 'FINISHED'] }), {
    items: [{ orderId: 'OR-1003' }],
  }),
)

interaction(
  'the applications of a period, both days included',
  {
    operation: 'listOrders',
    given: given('a user has applications'),
    query: { from: '2026-02-02', to: '2026-02-28' },
    status: 200,
    answer: { body: { items: [{ orderId: 'OR-1002', serviceId: free.serviceId }], nextCursor: null } },
  },
  resolves(() => listOrders({ from: '2026-02-02', to: '2026-02-28' }), { items: [{ orderId: 'OR-1002' }] }),
)

interaction(
  'the applications found by a word that none has',
  {
    operation: 'listOrders',
    given: given('a user has applications'),
    query: { q: 'どこにもない言葉' },
    status: 200,
    answer: { body: { items: [], nextCursor: null } },
  },
  resolves(() => listOrders({ q: 'どこにもない言葉' }), { items: [], nextCursor: null }),
)

interaction(
  'the first page of applications',
  {
    operation: 'listOrders',
    given: given('a user has applications'),
    query: { limit: '2' },
    status: 200,
    answer: { body: { items: [{ orderId: 'OR-1003' }, { orderId: 'OR-1002' }], nextCursor: nextPage } },
  },
  resolves(() => listOrders({ limit: 2 }), { nextCursor: 'page-2' }),
)

interaction(
  'the last page of applications',
  {
    operation: 'listOrders',
    given: given('a user has applications'),
    query: { limit: '2', cursor: fromState('${cursor}', /^.+$/, 'page-2') },
    status: 200,
    answer: { body: { items: [{ orderId: 'OR-1001' }], nextCursor: null } },
  },
  resolves(() => listOrders({ limit: 2, cursor: 'page-2' }), { items: [{ orderId: 'OR-1001' }], nextCursor: null }),
)

interaction(
  'the applications of a user who has none',
  {
    operation: 'listOrders',
    given: given('a user is signed in'),
    status: 200,
    answer: { body: { items: [], nextCursor: null } },
  },
  resolves(() => listOrders(), { items: [] }),
)

interaction(
  'applications with a filter that is none',
  {
    operation: 'listOrders',
    given: given('a user is signed in'),
    query: { from: 'yesterday' },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/from', 'format')] },
  },
  rejects(() => listOrders({ from: 'yesterday' }), { kind: 'invalid', code: 'SE_CO_0400' }),
)

interaction(
  'the applications while the history is not ready',
  {
    operation: 'listOrders',
    given: given('the history is not ready'),
    status: 503,
    problem: { code: 'SE_CO_0503' },
  },
  rejects(() => listOrders(), { kind: 'unavailable', code: 'SE_CO_0503', retryAfter: 30 }),
)

interaction(
  'an application that waits for its payment',
  {
    operation: 'getOrder',
    given: given('an application exists'),
    path: { orderId: 'OR-1001' },
    status: 200,
    answer: {
      body: {
        ...details,
        orderId: 'OR-1001',
        ...fee,
        status: 'WAITING_PAYMENT',
        charge: { chargeId: 'CH-1001', status: 'WAITING', dueAt: time('2026-11-28T23:59:59+09:00') },
        allowedActions: ['pay', 'withdraw'],
        charges: [charge('WAITING', ['proceed', 'decline'])],
      },
    },
  },
  resolves(() => getOrder('OR-1001'), { status: 'WAITING_PAYMENT', allowedActions: ['pay', 'withdraw'] }),
)

interaction(
  'an application with attachment, shipping address, paid charge and issued file',
  {
    operation: 'getOrder',
    given: given('an application with attachment, address and file exists'),
    path: { orderId: 'OR-1004' },
    status: 200,
    answer: {
      body: {
        ...details,
        orderId: 'OR-1004',
        ...fee,
        status: 'FINISHED',
        allowedActions: ['reapply'],
        shippingAddress: like(shippingAddress),
        attachments: [{ ...attachment, attachmentId: 'AT-1001' }],
        charges: [{ chargeId: id('CH-1004'), status: 'PAID', allowedActions: [] }],
        files: [{ ...issuedFile, fileId: 'FI-1001' }],
      },
    },
  },
  resolves(() => getOrder('OR-1004'), { status: 'FINISHED', files: [{ fileId: 'FI-1001' }] }),
)

interaction(
  'a returned application with its reason',
  {
    operation: 'getOrder',
    given: given('a returned application exists'),
    path: { orderId: 'OR-1003' },
    status: 200,
    answer: {
      body: {
        ...details,
        orderId: 'OR-1003',
        ...free,
        status: 'CANCELLED_BY_TENANT',
        allowedActions: ['reapply'],
        returnReason: '記入に不足があります。',
        returnFields: ['/booking/date'],
        charges: [],
      },
    },
  },
  resolves(() => getOrder('OR-1003'), { status: 'CANCELLED_BY_TENANT', returnReason: '記入に不足があります。' }),
)

interaction(
  'a returned application that has been corrected and sent again',
  {
    operation: 'getOrder',
    given: given('a returned application and its replacement exist'),
    path: { orderId: 'OR-1003' },
    status: 200,
    answer: {
      body: {
        ...details,
        orderId: 'OR-1003',
        ...free,
        status: 'CANCELLED_BY_TENANT',
        allowedActions: [],
        replacedBy: { orderId: 'OR-1005', submittedAt: time('2026-02-04T10:00:00+09:00') },
        charges: [],
      },
    },
  },
  resolves(() => getOrder('OR-1003'), { allowedActions: [], replacedBy: { orderId: 'OR-1005' } }),
)

interaction(
  'an application whose fee was paid before its return',
  {
    operation: 'getOrder',
    given: given('an application exists whose fee was paid before its return'),
    path: { orderId: 'OR-1005' },
    status: 200,
    answer: {
      body: {
        ...details,
        orderId: 'OR-1005',
        ...fee,
        status: 'NOT_STARTED',
        allowedActions: ['withdraw'],
        charges: [],
        reapplyOf: 'OR-1003',
        paidBefore: integer(410),
      },
    },
  },
  resolves(() => getOrder('OR-1005'), { charges: [], paidBefore: 410 }),
)

interaction(
  'an application of another user',
  {
    operation: 'getOrder',
    given: given('an application belongs to another user'),
    path: { orderId: 'OR-2001' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => getOrder('OR-2001'), { kind: 'not-found' }),
)

interaction(
  'an application while the history is not ready',
  {
    operation: 'getOrder',
    given: given('the history is not ready'),
    path: { orderId: 'OR-1001' },
    status: 503,
    problem: { code: 'SE_CO_0503' },
  },
  rejects(() => getOrder('OR-1001'), { kind: 'unavailable', retryAfter: 30 }),
)
