import { sha256 } from '../../core/identifiers.ts'
import type { Provider } from '../../rules/backend.ts'
import type { AttachmentRecord, FileRecord, ResidentRecord } from '../../core/records.ts'
import { issueFile } from '../../rules/issue-files.ts'
import { createLink, takeLink } from '../../rules/links.ts'
import { validAnswers } from '../../seed/orders.ts'
import { day, hour, minute } from '../../core/tokyo-time.ts'
import { newDraft, tagOf } from '../../web-api/drafts.ts'
import type { Input } from '../input.ts'
import { neededText, textOf } from '../input.ts'
import type { Setter } from './state-setup.ts'
import { addOrder, cursorBeforeLast, formVersionOf, freshUser, listOf, otherUser } from './state-setup.ts'

/** Start and end of an image, which is all that anybody looks at. */
const smallestJpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9])

export function addAttachment(
  provider: Provider,
  { tenantId, userId }: ResidentRecord,
  attachmentId: string,
  changes: Partial<AttachmentRecord> = {},
): void {
  const now = provider.clock.now()
  provider.attachments.remove(attachmentId)
  provider.attachments.add(
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

function attachment(changes: (provider: Provider) => Partial<AttachmentRecord>): Setter {
  return async (provider, params) => {
    const { user, token } = await freshUser(provider, params)
    addAttachment(provider, user, neededText(params, 'attachmentId'), changes(provider))
    return { token, ...(params.serviceId === undefined ? {} : { formVersion: formVersionOf(provider, params) }) }
  }
}

function addFile(
  provider: Provider,
  owner: ResidentRecord,
  given: { fileId: string; kind: FileRecord['kind']; issuedAt: number; availableUntil?: number },
): FileRecord {
  provider.db.run('DELETE FROM files WHERE file_id = ?', given.fileId)
  return issueFile(provider, { owner, name: '領収書_2026-000101.pdf', title: '領収書', lines: [], ...given })
}

function addDraft(provider: Provider, { tenantId, userId }: ResidentRecord, params: Input) {
  const form = { serviceId: neededText(params, 'serviceId'), type: neededText(params, 'type') }
  const step = textOf(params, 'step')
  return newDraft(
    provider,
    { tenantId, userId, ...form },
    {
      formVersion: formVersionOf(provider, { tenantId, ...form }),
      answers: validAnswers(tenantId, form.serviceId, form.type, provider.clock.now()),
      saveId: textOf(params, 'saveId') ?? 'pact-save-0001',
      ...(step === undefined ? {} : { step }),
    },
  )
}

export const draftAndFileStates: { readonly [state: string]: Setter } = {
  'a draft exists': async (provider, params) => {
    const { user, token } = await freshUser(provider, params)
    return { token, etag: tagOf(addDraft(provider, user, params)), formVersion: formVersionOf(provider, params) }
  },
  'a draft has expired': async (provider, params) => {
    const { user, token } = await freshUser(provider, params)
    const savedAt = provider.clock.now() - 8 * day
    provider.drafts.save({ ...addDraft(provider, user, params), savedAt, expiresAt: savedAt + 7 * day })
    return { token, formVersion: formVersionOf(provider, params) }
  },
  'a user has drafts': async (provider, params) => {
    const { user, token } = await freshUser(provider, params)
    const now = provider.clock.now()
    const drafts = listOf(params, 'drafts').map((form, index) => {
      const savedAt = now - (index + 1) * minute
      const draft = { ...addDraft(provider, user, form), savedAt, expiresAt: savedAt + 7 * day }
      provider.drafts.save(draft)
      return draft
    })
    return {
      token,
      cursor: cursorBeforeLast(drafts.map(({ savedAt, version }) => ({ at: savedAt, id: String(version) }))),
    }
  },

  'an attachment exists': attachment(() => ({})),
  'an attachment is infected': attachment(() => ({ verdict: 'INFECTED' })),
  'an attachment has expired': attachment((provider) => ({ availableUntil: provider.clock.now() - day })),
  'an attachment is held by an application': async (provider, params) => {
    const { user, token } = await freshUser(provider, params)
    const form = { serviceId: 'childcare-consultation', type: 'individual' }
    const order = addOrder(provider, user, { ...form, orderId: 'OR-1005', status: 'NOT_STARTED' })
    addAttachment(provider, user, neededText(params, 'attachmentId'), { orderId: order.orderId })
    return { token }
  },
  'an attachment belongs to another user': async (provider, params) => {
    const { token } = await freshUser(provider, params)
    addAttachment(provider, await otherUser(provider, params), neededText(params, 'attachmentId'))
    return { token }
  },
  'uploads are found infected at once': async (provider, params) => {
    const { token } = await freshUser(provider, params)
    provider.faults.add({ kind: 'upload-infected', operation: 'uploadAttachment' })
    return { token }
  },

  'files have been issued': async (provider, params) => {
    const { user, token } = await freshUser(provider, params)
    const now = provider.clock.now()
    const files = listOf(params, 'files').map((row, index) =>
      addFile(provider, user, {
        fileId: neededText(row, 'fileId'),
        kind: neededText(row, 'kind') as FileRecord['kind'],
        issuedAt: now - (index + 1) * day,
      }),
    )
    return { token, cursor: cursorBeforeLast(files.map(({ issuedAt, fileId }) => ({ at: issuedAt, id: fileId }))) }
  },
  'an issued file has expired': async (provider, params) => {
    const { user, token } = await freshUser(provider, params)
    const now = provider.clock.now()
    addFile(provider, user, {
      fileId: neededText(params, 'fileId'),
      kind: 'RECEIPT',
      issuedAt: now - 400 * day,
      availableUntil: now - 35 * day,
    })
    return { token }
  },
  'a file belongs to another user': async (provider, params) => {
    const { token } = await freshUser(provider, params)
    addFile(provider, await otherUser(provider, params), {
      fileId: neededText(params, 'fileId'),
      kind: 'RECEIPT',
      issuedAt: provider.clock.now() - day,
    })
    return { token }
  },
  'a signed link exists': async (provider, params) => ({ linkId: await newLink(provider, params) }),
  'a signed link has been used': async (provider, params) => {
    const linkId = await newLink(provider, params)
    takeLink(provider, neededText(params, 'tenantId'), linkId)
    return { linkId }
  },
}

async function newLink(provider: Provider, params: Input): Promise<string> {
  const { user } = await freshUser(provider, params)
  const issuedAt = provider.clock.now() - day
  const { fileId } = addFile(provider, user, { fileId: 'FI-1009', kind: 'RECEIPT', issuedAt })
  const { url } = createLink(provider, user.tenantId, { kind: 'file', id: fileId })
  return url.split('/').at(-1) ?? ''
}
