import { login, requestPasswordReset, resetPassword } from '../../src/api/generated/login/login.ts'
import { rejects, resolves, succeeds } from '../../contract/pact/expectations.ts'
import { fieldError, given, interaction, withKey } from '../../contract/pact/interaction.ts'
import { id } from '../../contract/pact/matchers.ts'

const path = { tenantId: 'minato-city' }
const credentials = { email: 'pact@example.jp', password: 'Portal-2026!' }

interaction(
  'a login with the right password',
  {
    operation: 'login',
    given: given('a user is registered'),
    path,
    body: credentials,
    status: 200,
    answer: { body: { userId: id('pact-user') } },
  },
  resolves(() => login('minato-city', credentials), { userId: 'pact-user' }),
)

interaction(
  'a login with a wrong password',
  {
    operation: 'login',
    given: given('a user is registered'),
    path,
    body: { ...credentials, password: 'wrong-password' },
    status: 401,
    problem: { code: 'SE_CO_0000' },
  },
  rejects(() => login('minato-city', { ...credentials, password: 'wrong-password' }), {
    kind: 'unauthenticated',
    code: 'SE_CO_0000',
  }),
)

interaction(
  'a login with an unknown address',
  {
    operation: 'login',
    given: given('no user has this address'),
    path,
    body: { ...credentials, email: 'nobody@example.jp' },
    status: 401,
    problem: { code: 'SE_CO_0000' },
  },
  rejects(() => login('minato-city', { ...credentials, email: 'nobody@example.jp' }), {
    kind: 'unauthenticated',
    code: 'SE_CO_0000',
  }),
)

interaction(
  'a login with a wrong password, of which only the status is read',
  {
    operation: 'login',
    given: given('a user is registered'),
    path,
    body: { ...credentials, password: 'another-wrong-password' },
    status: 401,
  },
  rejects(() => login('minato-city', { ...credentials, password: 'another-wrong-password' }), {
    kind: 'unauthenticated',
    fields: [],
  }),
)

interaction(
  'a login after too many others',
  {
    operation: 'login',
    given: given('an operation was called too often', { operationId: 'login' }),
    path,
    body: credentials,
    status: 429,
    problem: { code: 'SE_CO_0429' },
  },
  rejects(() => login('minato-city', credentials), { kind: 'too-many', retryAfter: 30 }),
)

interaction(
  'a login with an address that is none',
  {
    operation: 'login',
    given: given('a tenant is open'),
    path,
    body: { ...credentials, email: 'no-address' },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/email', 'format')] },
  },
  rejects(() => login('minato-city', { ...credentials, email: 'no-address' }), {
    kind: 'invalid',
    fields: [{ pointer: '/email', code: 'format' }],
  }),
)

interaction(
  'a request for a password-reset mail',
  {
    operation: 'requestPasswordReset',
    given: given('a user is registered'),
    path,
    body: { email: 'pact@example.jp' },
    status: 202,
  },
  succeeds(() => requestPasswordReset('minato-city', { email: 'pact@example.jp' }, withKey)),
)

interaction(
  'a request for a password-reset mail for an unknown address, answered alike',
  {
    operation: 'requestPasswordReset',
    given: given('no user has this address'),
    path,
    body: { email: 'nobody@example.jp' },
    status: 202,
  },
  succeeds(() => requestPasswordReset('minato-city', { email: 'nobody@example.jp' }, withKey)),
)

const reset = { confirmationId: 'cf-1001', password: 'Portal-2027!' }

interaction(
  'a new password with a valid confirmation',
  {
    operation: 'resetPassword',
    given: given('a password reset is confirmed'),
    path,
    body: reset,
    status: 204,
  },
  succeeds(() => resetPassword('minato-city', reset, withKey)),
)

interaction(
  'a new password with an expired confirmation',
  {
    operation: 'resetPassword',
    given: given('a confirmation has expired', { type: 'password_reset' }),
    path,
    body: { ...reset, confirmationId: 'cf-1002' },
    status: 410,
    problem: { code: 'SE_CF_0001' },
  },
  rejects(() => resetPassword('minato-city', { ...reset, confirmationId: 'cf-1002' }, withKey), {
    kind: 'gone',
    code: 'SE_CF_0001',
  }),
)

interaction(
  'a new password with a used confirmation',
  {
    operation: 'resetPassword',
    given: given('a confirmation has been used', { type: 'password_reset' }),
    path,
    body: { ...reset, confirmationId: 'cf-1003' },
    status: 409,
    problem: { code: 'SE_CF_0002' },
  },
  rejects(() => resetPassword('minato-city', { ...reset, confirmationId: 'cf-1003' }, withKey), {
    kind: 'conflict',
    code: 'SE_CF_0002',
  }),
)

interaction(
  'a new password with an unknown confirmation',
  {
    operation: 'resetPassword',
    given: given('a confirmation does not exist'),
    path,
    body: { ...reset, confirmationId: 'cf-9999' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => resetPassword('minato-city', { ...reset, confirmationId: 'cf-9999' }, withKey), {
    kind: 'not-found',
  }),
)

interaction(
  'a new password that the policy refuses',
  {
    operation: 'resetPassword',
    given: given('a password reset is confirmed'),
    path,
    body: { ...reset, password: 'short' },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/password', 'policy')] },
  },
  rejects(() => resetPassword('minato-city', { ...reset, password: 'short' }, withKey), {
    kind: 'invalid',
    code: 'SE_CO_0400',
    fields: [{ pointer: '/password', code: 'policy' }],
  }),
)
