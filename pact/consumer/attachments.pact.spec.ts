import {
  createAttachmentLink,
  deleteAttachment,
  getAttachment,
  uploadAttachment,
} from '../../src/api/generated/attachments/attachments.ts'
import { attachment, signedLink } from '../../contract/pact/bodies.ts'
import { rejects, resolves, succeeds } from '../../contract/pact/expectations.ts'
import { given, interaction, withKey } from '../../contract/pact/interaction.ts'
import { id, matching } from '../../contract/pact/matchers.ts'

/** The smallest JPEG that a scanner recognises: start and end of image. */
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9])

function upload(contentType = 'image/jpeg', bytes = jpeg) {
  const file = new File([new Uint8Array(bytes)], 'annaizu.jpg', { type: contentType })
  return uploadAttachment({ file, purpose: 'application' }, withKey)
}

function parts(contentType = 'image/jpeg', bytes = jpeg) {
  return {
    file: { fileName: 'annaizu.jpg', contentType, bytes },
    purpose: { value: 'application', pattern: /^application$/ },
  }
}

interaction(
  'the upload of an image',
  {
    operation: 'uploadAttachment',
    given: given('a user is signed in'),
    parts: parts(),
    status: 201,
    answer: {
      headers: { Location: matching(/^.*\/o\/attachments\/[^/]+$/, '/app/web/o/attachments/AT-1001') },
      body: { ...attachment, attachmentId: id('AT-1001'), name: 'annaizu.jpg' },
    },
  },
  resolves(() => upload(), { attachmentId: 'AT-1001', name: 'annaizu.jpg', contentType: 'image/jpeg' }),
)

interaction(
  'the upload of a file that is too large',
  {
    operation: 'uploadAttachment',
    given: given('request bodies are limited in size', { operationId: 'uploadAttachment' }),
    parts: parts('image/jpeg', Buffer.concat([jpeg, Buffer.alloc(64)])),
    status: 413,
    problem: { code: 'SE_CO_0413' },
  },
  rejects(() => upload('image/jpeg', Buffer.concat([jpeg, Buffer.alloc(64)])), {
    kind: 'invalid',
    status: 413,
    code: 'SE_CO_0413',
  }),
)

interaction(
  'the upload of a file of a type that is not taken',
  {
    operation: 'uploadAttachment',
    given: given('a user is signed in'),
    parts: parts('text/plain', Buffer.from('plain')),
    status: 415,
    problem: { code: 'SE_CO_0415' },
  },
  rejects(() => upload('text/plain', Buffer.from('plain')), { kind: 'invalid', status: 415, code: 'SE_CO_0415' }),
)

interaction(
  'the upload of an infected file',
  {
    operation: 'uploadAttachment',
    given: given('uploads are rejected as infected'),
    parts: parts(),
    status: 422,
    problem: { code: 'SE_AT_0001' },
  },
  rejects(() => upload(), { kind: 'invalid', code: 'SE_AT_0001' }),
)

interaction(
  'the metadata of an attachment',
  {
    operation: 'getAttachment',
    given: given('an attachment exists'),
    path: { attachmentId: 'AT-1001' },
    status: 200,
    answer: { body: { ...attachment, attachmentId: 'AT-1001', scan: 'CLEAN' } },
  },
  resolves(() => getAttachment('AT-1001'), { attachmentId: 'AT-1001', scan: 'CLEAN' }),
)

interaction(
  'the metadata of an infected attachment',
  {
    operation: 'getAttachment',
    given: given('an attachment is infected'),
    path: { attachmentId: 'AT-1002' },
    status: 200,
    answer: { body: { ...attachment, attachmentId: 'AT-1002', scan: 'INFECTED' } },
  },
  resolves(() => getAttachment('AT-1002'), { scan: 'INFECTED' }),
)

interaction(
  'the metadata of an attachment of another user',
  {
    operation: 'getAttachment',
    given: given('an attachment belongs to another user'),
    path: { attachmentId: 'AT-2001' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => getAttachment('AT-2001'), { kind: 'not-found' }),
)

interaction(
  'the metadata of an attachment that was removed from a draft, which the copy of another device still names',
  {
    operation: 'getAttachment',
    given: given('an attachment of a draft was removed'),
    path: { attachmentId: 'AT-1005' },
    status: 200,
    answer: { body: { ...attachment, attachmentId: 'AT-1005' } },
  },
  resolves(() => getAttachment('AT-1005'), { attachmentId: 'AT-1005' }),
)

interaction(
  'the deletion of an attachment',
  {
    operation: 'deleteAttachment',
    given: given('an attachment exists'),
    path: { attachmentId: 'AT-1001' },
    status: 204,
  },
  succeeds(() => deleteAttachment('AT-1001')),
)

interaction(
  'the deletion of an attachment that an application holds',
  {
    operation: 'deleteAttachment',
    given: given('an attachment is part of an application'),
    path: { attachmentId: 'AT-1003' },
    status: 409,
    problem: { code: 'SE_AP_0010' },
  },
  rejects(() => deleteAttachment('AT-1003'), { kind: 'conflict', code: 'SE_AP_0010' }),
)

interaction(
  'the deletion of an attachment of another user',
  {
    operation: 'deleteAttachment',
    given: given('an attachment belongs to another user'),
    path: { attachmentId: 'AT-2001' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => deleteAttachment('AT-2001'), { kind: 'not-found' }),
)

interaction(
  'a link to an attachment',
  {
    operation: 'createAttachmentLink',
    given: given('an attachment exists'),
    path: { attachmentId: 'AT-1001' },
    status: 201,
    answer: { body: signedLink },
  },
  resolves(() => createAttachmentLink('AT-1001', withKey), { url: '/app/web/p/tenants/minato-city/files/LK-1001' }),
)

interaction(
  'a link to an attachment whose bytes are gone',
  {
    operation: 'createAttachmentLink',
    given: given('an attachment has expired'),
    path: { attachmentId: 'AT-1004' },
    status: 410,
    problem: { code: 'SE_FI_0001' },
  },
  rejects(() => createAttachmentLink('AT-1004', withKey), { kind: 'gone', code: 'SE_FI_0001' }),
)

interaction(
  'a link to an infected attachment',
  {
    operation: 'createAttachmentLink',
    given: given('an attachment is infected'),
    path: { attachmentId: 'AT-1002' },
    status: 422,
    problem: { code: 'SE_AT_0001' },
  },
  rejects(() => createAttachmentLink('AT-1002', withKey), { kind: 'invalid', code: 'SE_AT_0001' }),
)

interaction(
  'a link to an attachment of another user',
  {
    operation: 'createAttachmentLink',
    given: given('an attachment belongs to another user'),
    path: { attachmentId: 'AT-2001' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => createAttachmentLink('AT-2001', withKey), { kind: 'not-found' }),
)
