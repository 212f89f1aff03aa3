import type { AttachmentUploadPurpose, SignedLink } from '../../src/api/generated/api.schemas.ts'
import { newId, sha256 } from '../core/identifiers.ts'
import { ProblemAnswer, notFound, refusedFields } from '../core/problem-answer.ts'
import type { AttachmentRecord, Owner } from '../core/records.ts'
import type { Backend } from '../rules/backend.ts'
import { contentTypeOf, largestAttachment, scanDelay, verdictOf } from '../rules/attachments.ts'
import { fieldError } from '../rules/field-messages.ts'
import { createLink } from '../rules/links.ts'
import { attachmentView } from '../rules/order-views.ts'
import type { OwnerCall } from './call.ts'
import { ownerOperation } from './call.ts'

const purposes: readonly string[] = ['application', 'identity-document'] satisfies AttachmentUploadPurpose[]

export const uploadAttachment = ownerOperation(async ({ backend, owner, form, locale, now, key, fault }) => {
  const file = form?.get('file')
  const purpose = form?.get('purpose')
  // `instanceof File` fails in page tests: a request is parsed into another class than the browser's File.
  if (file === null || file === undefined || typeof file === 'string' || file.size === 0)
    throw refusedFields([fieldError('/file', 'required', locale)])
  if (typeof purpose !== 'string' || !purposes.includes(purpose))
    throw refusedFields([fieldError('/purpose', 'enum', locale)])
  if (file.size > largestAttachment) throw new ProblemAnswer(413, 'SE_CO_0413')
  const content = new Uint8Array(await file.arrayBuffer())
  const contentType = contentTypeOf(content)
  // The type is detected from the content, not from the header of the request.
  if (contentType === null) throw new ProblemAnswer(415, 'SE_CO_0415')
  const verdict = verdictOf(file.name, content)
  if (verdict === 'INFECTED_AT_ONCE' || fault?.kind === 'upload-infected') throw new ProblemAnswer(422, 'SE_AT_0001')

  const attachment: AttachmentRecord = {
    ...owner,
    attachmentId: newId('AT'),
    name: file.name.slice(-255),
    contentType,
    size: content.byteLength,
    sha256: sha256(content),
    purpose: purpose === 'identity-document' ? purpose : 'application',
    verdict,
    scannedAt: now + scanDelay(file.name),
    createdAt: now,
  }
  backend.attachments.add(attachment, content)
  const effect = { at: now, effect: 'attachment-stored', target: attachment.attachmentId, userId: owner.userId }
  backend.effects.add({ ...effect, ...(key === undefined ? {} : { key }) })
  return {
    status: 201,
    body: attachmentView(attachment, now),
    headers: { Location: `/app/web/o/attachments/${attachment.attachmentId}` },
  }
})

export const getAttachment = ownerOperation((call) => ({
  status: 200,
  body: attachmentView(ownAttachment(call), call.now),
}))

export const deleteAttachment = ownerOperation(({ backend, owner, path }) => {
  removeAttachment(backend, owner, path('attachmentId'))
  return { status: 204 }
})

/** One that a draft has named ends with that draft, because the copy of another device may still name it. */
export function removeAttachment(
  { attachments }: Pick<Backend, 'attachments'>,
  owner: Owner,
  attachmentId: string,
): void {
  const attachment = attachments.findOwned(owner, attachmentId)
  if (attachment === null) throw notFound()
  if (attachment.orderId !== undefined) throw new ProblemAnswer(409, 'SE_AP_0010')
  if (attachment.heldBy === undefined) attachments.remove(attachmentId)
}

export const createAttachmentLink = ownerOperation((call) => {
  const attachment = ownAttachment(call)
  if (attachment.availableUntil !== undefined && call.now > attachment.availableUntil)
    throw new ProblemAnswer(410, 'SE_FI_0001')
  if (attachment.verdict === 'INFECTED' && call.now >= attachment.scannedAt) throw new ProblemAnswer(422, 'SE_AT_0001')
  const body: SignedLink = createLink(call.backend, attachment.tenantId, {
    kind: 'attachment',
    id: attachment.attachmentId,
  })
  return { status: 201, body }
})

function ownAttachment({ backend, owner, path }: OwnerCall): AttachmentRecord {
  const attachment = backend.attachments.findOwned(owner, path('attachmentId'))
  if (attachment === null) throw notFound()
  return attachment
}
