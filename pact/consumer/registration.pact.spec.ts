import type { Registration } from '../../src/api/generated/api.schemas.ts'
import {
  completeRegistration,
  getConfirmation,
  requestRegistration,
} from '../../src/api/generated/registration/registration.ts'
import { rejects, resolves, succeeds } from '../../contract/pact/expectations.ts'
import { fieldError, given, interaction, withKey } from '../../contract/pact/interaction.ts'
import { id, text, time } from '../../contract/pact/matchers.ts'

const tenantId = 'minato-city'
const path = { tenantId }

const confirmation = {
  expiresAt: time('2026-11-22T10:00:00+09:00'),
  maskedEmail: text('p**t@example.jp'),
}

interaction(
  'a valid confirmation of a registration',
  {
    operation: 'getConfirmation',
    given: given('a registration is confirmed'),
    path: { tenantId, confirmationId: 'cf-1001' },
    status: 200,
    answer: { body: { type: 'registration', status: 'VALID', ...confirmation } },
  },
  resolves(() => getConfirmation(tenantId, 'cf-1001'), { type: 'registration', status: 'VALID' }),
)

interaction(
  'an expired confirmation of a password reset',
  {
    operation: 'getConfirmation',
    given: given('a confirmation has expired', { type: 'password_reset' }),
    path: { tenantId, confirmationId: 'cf-1002' },
    status: 200,
    answer: { body: { type: 'password_reset', status: 'EXPIRED', ...confirmation } },
  },
  resolves(() => getConfirmation(tenantId, 'cf-1002'), { type: 'password_reset', status: 'EXPIRED' }),
)

interaction(
  'a used confirmation of an e-mail change',
  {
    operation: 'getConfirmation',
    given: given('a confirmation has been used', { type: 'email_change' }),
    path: { tenantId, confirmationId: 'cf-1003' },
    status: 200,
    answer: { body: { type: 'email_change', status: 'USED', ...confirmation } },
  },
  resolves(() => getConfirmation(tenantId, 'cf-1003'), { type: 'email_change', status: 'USED' }),
)

interaction(
  'an unknown confirmation',
  {
    operation: 'getConfirmation',
    given: given('a confirmation does not exist'),
    path: { tenantId, confirmationId: 'cf-9999' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => getConfirmation(tenantId, 'cf-9999'), { kind: 'not-found' }),
)

interaction(
  'a request for a registration mail',
  {
    operation: 'requestRegistration',
    given: given('no user has this address'),
    path,
    body: { email: 'nobody@example.jp' },
    status: 202,
  },
  succeeds(() => requestRegistration(tenantId, { email: 'nobody@example.jp' }, withKey)),
)

const chosen = { serviceId: 'bulky-waste', formType: 'individual' }

interaction(
  'a request for a registration mail after a form was chosen',
  {
    operation: 'requestRegistration',
    given: given('no user has this address'),
    path,
    query: chosen,
    body: { email: 'nobody@example.jp' },
    status: 202,
  },
  succeeds(() => requestRegistration(tenantId, { email: 'nobody@example.jp' }, withKey, chosen)),
)

interaction(
  'a request for a registration mail for a registered address',
  {
    operation: 'requestRegistration',
    given: given('the tenant reveals registered addresses'),
    path,
    body: { email: 'taken@example.jp' },
    status: 409,
    problem: { code: 'SE_RG_0001' },
  },
  rejects(() => requestRegistration(tenantId, { email: 'taken@example.jp' }, withKey), {
    kind: 'conflict',
    code: 'SE_RG_0001',
  }),
)

interaction(
  'a request for a registration mail for an address that is none',
  {
    operation: 'requestRegistration',
    given: given('a tenant is open'),
    path,
    body: { email: 'no-address' },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/email', 'format')] },
  },
  rejects(() => requestRegistration(tenantId, { email: 'no-address' }, withKey), { kind: 'invalid' }),
)

const registration: Registration = {
  confirmationId: 'cf-1001',
  password: 'Portal-2026!',
  profile: {
    kind: 'person',
    familyName: '芝',
    givenName: '新',
    familyNameKana: 'シバ',
    givenNameKana: 'シン',
    birthDate: '1990-04-01',
    phone: '09087654321',
    locale: 'ja',
  },
  agreements: ['terms', 'privacy'],
}
const corporate: Registration = {
  ...registration,
  profile: {
    kind: 'corporation',
    corporateNumber: '8000020130001',
    corporationName: '株式会社みなと設備',
    contactName: '芝 太郎',
    contactNameKana: 'シバ タロウ',
    locale: 'ja',
  },
}

interaction(
  'the registration of a person',
  {
    operation: 'completeRegistration',
    given: given('a registration is confirmed'),
    path,
    body: registration,
    status: 201,
    answer: { body: { userId: id('user-2001') } },
  },
  resolves(() => completeRegistration(tenantId, registration, withKey), { userId: 'user-2001' }),
)

interaction(
  'the registration of a corporation',
  {
    operation: 'completeRegistration',
    given: given('a registration is confirmed'),
    path,
    body: corporate,
    status: 201,
    answer: { body: { userId: id('user-2002') } },
  },
  resolves(() => completeRegistration(tenantId, corporate, withKey), { userId: 'user-2002' }),
)

interaction(
  'a registration with an expired confirmation',
  {
    operation: 'completeRegistration',
    given: given('a confirmation has expired'),
    path,
    body: { ...registration, confirmationId: 'cf-1002' },
    status: 410,
    problem: { code: 'SE_CF_0001' },
  },
  rejects(() => completeRegistration(tenantId, { ...registration, confirmationId: 'cf-1002' }, withKey), {
    kind: 'gone',
    code: 'SE_CF_0001',
  }),
)

interaction(
  'a registration with a used confirmation',
  {
    operation: 'completeRegistration',
    given: given('a confirmation has been used'),
    path,
    body: { ...registration, confirmationId: 'cf-1003' },
    status: 409,
    problem: { code: 'SE_CF_0002' },
  },
  rejects(() => completeRegistration(tenantId, { ...registration, confirmationId: 'cf-1003' }, withKey), {
    kind: 'conflict',
    code: 'SE_CF_0002',
  }),
)

interaction(
  'a registration with an address that was taken meanwhile',
  {
    operation: 'completeRegistration',
    given: given('a confirmed address was registered by another user'),
    path,
    body: { ...registration, confirmationId: 'cf-1004' },
    status: 409,
    problem: { code: 'SE_RG_0001' },
  },
  rejects(() => completeRegistration(tenantId, { ...registration, confirmationId: 'cf-1004' }, withKey), {
    kind: 'conflict',
    code: 'SE_RG_0001',
  }),
)

interaction(
  'a registration with an unknown confirmation',
  {
    operation: 'completeRegistration',
    given: given('a confirmation does not exist'),
    path,
    body: { ...registration, confirmationId: 'cf-9999' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => completeRegistration(tenantId, { ...registration, confirmationId: 'cf-9999' }, withKey), {
    kind: 'not-found',
  }),
)

interaction(
  'a registration with a password that the policy refuses',
  {
    operation: 'completeRegistration',
    given: given('a registration is confirmed'),
    path,
    body: { ...registration, password: 'short' },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/password', 'policy')] },
  },
  rejects(() => completeRegistration(tenantId, { ...registration, password: 'short' }, withKey), {
    kind: 'invalid',
    fields: [{ pointer: '/password', code: 'policy' }],
  }),
)
