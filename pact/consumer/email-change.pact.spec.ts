import { confirmEmailChange, requestEmailChange } from '../../src/api/generated/email-change/email-change.ts'
import { rejects, succeeds } from '../../contract/pact/expectations.ts'
import { fieldError, given, interaction, withKey } from '../../contract/pact/interaction.ts'

interaction(
  'a request for an e-mail change',
  {
    operation: 'requestEmailChange',
    given: given('a user is signed in'),
    body: { newEmail: 'changed@example.jp' },
    status: 202,
  },
  succeeds(() => requestEmailChange({ newEmail: 'changed@example.jp' }, withKey)),
)

interaction(
  'a request for an e-mail change to a registered address',
  {
    operation: 'requestEmailChange',
    given: given('the tenant reveals registered addresses'),
    body: { newEmail: 'taken@example.jp' },
    status: 409,
    problem: { code: 'SE_RG_0001' },
  },
  rejects(() => requestEmailChange({ newEmail: 'taken@example.jp' }, withKey), {
    kind: 'conflict',
    code: 'SE_RG_0001',
  }),
)

interaction(
  'a request for an e-mail change to an address that is none',
  {
    operation: 'requestEmailChange',
    given: given('a user is signed in'),
    body: { newEmail: 'no-address' },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/newEmail', 'format')] },
  },
  rejects(() => requestEmailChange({ newEmail: 'no-address' }, withKey), {
    kind: 'invalid',
    fields: [{ pointer: '/newEmail', code: 'format' }],
  }),
)

interaction(
  'the confirmation of an e-mail change',
  {
    operation: 'confirmEmailChange',
    given: given('an e-mail change is confirmed'),
    body: { confirmationId: 'cf-1001' },
    status: 204,
  },
  succeeds(() => confirmEmailChange({ confirmationId: 'cf-1001' }, withKey)),
)

interaction(
  'the confirmation of an e-mail change with an expired link',
  {
    operation: 'confirmEmailChange',
    given: given('a confirmation has expired', { type: 'email_change' }),
    body: { confirmationId: 'cf-1002' },
    status: 410,
    problem: { code: 'SE_CF_0001' },
  },
  rejects(() => confirmEmailChange({ confirmationId: 'cf-1002' }, withKey), { kind: 'gone', code: 'SE_CF_0001' }),
)

interaction(
  'the confirmation of an e-mail change with a used link',
  {
    operation: 'confirmEmailChange',
    given: given('a confirmation has been used', { type: 'email_change' }),
    body: { confirmationId: 'cf-1003' },
    status: 409,
    problem: { code: 'SE_CF_0002' },
  },
  rejects(() => confirmEmailChange({ confirmationId: 'cf-1003' }, withKey), { kind: 'conflict', code: 'SE_CF_0002' }),
)

interaction(
  'the confirmation of an e-mail change to an address that was taken meanwhile',
  {
    operation: 'confirmEmailChange',
    given: given('a confirmed address was registered by another user', { type: 'email_change' }),
    body: { confirmationId: 'cf-1004' },
    status: 409,
    problem: { code: 'SE_RG_0001' },
  },
  rejects(() => confirmEmailChange({ confirmationId: 'cf-1004' }, withKey), { kind: 'conflict', code: 'SE_RG_0001' }),
)

interaction(
  'the confirmation of an e-mail change with an unknown link',
  {
    operation: 'confirmEmailChange',
    given: given('a confirmation does not exist'),
    body: { confirmationId: 'cf-9999' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => confirmEmailChange({ confirmationId: 'cf-9999' }, withKey), { kind: 'not-found' }),
)
