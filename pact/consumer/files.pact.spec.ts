import { createFileLink, downloadFile, listFiles } from '../../src/api/generated/files/files.ts'
import { issuedFile, signedLink } from '../../contract/pact/bodies.ts'
import { equals, rejects, resolves } from '../../contract/pact/expectations.ts'
import { given, interaction, withKey } from '../../contract/pact/interaction.ts'
import { eachLike, fromState, matching, oneOf } from '../../contract/pact/matchers.ts'
import { IssuedFileKind } from '../../src/api/generated/api.schemas.ts'

const linkId = /[A-Za-z0-9_-]+/
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')

interaction(
  'the issued files',
  {
    operation: 'listFiles',
    given: given('files have been issued'),
    status: 200,
    answer: { body: { items: eachLike(issuedFile), nextCursor: null } },
  },
  resolves(() => listFiles(), { items: [{ fileId: 'FI-1001', kind: 'RECEIPT' }], nextCursor: null }),
)

interaction(
  'the first page of issued files',
  {
    operation: 'listFiles',
    given: given('files have been issued'),
    query: { limit: '1' },
    status: 200,
    answer: { body: { items: [{ ...issuedFile, fileId: 'FI-1002' }], nextCursor: matching(/^.+$/, 'page-2') } },
  },
  resolves(() => listFiles({ limit: 1 }), { items: [{ fileId: 'FI-1002' }], nextCursor: 'page-2' }),
)

interaction(
  'the last page of issued files',
  {
    operation: 'listFiles',
    given: given('files have been issued'),
    query: { limit: '1', cursor: fromState('${cursor}', /^.+$/, 'page-2') },
    status: 200,
    answer: {
      body: {
        items: [{ ...issuedFile, fileId: 'FI-1001', kind: oneOf(IssuedFileKind, 'RECEIPT') }],
        nextCursor: null,
      },
    },
  },
  resolves(() => listFiles({ limit: 1, cursor: 'page-2' }), { items: [{ fileId: 'FI-1001' }], nextCursor: null }),
)

interaction(
  'the issued files of a user who has none',
  {
    operation: 'listFiles',
    given: given('a user is signed in'),
    status: 200,
    answer: { body: { items: [], nextCursor: null } },
  },
  resolves(() => listFiles(), { items: [], nextCursor: null }),
)

interaction(
  'a link to an issued file',
  {
    operation: 'createFileLink',
    given: given('files have been issued'),
    path: { fileId: 'FI-1001' },
    status: 201,
    answer: { body: signedLink },
  },
  resolves(() => createFileLink('FI-1001', withKey), { url: '/app/web/p/tenants/minato-city/files/LK-1001' }),
)

interaction(
  'a link to a file whose period is over',
  {
    operation: 'createFileLink',
    given: given('an issued file has expired'),
    path: { fileId: 'FI-1003' },
    status: 410,
    problem: { code: 'SE_FI_0001' },
  },
  rejects(() => createFileLink('FI-1003', withKey), { kind: 'gone', code: 'SE_FI_0001' }),
)

interaction(
  'a link to a file of another user',
  {
    operation: 'createFileLink',
    given: given('a file belongs to another user'),
    path: { fileId: 'FI-2001' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => createFileLink('FI-2001', withKey), { kind: 'not-found' }),
)

interaction(
  'the bytes behind a signed link',
  {
    operation: 'downloadFile',
    given: given('a signed link exists'),
    path: { tenantId: 'minato-city', linkId: 'LK-1001' },
    pathFromState: { linkId },
    status: 200,
    answer: {
      headers: {
        'Content-Disposition': matching(
          /^attachment;.*filename\*=UTF-8''.+$/,
          "attachment; filename*=UTF-8''%E9%A0%98%E5%8F%8E%E6%9B%B8.pdf",
        ),
      },
      file: { contentType: 'application/pdf', bytes: pdf },
    },
  },
  equals(async () => (await downloadFile('minato-city', 'LK-1001')).text(), pdf.toString()),
)

interaction(
  'the bytes behind a signed link that has been used',
  {
    operation: 'downloadFile',
    given: given('a signed link has been used'),
    path: { tenantId: 'minato-city', linkId: 'LK-1002' },
    pathFromState: { linkId },
    status: 410,
    problem: { code: 'SE_FI_0001' },
  },
  rejects(() => downloadFile('minato-city', 'LK-1002'), { kind: 'gone' }),
)

interaction(
  'the bytes behind a signed link that has expired',
  {
    operation: 'downloadFile',
    given: given('a signed link has expired'),
    path: { tenantId: 'minato-city', linkId: 'LK-1003' },
    pathFromState: { linkId },
    status: 410,
    problem: { code: 'SE_FI_0001' },
  },
  rejects(() => downloadFile('minato-city', 'LK-1003'), { kind: 'gone' }),
)
