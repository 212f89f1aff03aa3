/**
 * The provider states: what a provider must be able to set up before an interaction is verified.
 *
 * One entry per state: its meaning, its parameters by example (their type is the state's type), and the values in the
 * provider's response, which the verifier puts into the request (`token` into Authorization, `etag` into If-Match …).
 * Setting a state that names a user first removes all data of that user. The table in docs/contract.md is generated
 * from this map.
 */
import type { OrderStatus } from '../../src/api/generated/api.schemas.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Params = { readonly [key: string]: Json }

type State<P extends Params> = { meaning: string; example: P; answers: readonly string[] }

function state<P extends Params>(meaning: string, example: P, answers: readonly string[] = []): State<P> {
  return { meaning, example, answers }
}

const tenant = { tenantId: 'minato-city' }
const owner = { ...tenant, userId: 'pact-user' }
const fee = { serviceId: 'residence-certificate', type: 'individual' }
const free = { serviceId: 'childcare-consultation', type: 'individual' }
const charge = { ...owner, chargeId: 'CH-1001', orderId: 'OR-1001' }
const confirmation = { ...tenant, confirmationId: 'cf-1001', email: 'pact@example.jp' }
const signedIn = ['token']
const applying = ['token', 'formVersion', 'workingDay']

type OrderRow = { orderId: string; serviceId: string; type: string; status: OrderStatus; submittedAt: string }
type Order = typeof owner & { orderId: string; serviceId: string; type: string; status: OrderStatus }

export const states = {
  // Tenants
  'a tenant is open': state('Its web application is enabled and there is no maintenance now.', tenant),
  'a tenant has branding and a maintenance window': state(
    'All optional members of the tenant info are present, `texts.ja` with `order-display.order.NOT_STARTED.label`; the window is in the future.',
    tenant,
  ),
  'a tenant does not exist': state('No tenant has this id.', { tenantId: 'no-such-tenant' }),
  'a tenant is suspended': state('Its state is SUSPENDED.', { tenantId: 'yume-suspended' }),
  'the web application of a tenant is disabled': state('features.webApplication.enabled is false.', {
    tenantId: 'hoshi-disabled',
  }),
  'an operation is in maintenance': state(
    'It answers 503 SE_CO_0503 with Retry-After; `token` only for `o/…`.',
    { ...owner, operationId: 'getTenantInfo' },
    signedIn,
  ),
  'an operation was called too often': state(
    'It answers 429 SE_CO_0429 with Retry-After; `token` only for `o/…`.',
    { ...owner, operationId: 'login' },
    signedIn,
  ),
  'a tenant has services': state('At least this service, with a fixed fee and a form of this type.', {
    ...tenant,
    ...fee,
  }),

  // Users and mails
  'a user is registered': state('With this address and this password.', {
    ...tenant,
    userId: 'pact-user',
    email: 'pact@example.jp',
    password: 'Portal-2026!',
  }),
  'no user has this address': state('No user of the tenant is registered with it.', {
    ...tenant,
    email: 'nobody@example.jp',
  }),
  'the tenant reveals registered addresses': state(
    'A user is registered with this address.',
    { ...owner, email: 'taken@example.jp' },
    signedIn,
  ),
  'a registration is confirmed': state(
    'A VALID confirmation of the type registration, of an address that no user has.',
    confirmation,
  ),
  'a password reset is confirmed': state(
    'A VALID confirmation of the type password_reset, for this user, who has this address; `token` is of a sign-in before.',
    { ...owner, confirmationId: 'cf-1001', email: 'pact@example.jp' },
    signedIn,
  ),
  'an e-mail change is confirmed': state(
    'A VALID confirmation of the type email_change, of the signed-in user, for an address that no user has.',
    { ...owner, confirmationId: 'cf-1001', email: 'changed@example.jp' },
    signedIn,
  ),
  'a confirmation has expired': state(
    'Of this type; `token` only for email_change.',
    { ...owner, confirmationId: 'cf-1002', type: 'registration', email: 'pact@example.jp' },
    signedIn,
  ),
  'a confirmation has been used': state(
    'Of this type; `token` only for email_change.',
    { ...owner, confirmationId: 'cf-1003', type: 'registration', email: 'pact@example.jp' },
    signedIn,
  ),
  'a confirmed address was registered by another user': state(
    'A VALID confirmation whose address another user has registered since.',
    { ...owner, confirmationId: 'cf-1004', type: 'registration', email: 'taken@example.jp' },
    signedIn,
  ),
  'a confirmation does not exist': state(
    '`token` for confirmEmailChange.',
    { ...owner, confirmationId: 'cf-9999' },
    signedIn,
  ),

  // Look-ups
  'a postal code exists': state('At least one address has it.', { ...tenant, postalCode: '1050011' }),
  'a postal code does not exist': state('No address has it.', { ...tenant, postalCode: '9999999' }),
  'a corporate number is registered': state('In the public register.', {
    ...tenant,
    corporateNumber: '8000020130001',
  }),
  'a corporate number is not registered': state('Its check digit is right.', {
    ...tenant,
    corporateNumber: '9000000000000',
  }),

  // Session and profile
  'a user is signed in': state('The user has no application, draft, attachment or file.', owner, signedIn),
  'a session has expired': state('A bearer token that is no longer valid gets 401.', owner),
  'a token is invalid': state(
    'A token of this user that the API must refuse: `expired`, of `another client` of the pool, or `an access token`.',
    { ...owner, because: 'expired' },
    signedIn,
  ),
  'an account was deleted': state('By deleteAccount; the token is of a sign-in before that.', owner, signedIn),
  'a person has a profile': state('With all optional members.', owner, ['token', 'etag']),
  'a corporation has a profile': state('With all optional members.', { ...tenant, userId: 'pact-corporation' }, [
    'token',
    'etag',
  ]),

  // Charges
  'a charge is waiting': state(
    'Of 410 yen in two lines, due in the future, without a payment attempt.',
    charge,
    signedIn,
  ),
  'a charge of a corrected application is waiting': state(
    'As when a charge is waiting; 110 of the 410 yen were paid with the returned application, so 300 yen are due.',
    charge,
    signedIn,
  ),
  'a charge is paid': state('With a receipt as issued file; its last attempt is SUCCEEDED.', charge, signedIn),
  'a charge is cancelled': state('Its order is withdrawn.', charge, signedIn),
  'a payment is being processed': state('The charge is WAITING, its last attempt PROCESSING.', charge, signedIn),
  'a payment attempt is open': state(
    'The charge is WAITING, its last attempt STARTED and can be continued.',
    charge,
    signedIn,
  ),
  'a charge is past due': state('It is WAITING and its dueAt has passed.', charge, signedIn),
  'the amount of a charge has changed': state('The user has not read the new amount yet.', charge, signedIn),
  'the card provider is down': state(
    'The charge is WAITING; proceed answers this status.',
    { ...charge, status: 502 },
    signedIn,
  ),
  'a charge belongs to another user': state('Of the same tenant.', { ...charge, chargeId: 'CH-2001' }, signedIn),

  // Services and applications
  'a service with a fee is open': state(
    'Its form and its fee are those of the kit (`forms/`): two copies by post cost 710 yen; `formVersion` is its current version.',
    { ...owner, ...fee },
    ['token', 'formVersion'],
  ),
  'a service without a fee is open': state(
    'Its form is the one of the kit (`forms/`); `formVersion` is its current version; `workingDay` is a day about a month ahead that the form accepts.',
    { ...owner, ...free },
    applying,
  ),
  'a form version is no longer accepted': state(
    'It was published once and is superseded.',
    { ...owner, ...free, formVersion: '000000000001' },
    ['token', 'workingDay'],
  ),
  'a service does not have the form type': state(
    'The service exists, the type does not.',
    { ...owner, serviceId: 'childcare-consultation', type: 'no-such-type' },
    signedIn,
  ),
  'a service has stopped': state('Its serviceStopAt has passed.', { ...owner, ...free }, applying),
  'the same application exists': state(
    'The user has submitted the body of the request to a service that allows it once; its day is `workingDay`.',
    { ...owner, ...free },
    applying,
  ),
  'an application with this key is in progress': state(
    'A submission with the key has arrived and has no result yet.',
    { ...owner, ...free, idempotencyKey: 'pact-key-in-progress' },
    applying,
  ),
  'a key belongs to another application': state(
    'The key was bound by an accepted application with another body.',
    { ...owner, ...free, idempotencyKey: 'pact-key-of-another-body' },
    applying,
  ),
  'submissions are processed asynchronously': state('submitOrder answers 202.', { ...owner, ...free }, applying),
  'request bodies are limited in size': state(
    'The operation rejects a larger body.',
    { ...owner, ...free, operationId: 'submitOrder', maxBytes: 64 },
    applying,
  ),
  'a returned application was paid': state(
    'CANCELLED_BY_TENANT, its charge PAID with at least 710 yen; the service is open.',
    { ...owner, ...fee, orderId: 'OR-1003' },
    ['token', 'formVersion'],
  ),
  'a submission has succeeded': state(
    'With this key, as this order with a waiting charge.',
    { ...charge, idempotencyKey: 'pact-key-done-0001' },
    signedIn,
  ),
  'a submission is in progress': state(
    'With this key.',
    { ...owner, idempotencyKey: 'pact-key-processing-0001' },
    signedIn,
  ),
  'a submission has failed': state(
    'With this key, refused because the service had stopped.',
    { ...owner, idempotencyKey: 'pact-key-failed-0001' },
    signedIn,
  ),
  'a user has applications': state(
    'Exactly these, in this order of time; the filters of listOrders must distinguish them. `cursor` is the `nextCursor` of the first page with `limit=2`.',
    {
      ...owner,
      orders: [
        { orderId: 'OR-1003', ...fee, status: 'IN_PROCESS', submittedAt: '2026-03-03T10:00:00+09:00' },
        { orderId: 'OR-1002', ...free, status: 'FINISHED', submittedAt: '2026-02-02T10:00:00+09:00' },
        { orderId: 'OR-1001', ...fee, status: 'CANCELLED_BY_USER', submittedAt: '2026-01-01T10:00:00+09:00' },
      ] satisfies readonly OrderRow[] as readonly OrderRow[],
    },
    ['token', 'cursor'],
  ),
  'the history is not ready': state(
    'listOrders and getOrder answer 503 with Retry-After.',
    { ...owner, orderId: 'OR-1001' },
    signedIn,
  ),
  'an application exists': state(
    'With answers and timeline, without attachments and files; with a waiting charge if WAITING_PAYMENT, otherwise without a charge.',
    { ...charge, ...fee, status: 'WAITING_PAYMENT' } as Order & { chargeId: string },
    signedIn,
  ),
  'an application with attachment, address and file exists': state(
    'FINISHED and paid, its service open; an address with all optional members, a JPEG as attachment.',
    { ...owner, orderId: 'OR-1004', ...fee, attachmentId: 'AT-1001', fileId: 'FI-1001' },
    signedIn,
  ),
  'a returned application exists': state(
    'CANCELLED_BY_TENANT with a reason and `returnFields` `/booking/date`; no attachment, charge or file, and no draft of that service and type.',
    { ...owner, orderId: 'OR-1003', ...free, returnReason: '記入に不足があります。' },
    signedIn,
  ),
  'a returned application and its replacement exist': state(
    'The replacement is NOT_STARTED and names the returned one in `reapplyOf`. The returned one has no attachment, charge or file.',
    { ...owner, orderId: 'OR-1003', ...free, replacementId: 'OR-1005' },
    signedIn,
  ),
  'an application exists whose fee was paid before its return': state(
    'NOT_STARTED, without attachment, charge and file: the 410 yen that were paid with the returned application cover its fee.',
    { ...owner, orderId: 'OR-1005', ...fee, returnedId: 'OR-1003' },
    signedIn,
  ),
  'a returned application and a draft exist': state(
    'The draft is of the same service and type.',
    { ...owner, orderId: 'OR-1003', ...free },
    signedIn,
  ),
  'a returned application of a stopped service exists': state(
    'Its serviceStopAt has passed.',
    { ...owner, orderId: 'OR-1003', ...free },
    signedIn,
  ),
  'an application belongs to another user': state('Of the same tenant.', { ...owner, orderId: 'OR-2001' }, signedIn),

  'an application has become an order': state(
    'The application with this id, as this order; its draft is deleted.',
    { ...owner, ...free, applicationId: 'pact-application-0003', orderId: 'OR-1001' },
    applying,
  ),

  // Drafts
  'a draft exists': state(
    'Last saved with this applicationId; `etag` is its tag; `workingDay` is a day about a month ahead that the form accepts.',
    { ...owner, ...free, applicationId: 'pact-application-0001', step: 'consultation' },
    ['token', 'etag', 'formVersion', 'workingDay'],
  ),
  'a draft has expired': state(
    'It was saved more than a week ago. A save gets 410, whatever tag it names.',
    { ...owner, ...free },
    ['token', 'formVersion'],
  ),
  'a user has drafts': state(
    'Exactly these, the last saved first. `cursor` is the `nextCursor` of the first page with `limit=1`.',
    { ...owner, drafts: [free, fee] as readonly (typeof fee)[] },
    ['token', 'cursor'],
  ),

  // Attachments and files
  'an attachment exists': state(
    'A JPEG, stored and found clean; not part of an application.',
    { ...owner, attachmentId: 'AT-1001' },
    signedIn,
  ),
  'an attachment of a draft was removed': state(
    'A JPEG. A saved draft has named it; the last save does not, and deleteAttachment was called for it.',
    { ...owner, ...free, attachmentId: 'AT-1005' },
    signedIn,
  ),
  'an attachment is infected': state(
    'A JPEG, in which the scan has found a virus.',
    { ...owner, attachmentId: 'AT-1002', ...free },
    applying,
  ),
  'an attachment is part of an application': state('A submitted one.', { ...owner, attachmentId: 'AT-1003' }, signedIn),
  'an attachment belongs to another user': state(
    'Of the same tenant.',
    { ...owner, attachmentId: 'AT-2001' },
    signedIn,
  ),
  'an attachment has expired': state(
    'Its metadata still exists, its bytes do not.',
    { ...owner, attachmentId: 'AT-1004' },
    signedIn,
  ),
  'uploads are rejected as infected': state('uploadAttachment refuses the file.', owner, signedIn),
  'files have been issued': state(
    'Exactly these, the last issued first. `cursor` is the `nextCursor` of the first page with `limit=1`.',
    {
      ...owner,
      files: [
        { fileId: 'FI-1002', kind: 'CERTIFICATE' },
        { fileId: 'FI-1001', kind: 'RECEIPT' },
      ] as readonly { fileId: string; kind: 'CERTIFICATE' | 'RECEIPT' | 'DECISION' }[],
    },
    ['token', 'cursor'],
  ),
  'an issued file has expired': state('Its availableUntil has passed.', { ...owner, fileId: 'FI-1003' }, signedIn),
  'a file belongs to another user': state('Of the same tenant.', { ...owner, fileId: 'FI-2001' }, signedIn),
  'a signed link exists': state('To a PDF; `linkId` is the last segment of its URL.', owner, ['linkId']),
  'a signed link has been used': state('Its single download has been used.', owner, ['linkId']),
  'a signed link has expired': state('It was not used, and its expiresAt has passed.', owner, ['linkId']),
}

export type StateName = keyof typeof states
export type StateParams<Name extends StateName> = (typeof states)[Name]['example']
