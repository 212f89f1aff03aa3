import { sha256 } from '../core/identifiers.ts'
import type { Backend } from '../rules/backend.ts'
import type { AttachmentRecord, FileRecord, ResidentRecord } from '../core/records.ts'
import { issueFile } from '../rules/issue-files.ts'
import { createLink, redeemLink } from '../rules/links.ts'
import { validAnswers } from '../seed/orders.ts'
import { day, hour, minute } from '../core/tokyo-time.ts'
import { tagOf } from '../store/drafts.ts'
import { removeAttachment } from '../web-api/attachments.ts'
import { draftLifetime, newDraft } from '../web-api/drafts.ts'
import type { Input } from '../core/panel-input.ts'
import { neededText, textOf } from '../core/panel-input.ts'
import type { Setter } from './state-setup.ts'
import { addOrder, cursorBeforeLast, formValues, formVersionOf, freshUser, listOf, otherUser } from './state-setup.ts'

/** Start and end of an image, the only parts that are read. */
const smallestJpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9])

export function addAttachment(
  backend: Pick<Backend, 'attachments' | 'clock'>,
  { tenantId, userId }: ResidentRecord,
  attachmentId: string,
  changes: Partial<AttachmentRecord> = {},
): void {
  const now = backend.clock.now()
  backend.attachments.remove(attachmentId)
  backend.attachments.add(
    {
      attachmentId,
      tenantId,
      userId,
      name: '案内図.jpg',
      contentType: 'image/jpeg',
      size: smallestJpeg.byteLength,
      sha256: sha256(smallestJpeg),
      purpose: 'application',
      verdict: 'CLEAN',
      scannedAt: now - minute,
      createdAt: now - hour,
      ...changes,
    },
    smallestJpeg,
  )
}

function attachment(changes: (backend: Backend) => Partial<AttachmentRecord>): Setter {
  return async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    addAttachment(backend, user, neededText(params, 'attachmentId'), changes(backend))
    return { token, ...formValues(backend, params) }
  }
}

function addFile(
  backend: Pick<Backend, 'db' | 'files'>,
  owner: ResidentRecord,
  given: { fileId: string; kind: FileRecord['kind']; issuedAt: number; availableUntil?: number },
): FileRecord {
  backend.db.run('DELETE FROM files WHERE file_id = ?', given.fileId)
  return issueFile(backend, { owner, name: '領収書_2026-000101.pdf', title: '領収書', lines: [], ...given })
}

function addDraft(
  backend: Pick<Backend, 'attachments' | 'clock' | 'db' | 'drafts' | 'forms'>,
  { tenantId, userId }: ResidentRecord,
  params: Input,
) {
  const form = { serviceId: neededText(params, 'serviceId'), type: neededText(params, 'type') }
  const step = textOf(params, 'step')
  return newDraft(
    backend,
    { tenantId, userId, ...form },
    {
      formVersion: formVersionOf(backend, { tenantId, ...form }),
      answers: validAnswers(tenantId, form.serviceId, form.type, backend.clock.now()),
      applicationId: textOf(params, 'applicationId') ?? 'pact-application-0001',
      ...(step === undefined ? {} : { step }),
    },
  )
}

export const draftAndFileStates: { readonly [state: string]: Setter } = {
  'a draft exists': async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    return { token, etag: tagOf(addDraft(backend, user, params)), ...formValues(backend, params) }
  },
  'a draft has expired': async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    const savedAt = backend.clock.now() - draftLifetime - day
    backend.drafts.save({ ...addDraft(backend, user, params), savedAt, expiresAt: savedAt + draftLifetime })
    return { token, formVersion: formVersionOf(backend, params) }
  },
  'a user has drafts': async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    const now = backend.clock.now()
    const drafts = listOf(params, 'drafts').map((form, index) => {
      const savedAt = now - (index + 1) * minute
      const draft = { ...addDraft(backend, user, form), savedAt, expiresAt: savedAt + draftLifetime }
      backend.drafts.save(draft)
      return draft
    })
    return {
      token,
      cursor: cursorBeforeLast(drafts.map(({ savedAt, version }) => ({ at: savedAt, id: String(version) }))),
    }
  },

  'an attachment exists': attachment(() => ({})),
  'an attachment of a draft was removed': async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    const attachmentId = neededText(params, 'attachmentId')
    addAttachment(backend, user, attachmentId)
    const draft = addDraft(backend, user, params)
    newDraft(backend, draft, { ...draft, answers: { ...draft.answers, files: [attachmentId] } })
    newDraft(backend, draft, draft)
    removeAttachment(backend, user, attachmentId)
    return { token }
  },
  'an attachment is infected': attachment(() => ({ verdict: 'INFECTED' })),
  'an attachment has expired': attachment((backend) => ({ availableUntil: backend.clock.now() - day })),
  'an attachment is part of an application': async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    const form = { serviceId: 'childcare-consultation', type: 'individual' }
    const order = addOrder(backend, user, { ...form, orderId: 'OR-1005', status: 'NOT_STARTED' })
    addAttachment(backend, user, neededText(params, 'attachmentId'), { orderId: order.orderId })
    return { token }
  },
  'an attachment belongs to another user': async (backend, params) => {
    const { token } = await freshUser(backend, params)
    addAttachment(backend, await otherUser(backend, params), neededText(params, 'attachmentId'))
    return { token }
  },
  'uploads are rejected as infected': async (backend, params) => {
    const { token } = await freshUser(backend, params)
    backend.faults.add({ kind: 'upload-infected', operation: 'uploadAttachment' })
    return { token }
  },

  'files have been issued': async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    const now = backend.clock.now()
    const files = listOf(params, 'files').map((row, index) =>
      addFile(backend, user, {
        fileId: neededText(row, 'fileId'),
        kind: neededText(row, 'kind') as FileRecord['kind'],
        issuedAt: now - (index + 1) * day,
      }),
    )
    return { token, cursor: cursorBeforeLast(files.map(({ issuedAt, fileId }) => ({ at: issuedAt, id: fileId }))) }
  },
  'an issued file has expired': async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    const now = backend.clock.now()
    addFile(backend, user, {
      fileId: neededText(params, 'fileId'),
      kind: 'RECEIPT',
      issuedAt: now - 400 * day,
      availableUntil: now - 35 * day,
    })
    return { token }
  },
  'a file belongs to another user': async (backend, params) => {
    const { token } = await freshUser(backend, params)
    addFile(backend, await otherUser(backend, params), {
      fileId: neededText(params, 'fileId'),
      kind: 'RECEIPT',
      issuedAt: backend.clock.now() - day,
    })
    return { token }
  },
  'a signed link exists': async (backend, params) => ({ linkId: await newLink(backend, params) }),
  'a signed link has been used': async (backend, params) => {
    const linkId = await newLink(backend, params)
    redeemLink(backend, neededText(params, 'tenantId'), linkId)
    return { linkId }
  },
  'a signed link has expired': async (backend, params) => {
    const linkId = await newLink(backend, params)
    const link = backend.links.find(linkId)
    if (link !== null) backend.links.save({ ...link, expiresAt: backend.clock.now() - 1 })
    return { linkId }
  },
}

async function newLink(backend: Backend, params: Input): Promise<string> {
  const { user } = await freshUser(backend, params)
  const issuedAt = backend.clock.now() - day
  const { fileId } = addFile(backend, user, { fileId: 'FI-1009', kind: 'RECEIPT', issuedAt })
  const { url } = createLink(backend, user.tenantId, { kind: 'file', id: fileId })
  return url.split('/').at(-1) ?? ''
}
