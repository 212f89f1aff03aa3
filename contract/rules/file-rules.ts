import { createHash } from 'node:crypto'
import { Broken, at, expectSame, expectStatus, listAt, newKey, textAt, withBody } from './play.ts'
import type { Answer, Send } from './play.ts'
import type { Request } from './request.ts'
import type { Rule } from './rule.ts'

const linkOperations = [
  { operation: 'createAttachmentLink', given: 'a link to an attachment' },
  { operation: 'createFileLink', given: 'a link to an issued file' },
] as const
const maxLinkLifetimeMs = 3_600_000

export const fileRules: readonly Rule[] = [
  {
    operations: ['uploadAttachment', 'getAttachment'],
    name: 'a key stores one file, which is kept',
    harm: 'A resident whose connection breaks while uploading has the file twice, or not at all.',
    async steps(play) {
      const { send, example } = await play.given('the upload of an image')
      const request = { ...example, key: newKey() }
      const first = expectStatus(await send(request), 201)
      const again = expectStatus(await send(request), 201)
      const attachmentId = textAt(first, '/attachmentId')
      expectSame(at(again, '/attachmentId'), attachmentId, 'the file of the repeated request', again)
      const read = expectStatus(await send({ operation: 'getAttachment', path: { attachmentId } }), 200)
      for (const member of ['/name', '/size', '/sha256'])
        expectSame(at(read, member), at(first, member), `${member} of the stored file`, read)
    },
  },
  {
    operations: ['uploadAttachment', 'createAttachmentLink', 'downloadFile'],
    name: 'a file is downloaded as it was uploaded',
    harm: 'Staff and the resident find another file than the one that was chosen, or a damaged one.',
    async steps(play) {
      const { send, example } = await play.given('the upload of an image')
      const { name, bytes } = await fileIn(example)
      const uploaded = expectStatus(await send(example), 201)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      for (const [member, value] of Object.entries({ name, size: bytes.length, sha256 }))
        expectSame(at(uploaded, `/${member}`), value, `${member} of the file`, uploaded)
      const path = { attachmentId: textAt(uploaded, '/attachmentId') }
      const link = expectStatus(await send({ operation: 'createAttachmentLink', path }), 201)
      const loaded = expectStatus(await download(send, link), 200)
      if (loaded.exchange.answer !== new TextDecoder().decode(bytes))
        throw new Broken('the download has other bytes', loaded)
      const shown = loaded.headers.get('Content-Disposition') ?? ''
      if (!shown.includes(name)) throw new Broken(`the header Content-Disposition lacks the name ${name}`, loaded)
    },
  },
  {
    operations: ['uploadAttachment'],
    name: 'a file of 10 MiB is accepted',
    harm: 'A resident cannot send the photo of a document, which is larger than 1 MB on each phone.',
    async steps(play) {
      const { send, example } = await play.given('the upload of an image')
      const { name, bytes, form } = await fileIn(example)
      const large = new Uint8Array(10 * 1024 * 1024)
      large.set(bytes)
      form.set('file', new File([large], name, { type: 'image/jpeg' }))
      const body = new Response(form)
      const contentType = body.headers.get('Content-Type') ?? ''
      const answer = await send({ ...example, body: new Uint8Array(await body.arrayBuffer()), contentType })
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
      const order = expectStatus(await send({ operation: 'getOrder', path }), 200)
      expectSame(listAt(order, '/attachments').length, 1, 'the number of files', order)
      for (const member of ['attachmentId', 'name', 'size', 'sha256'])
        expectSame(at(order, `/attachments/0/${member}`), at(uploaded, `/${member}`), `${member} of the file`, order)
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
  ...linkOperations.map(({ operation, given }): Rule => ({
    operations: [operation, 'downloadFile'],
    name: 'a link serves one download',
    harm: 'Whoever finds the link in a history or a log downloads the certificate of a resident.',
    async steps(play) {
      const { send, example } = await play.given(given)
      const link = expectStatus(await send(example), 201)
      expectStatus(await download(send, link), 200)
      expectStatus(await download(send, link), 410, 'SE_FI_0001')
    },
  })),
  ...linkOperations.map(({ operation, given }): Rule => ({
    operations: [operation, 'downloadFile'],
    name: 'a link is one of its tenant, and ends soon',
    harm: 'Whoever finds the link in a history or a log downloads the certificate of a resident.',
    async steps(play) {
      const { send, example } = await play.given(given)
      const link = expectStatus(await send(example), 201)
      const lifetimeMs = Date.parse(textAt(link, '/expiresAt')) - link.receivedAt
      if (!(lifetimeMs > 0 && lifetimeMs <= maxLinkLifetimeMs))
        throw new Broken(`the link is valid until ${textAt(link, '/expiresAt')}, not for an hour at most`, link)
      expectStatus(await download(send, link, 'aozora-water'), 404, 'SE_CO_0404')
      expectStatus(await download(send, link), 200)
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

/** The file of an upload. */
async function fileIn({
  body,
  contentType = '',
}: Request): Promise<{ name: string; bytes: Uint8Array; form: FormData }> {
  const sent = new Response(new Uint8Array(body as Uint8Array), { headers: { 'Content-Type': contentType } })
  const form = await sent.formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('The upload of the pact has no file')
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), form }
}

/** Follows a link to the operation of the document; a file store of its own is outside of it. */
async function download(send: Send, link: Answer, underTenant?: string): Promise<Answer> {
  const url = textAt(link, '/url')
  const [, tenantId, linkId] = /\/p\/tenants\/([^/]+)\/files\/([^/?#]+)$/.exec(url) ?? []
  if (tenantId === undefined || linkId === undefined) throw new Broken(`${url} is no address of downloadFile`, link)
  return send({ operation: 'downloadFile', path: { tenantId: underTenant ?? tenantId, linkId } })
}
