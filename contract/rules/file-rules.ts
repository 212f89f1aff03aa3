import { createHash } from 'node:crypto'
import type { IssuedFile } from '../../src/api/generated/api.schemas.ts'
import { allowedFileUrl } from '../../src/issued-files/file-url.ts'
import { Broken, NotVerified, at, expectSame, expectStatus, listAt, newKey, tagOf, textAt, withBody } from './play.ts'
import type { Answer } from './answer.ts'
import type { Play, Provider, Send } from './play.ts'
import { expectRefusedFields } from './refused-texts.ts'
import { saveOf, withFamilyName } from './request.ts'
import type { Request } from './request.ts'
import type { Rule } from './rule.ts'

const linkOperations = [
  { operation: 'createAttachmentLink', given: 'a link to an attachment' },
  { operation: 'createFileLink', given: 'a link to an issued file' },
] as const
const maxLinkLifetimeMs = 3_600_000
/**
 * With characters that a server reads as others if it takes the name of a part for Latin-1, and one that is not
 * composed, as in names of a Mac.
 */
const japaneseName = '委任状 １か\u3099.jpg'

export const fileRules: readonly Rule[] = [
  {
    operations: ['uploadAttachment', 'getAttachment'],
    name: 'a key stores one file, which is kept',
    harm: 'A resident whose connection breaks while uploading has the file twice, or not at all.',
    async steps(play) {
      const { send, example } = await play.given('the upload of an image')
      const key = newKey()
      const first = expectStatus(await send({ ...example, key }), 201)
      // A browser sends the same file with another boundary.
      const again = expectStatus(await send({ ...(await withFile(example)), key }), 201)
      const attachmentId = textAt(first, '/attachmentId')
      expectSame(at(again, '/attachmentId'), attachmentId, 'the file of the repeated request', again)
      expectStatus(await send({ operation: 'getAttachment', path: { attachmentId } }), 200)
    },
  },
  {
    operations: ['uploadAttachment', 'createAttachmentLink', 'downloadFile'],
    name: 'a file is downloaded as it was uploaded',
    harm: 'Staff and the resident find another file than the one that was chosen, or a damaged one.',
    async steps(play) {
      const { send, example } = await play.given('the upload of an image')
      const { bytes, type: contentType } = await fileIn(example)
      const uploaded = expectStatus(await send(await withFile(example, { name: japaneseName })), 201)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      for (const [member, value] of Object.entries({ name: japaneseName, contentType, size: bytes.length, sha256 }))
        expectSame(at(uploaded, `/${member}`), value, `${member} of the file`, uploaded)
      const path = { attachmentId: textAt(uploaded, '/attachmentId') }
      const link = expectStatus(await send({ operation: 'createAttachmentLink', path }), 201)
      const loaded = expectStatus(await download(play, send, link), 200)
      if (!Buffer.from(bytes).equals(loaded.bytes ?? new Uint8Array()))
        throw new Broken('the download has other bytes', loaded)
      expectFileName(loaded, japaneseName)
    },
  },
  {
    operations: ['uploadAttachment'],
    name: 'a file of 10 MiB is accepted',
    harm: 'A resident cannot send the photo of a document, which is larger than 1 MB on each phone.',
    async steps(play) {
      const { send, example } = await play.given('the upload of an image')
      const large = new Uint8Array(10 * 1024 * 1024)
      large.set((await fileIn(example)).bytes)
      const answer = await send(await withFile(example, { bytes: large }))
      expectSame(at(expectStatus(answer, 201), '/size'), large.length, 'the size of the file', answer)
    },
  },
  {
    operations: ['submitOrder', 'uploadAttachment', 'getOrder'],
    name: 'an application keeps its files',
    harm: 'Staff get an application without the document that it needs.',
    async steps(play) {
      const upload = await play.given('the upload of an image')
      const { send, example } = await play.given('an application with a fee')
      const uploaded = expectStatus(await send(upload.example), 201)
      const attachmentId = textAt(uploaded, '/attachmentId')
      const sent = expectStatus(await send(withBody(example, { attachments: [attachmentId] })), 201)
      const path = { orderId: textAt(sent, '/orderId') }
      expectStatus(await send({ operation: 'getOrder', path }), 200)
    },
  },
  {
    operations: ['submitOrder', 'uploadAttachment', 'listOrders'],
    name: 'an application with the file of another user is refused',
    harm: 'Whoever guesses an id reads the document of another resident in an own application.',
    async steps(play) {
      const token = await play.stranger('the same tenant')
      const upload = await play.given('the upload of an image')
      const foreign = expectStatus(await upload.send({ ...upload.example, token }), 201)
      const { send, example } = await play.given('an application with a fee')
      const refused = await send(withBody(example, { attachments: [textAt(foreign, '/attachmentId')] }))
      expectStatus(refused, 422, 'SE_CO_0400')
      const orders = expectStatus(await send({ operation: 'listOrders' }), 200)
      expectSame(listAt(orders, '/items').length, 0, 'the number of applications', orders)
    },
  },
  {
    operations: ['submitOrder', 'uploadAttachment', 'listOrders'],
    name: 'an application with the file of another one that is under way is refused',
    harm: 'Staff of two applications work with one file, which is gone for both of them with the end of one.',
    async steps(play) {
      const upload = await play.given('the upload of an image')
      const { send, example } = await play.given('an application with a fee')
      const attachments = [textAt(expectStatus(await send(upload.example), 201), '/attachmentId')]
      expectStatus(await send(withBody(example, { attachments })), 201)
      const other = withBody(withFamilyName(example, '佐藤'), { applicationId: newKey(), attachments })
      expectRefusedFields(expectStatus(await send(other), 422, 'SE_CO_0400'), { '/attachments/0': 'unknown' })
      const orders = expectStatus(await send({ operation: 'listOrders' }), 200)
      expectSame(listAt(orders, '/items').length, 1, 'the number of applications', orders)
    },
  },
  {
    operations: ['deleteAttachment', 'uploadAttachment', 'saveDraft', 'getAttachment'],
    name: 'a removed file stays as long as a draft that has named it',
    harm: 'A resident with two devices sends an application whose file the other one has removed, and is refused.',
    async steps(play) {
      const { send, path, save, tag } = await draftWithFile(play)
      expectStatus(await send({ operation: 'deleteAttachment', path }), 204)
      expectStatus(await send({ operation: 'getAttachment', path }), 200)
      expectStatus(await send({ ...withBody(save, { answers: {} }), ifMatch: tag }), 200)
      expectStatus(await send({ operation: 'deleteAttachment', path }), 204)
      expectStatus(await send({ operation: 'getAttachment', path }), 200)
    },
  },
  {
    operations: ['deleteDraft', 'uploadAttachment', 'saveDraft', 'getAttachment'],
    name: 'the files of a deleted draft are gone',
    harm: 'Files that a resident has deleted with a draft stay with the provider.',
    async steps(play) {
      const { send, path, save, tag } = await draftWithFile(play)
      const query = { applicationId: save.body.applicationId }
      expectStatus(await send({ operation: 'deleteDraft', path: save.path, query, ifMatch: tag }), 204)
      expectStatus(await send({ operation: 'getAttachment', path }), 404, 'SE_CO_0404')
    },
  },
  {
    operations: ['deleteAttachment', 'getAttachment'],
    name: 'a deleted file is gone',
    harm: 'A file that a resident has removed stays with the provider.',
    async steps(play) {
      const { send, example } = await play.given('the deletion of an attachment')
      expectStatus(await send(example), 204)
      expectStatus(await send({ operation: 'getAttachment', path: example.path ?? {} }), 404, 'SE_CO_0404')
    },
  },
  {
    operations: ['listFiles', 'createFileLink', 'downloadFile'],
    name: 'an issued file is downloaded as it is listed',
    harm: 'A resident who looks for a certificate by its name does not find it among the downloads.',
    async steps(play) {
      const { send, example } = await play.given('the issued files')
      // The name is the same in each language.
      const files = expectStatus(await send({ ...example, language: 'en' }), 200)
      for (const file of listAt(files, '/items') as IssuedFile[]) {
        const link = expectStatus(await send({ operation: 'createFileLink', path: { fileId: file.fileId } }), 201)
        const loaded = expectStatus(await download(play, send, link), 200)
        expectSame(loaded.bytes?.length, file.size, 'the size of the download', loaded)
        const [type] = (loaded.headers.get('Content-Type') ?? '').split(';')
        expectSame(type, file.contentType, 'the type of the download', loaded)
        expectFileName(loaded, file.name)
      }
    },
  },
  ...linkOperations.map(({ operation, given }): Rule => ({
    operations: [operation, 'downloadFile'],
    name: 'a link is of one tenant, serves one download, and ends soon',
    harm: 'Whoever finds the link in a history or a log downloads the certificate of a resident.',
    async steps(play) {
      const { send, example } = await play.given(given)
      const link = expectStatus(await send(example), 201)
      const lifetimeMs = Date.parse(textAt(link, '/expiresAt')) - link.receivedAt
      if (!(lifetimeMs > 0 && lifetimeMs <= maxLinkLifetimeMs))
        throw new Broken(`the link is valid until ${textAt(link, '/expiresAt')}, not for an hour at most`, link)
      expectStatus(await download(play, send, link, 'aozora-water'), 404, 'SE_CO_0404')
      expectStatus(await download(play, send, link), 200)
      expectStatus(await download(play, send, link), 410, 'SE_FI_0001')
    },
  })),
  ...linkOperations.map(({ operation, given }): Rule => ({
    operations: [operation],
    name: 'a link is on an origin of the configuration',
    harm: 'The portal refuses the link, so that nobody can open the file.',
    async steps(play) {
      const { send, example } = await play.given(given)
      addressOfFile(play.provider, expectStatus(await send(example), 201))
    },
  })),
  {
    operations: ['deleteAccount', 'getProfile'],
    name: 'a deleted account is gone, and its deletion may be repeated',
    harm: 'The data of a resident who has left stays readable.',
    async steps(play) {
      const { send, example } = await play.given('the deletion of an account')
      expectStatus(await send(example), 204)
      expectStatus(await send({ operation: 'getProfile' }), 401, 'SE_AC_0002')
      expectStatus(await send(example), 204)
    },
  },
]

async function formIn({ body, contentType = '' }: Request): Promise<FormData> {
  return new Response(new Uint8Array(body as Uint8Array), { headers: { 'Content-Type': contentType } }).formData()
}

type FileOfUpload = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }

/** The file of an upload. */
async function fileIn(example: Request): Promise<FileOfUpload> {
  const file = (await formIn(example)).get('file')
  if (!(file instanceof File)) throw new Error('The upload of the pact has no file')
  return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** The upload with this of its file changed, as a browser sends it. */
async function withFile(example: Request, changes: Partial<FileOfUpload> = {}): Promise<Request> {
  const form = await formIn(example)
  const { name, type, bytes } = { ...(await fileIn(example)), ...changes }
  form.set('file', new File([bytes], name, { type }))
  const sent = new Response(form)
  const contentType = sent.headers.get('Content-Type') ?? ''
  return { ...example, body: new Uint8Array(await sent.arrayBuffer()), contentType }
}

function expectFileName(loaded: Answer, name: string): void {
  const shownAs = loaded.headers.get('Content-Disposition') ?? ''
  if (!/^attachment\b/i.test(shownAs)) throw new Broken('the header Content-Disposition is not attachment', loaded)
  const [, shown = ''] = /filename\*=UTF-8''([^;]+)/i.exec(shownAs) ?? []
  // A download may have the composed name, which other systems show better.
  if (![name, name.normalize('NFC')].includes(unescaped(shown)))
    throw new Broken(`the header Content-Disposition lacks the name ${name} as filename*`, loaded)
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A saved draft whose answers have an uploaded file. */
async function draftWithFile(play: Play) {
  const upload = await play.given('the upload of an image')
  const { send, example } = await play.given('an application with a fee')
  const uploaded = expectStatus(await send(upload.example), 201)
  const attachmentId = textAt(uploaded, '/attachmentId')
  const answers = { certificate: { whose: 'other', letterOfAttorney: [attachmentId] } }
  const save = saveOf(example)
  const tag = tagOf(expectStatus(await send(withBody(save, { answers })), 200))
  return { send, path: { attachmentId }, save, tag }
}

/** Where the portal goes by a link; only to the API and to the origins of the configuration. */
function addressOfFile({ target, hosts }: Provider, link: Answer): URL {
  const text = textAt(link, '/url')
  const api = new URL(target.url)
  const allowed = allowedFileUrl(text, api, hosts?.fileOrigins ?? [])
  if (allowed !== null) return allowed
  if (hosts === null && URL.canParse(text))
    throw new NotVerified(`whether ${new URL(text).origin} is allowed is unknown without --config`)
  throw new Broken(`${text} is neither on the origin of the API nor on filesOrigin of the configuration`, link)
}

/** Follows a link to the operation of the document. */
async function download(play: Play, send: Send, link: Answer, underTenant?: string): Promise<Answer> {
  const { pathname, origin } = addressOfFile(play.provider, link)
  const [, tenantId, linkId] = /\/p\/tenants\/([^/]+)\/files\/([^/]+)$/.exec(pathname) ?? []
  if (tenantId !== undefined && linkId !== undefined)
    return send({ operation: 'downloadFile', path: { tenantId: underTenant ?? tenantId, linkId } })
  if (origin !== new URL(play.provider.target.url).origin)
    throw new NotVerified(`the file store ${origin} is outside of the document`)
  throw new Broken(`${pathname} is no address of downloadFile`, link)
}
