import type { DraftContent } from '../../src/api/generated/api.schemas.ts'
import { deleteDraft, getDraft, listDrafts, saveDraft } from '../../src/api/generated/drafts/drafts.ts'
import { currentVersion, fee, formVersion, free, freeAnswers } from '../../contract/pact/bodies.ts'
import { rejects, resolves, succeeds } from '../../contract/pact/expectations.ts'
import { given, interaction } from '../../contract/pact/interaction.ts'
import { etag, fromState, id, like, matching, text, time, tag } from '../../contract/pact/matchers.ts'

const path = free
const { serviceId, type } = free
const kept = { savedAt: time('2026-11-21T10:00:00+09:00'), expiresAt: time('2026-11-28T10:00:00+09:00') }

const content: DraftContent = {
  formVersion,
  answers: { consultation: freeAnswers.consultation },
  step: 'booking',
  applicationId: 'pact-application-0002',
}
const body = { ...content, formVersion: currentVersion }

interaction(
  'the drafts of a user',
  {
    operation: 'listDrafts',
    given: given('a user has drafts'),
    status: 200,
    answer: {
      body: {
        items: [
          { ...free, serviceName: text('子育て相談の予約'), formVersion: id(formVersion), ...kept },
          { ...fee, serviceName: text('住民票の写しの交付請求'), formVersion: id(formVersion), ...kept },
        ],
        nextCursor: null,
      },
    },
  },
  resolves(() => listDrafts(), { items: [free, fee], nextCursor: null }),
)

interaction(
  'the first page of drafts',
  {
    operation: 'listDrafts',
    given: given('a user has drafts'),
    query: { limit: '1' },
    status: 200,
    answer: { body: { items: [free], nextCursor: matching(/^.+$/, 'page-2') } },
  },
  resolves(() => listDrafts({ limit: 1 }), { items: [free], nextCursor: 'page-2' }),
)

interaction(
  'the last page of drafts',
  {
    operation: 'listDrafts',
    given: given('a user has drafts'),
    query: { limit: '1', cursor: fromState('${cursor}', /^.+$/, 'page-2') },
    status: 200,
    answer: { body: { items: [fee], nextCursor: null } },
  },
  resolves(() => listDrafts({ limit: 1, cursor: 'page-2' }), { items: [fee], nextCursor: null }),
)

interaction(
  'a draft',
  {
    operation: 'getDraft',
    given: given('a draft exists'),
    path,
    status: 200,
    answer: {
      headers: { ETag: etag('"1"') },
      body: {
        ...free,
        formVersion: id(formVersion),
        answers: like({}),
        step: 'consultation',
        applicationId: 'pact-application-0001',
        ...kept,
      },
    },
  },
  resolves(() => getDraft(serviceId, type), {
    headers: { etag: '"1"' },
    data: { ...free, applicationId: 'pact-application-0001', step: 'consultation' },
  }),
)

interaction(
  'a draft where there is none',
  {
    operation: 'getDraft',
    given: given('a service without a fee is open'),
    path,
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => getDraft(serviceId, type), { kind: 'not-found' }),
)

interaction(
  'a draft that has expired',
  {
    operation: 'getDraft',
    given: given('a draft has expired'),
    path,
    status: 410,
    problem: { code: 'SE_DR_0001' },
  },
  rejects(() => getDraft(serviceId, type), { kind: 'gone', code: 'SE_DR_0001' }),
)

interaction(
  'the first save of a draft',
  {
    operation: 'saveDraft',
    given: given('a service without a fee is open'),
    path,
    body,
    status: 200,
    answer: { headers: { ETag: etag('"1"') }, body: kept },
  },
  resolves(() => saveDraft(serviceId, type, content), {
    headers: { etag: '"1"' },
    data: { expiresAt: '2026-11-28T10:00:00+09:00' },
  }),
)

const typedSoFar: DraftContent = {
  ...content,
  shippingAddress: { recipient: '南 太郎', address: { postalCode: '10' }, unused: true },
}

interaction(
  'a save of a draft with a part of a delivery address',
  {
    operation: 'saveDraft',
    given: given('a service without a fee is open'),
    path,
    body: { ...typedSoFar, formVersion: currentVersion },
    status: 200,
    answer: { headers: { ETag: etag('"1"') }, body: kept },
  },
  resolves(() => saveDraft(serviceId, type, typedSoFar), { headers: { etag: '"1"' } }),
)

const withUnplaced: DraftContent = {
  ...content,
  registered: ['/booking/phone'],
  unplaced: [{ key: '/consultation/wish', title: '相談したいこと', value: '夜泣き' }],
}

interaction(
  'a save of a draft with a registered answer, and one for which its form has no place any more',
  {
    operation: 'saveDraft',
    given: given('a service without a fee is open'),
    path,
    body: { ...withUnplaced, formVersion: currentVersion },
    status: 200,
    answer: { headers: { ETag: etag('"1"') }, body: kept },
  },
  resolves(() => saveDraft(serviceId, type, withUnplaced), { headers: { etag: '"1"' } }),
)

const submitted = 'pact-application-0003'
/** Whatever arrives of an application that has become an order. */
const refused = { code: 'SE_AP_0006', orderId: 'OR-1001' }

interaction(
  'a save of a draft that arrives after its submission',
  {
    operation: 'saveDraft',
    given: given('an application has become an order'),
    path,
    body: { ...body, applicationId: submitted },
    status: 409,
    problem: refused,
  },
  rejects(() => saveDraft(serviceId, type, { ...content, applicationId: submitted }), { kind: 'conflict', ...refused }),
)

interaction(
  'the next save of a draft',
  {
    operation: 'saveDraft',
    given: given('a draft exists'),
    path,
    headers: { 'If-Match': fromState('${etag}', tag, '"1"') },
    body,
    status: 200,
    answer: { headers: { ETag: etag('"2"') }, body: kept },
  },
  resolves(() => saveDraft(serviceId, type, content, { 'If-Match': '"1"' }), { headers: { etag: '"2"' } }),
)

interaction(
  'the save of a draft that was changed on another device',
  {
    operation: 'saveDraft',
    given: given('a draft exists'),
    path,
    headers: { 'If-Match': matching(tag, '"of-another-copy"') },
    body,
    status: 412,
    problem: { code: 'SE_CO_0412' },
  },
  rejects(() => saveDraft(serviceId, type, content, { 'If-Match': '"of-another-copy"' }), {
    kind: 'conflict',
    code: 'SE_CO_0412',
  }),
)

interaction(
  'the first save of a draft where there is one already',
  {
    operation: 'saveDraft',
    given: given('a draft exists'),
    path,
    body,
    status: 412,
    problem: { code: 'SE_CO_0412' },
  },
  rejects(() => saveDraft(serviceId, type, content), { kind: 'conflict', code: 'SE_CO_0412' }),
)

interaction(
  'the save of a draft that has expired',
  {
    operation: 'saveDraft',
    given: given('a draft has expired'),
    path,
    headers: { 'If-Match': matching(tag, '"of-the-expired-copy"') },
    body,
    status: 410,
    problem: { code: 'SE_DR_0001' },
  },
  rejects(() => saveDraft(serviceId, type, content, { 'If-Match': '"of-the-expired-copy"' }), {
    kind: 'gone',
    code: 'SE_DR_0001',
  }),
)

interaction(
  'the save of a draft that is too large',
  {
    operation: 'saveDraft',
    given: given('request bodies are limited in size', { operationId: 'saveDraft' }),
    path,
    body,
    status: 413,
    problem: { code: 'SE_CO_0413' },
  },
  rejects(() => saveDraft(serviceId, type, content), { kind: 'invalid', status: 413, code: 'SE_CO_0413' }),
)

interaction(
  'the save of a draft of an unknown form',
  {
    operation: 'saveDraft',
    given: given('a service does not have the form type'),
    path: { serviceId, type: 'no-such-type' },
    body: content,
    status: 404,
    problem: { code: 'SE_AP_0002' },
  },
  rejects(() => saveDraft(serviceId, 'no-such-type', content), { kind: 'not-found', code: 'SE_AP_0002' }),
)

const ofDraft = { applicationId: 'pact-application-0001' }

interaction(
  'the deletion of a draft',
  {
    operation: 'deleteDraft',
    given: given('a draft exists'),
    path,
    query: ofDraft,
    headers: { 'If-Match': fromState('${etag}', tag, '"1"') },
    status: 204,
  },
  succeeds(() => deleteDraft(serviceId, type, ofDraft, { 'If-Match': '"1"' })),
)

interaction(
  'the deletion of a draft that was changed on another device',
  {
    operation: 'deleteDraft',
    given: given('a draft exists'),
    path,
    query: ofDraft,
    headers: { 'If-Match': matching(tag, '"of-another-copy"') },
    status: 412,
    problem: { code: 'SE_CO_0412' },
  },
  rejects(() => deleteDraft(serviceId, type, ofDraft, { 'If-Match': '"of-another-copy"' }), {
    kind: 'conflict',
    code: 'SE_CO_0412',
  }),
)

interaction(
  'the deletion of a draft where there is none',
  {
    operation: 'deleteDraft',
    given: given('a service without a fee is open'),
    path,
    query: ofDraft,
    headers: { 'If-Match': matching(tag, '"of-a-draft-that-is-gone"') },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => deleteDraft(serviceId, type, ofDraft, { 'If-Match': '"of-a-draft-that-is-gone"' }), {
    kind: 'not-found',
  }),
)

interaction(
  'the deletion of a draft that arrives after its submission',
  {
    operation: 'deleteDraft',
    given: given('an application has become an order'),
    path,
    query: { applicationId: submitted },
    headers: { 'If-Match': matching(tag, '"of-the-submitted-draft"') },
    status: 409,
    problem: refused,
  },
  rejects(
    () => deleteDraft(serviceId, type, { applicationId: submitted }, { 'If-Match': '"of-the-submitted-draft"' }),
    { kind: 'conflict', ...refused },
  ),
)
