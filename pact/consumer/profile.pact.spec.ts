import { deleteAccount, getProfile, updateProfile } from '../../src/api/generated/profile/profile.ts'
import { corporation, person } from '../../contract/pact/bodies.ts'
import { rejects, resolves, succeeds } from '../../contract/pact/expectations.ts'
import { fieldError, given, interaction } from '../../contract/pact/interaction.ts'
import { etag, fromState, matching, tag } from '../../contract/pact/matchers.ts'

const current = { 'If-Match': fromState('${etag}', tag, '"1"') }

interaction(
  'the profile of a person',
  {
    operation: 'getProfile',
    given: given('a person has a profile'),
    status: 200,
    answer: { headers: { ETag: etag('"1"') }, body: person },
  },
  resolves(() => getProfile(), { status: 200, headers: { etag: '"1"' }, data: { kind: 'person', familyName: '港' } }),
)

interaction(
  'the profile of a corporation',
  {
    operation: 'getProfile',
    given: given('a corporation has a profile'),
    status: 200,
    answer: { headers: { ETag: etag('"1"') }, body: corporation },
  },
  resolves(() => getProfile(), { data: { kind: 'corporation', corporateNumber: '8000020130001' } }),
)

interaction(
  'the profile after the session has expired',
  {
    operation: 'getProfile',
    given: given('a session has expired'),
    status: 401,
    problem: { code: 'SE_CO_0401' },
  },
  rejects(() => getProfile(), { kind: 'unauthenticated', code: 'SE_CO_0401' }),
)

interaction(
  'the profile of a deleted account',
  {
    operation: 'getProfile',
    given: given('an account was deleted'),
    status: 401,
    problem: { code: 'SE_AC_0002' },
  },
  rejects(() => getProfile(), { kind: 'unauthenticated', code: 'SE_AC_0002' }),
)

interaction(
  'a change of a phone number and the removal of an address',
  {
    operation: 'updateProfile',
    given: given('a person has a profile'),
    headers: current,
    body: { kind: 'person', phone: '08011112222', address: null },
    status: 200,
    answer: { headers: { ETag: etag('"2"') }, body: { kind: 'person', phone: '08011112222' } },
  },
  resolves(() => updateProfile({ kind: 'person', phone: '08011112222', address: null }, { 'If-Match': '"1"' }), {
    headers: { etag: '"2"' },
    data: { kind: 'person', phone: '08011112222' },
  }),
)

interaction(
  'a change of the contact of a corporation',
  {
    operation: 'updateProfile',
    given: given('a corporation has a profile'),
    headers: current,
    body: { kind: 'corporation', contactName: '芝 次郎', contactNameKana: 'シバ ジロウ' },
    status: 200,
    answer: { headers: { ETag: etag('"2"') }, body: { kind: 'corporation', contactName: '芝 次郎' } },
  },
  resolves(
    () =>
      updateProfile(
        { kind: 'corporation', contactName: '芝 次郎', contactNameKana: 'シバ ジロウ' },
        { 'If-Match': '"1"' },
      ),
    { data: { contactName: '芝 次郎' } },
  ),
)

interaction(
  'a change of a profile that was changed elsewhere',
  {
    operation: 'updateProfile',
    given: given('a person has a profile'),
    headers: { 'If-Match': matching(tag, '"of-another-copy"') },
    body: { kind: 'person', phone: '08033334444' },
    status: 412,
    problem: { code: 'SE_CO_0412' },
  },
  rejects(() => updateProfile({ kind: 'person', phone: '08033334444' }, { 'If-Match': '"of-another-copy"' }), {
    kind: 'conflict',
    code: 'SE_CO_0412',
  }),
)

interaction(
  'a change of a phone number that is none',
  {
    operation: 'updateProfile',
    given: given('a person has a profile'),
    headers: current,
    body: { kind: 'person', phone: '110' },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/phone', 'pattern')] },
  },
  rejects(() => updateProfile({ kind: 'person', phone: '110' }, { 'If-Match': '"1"' }), {
    kind: 'invalid',
    fields: [{ pointer: '/phone', code: 'pattern' }],
  }),
)

interaction(
  'the deletion of an account',
  { operation: 'deleteAccount', given: given('a user is signed in'), status: 204 },
  succeeds(() => deleteAccount()),
)

interaction(
  'the deletion of an account with an application that awaits payment',
  { operation: 'deleteAccount', given: given('a charge is waiting'), status: 204 },
  succeeds(() => deleteAccount()),
)

interaction(
  'the deletion of an account with an open payment page',
  { operation: 'deleteAccount', given: given('a payment attempt is open'), status: 204 },
  succeeds(() => deleteAccount()),
)

interaction(
  'the deletion of an account that is already deleted',
  { operation: 'deleteAccount', given: given('an account was deleted'), status: 204 },
  succeeds(() => deleteAccount()),
)

interaction(
  'the deletion of an account during a payment',
  {
    operation: 'deleteAccount',
    given: given('a payment is being processed'),
    status: 409,
    problem: { code: 'SE_AC_0001' },
  },
  rejects(() => deleteAccount(), { kind: 'conflict', code: 'SE_AC_0001' }),
)
