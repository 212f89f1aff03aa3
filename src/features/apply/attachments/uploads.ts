import {
  createAttachmentLink,
  deleteAttachment,
  getAttachment,
  uploadAttachment,
} from '../../../api/generated/attachments/attachments.ts'
import { AttachmentUploadPurpose } from '../../../api/generated/api.schemas.ts'
import type { Attachment } from '../../../api/generated/api.schemas.ts'
import { UploadRefused } from '../../../form-engine/attachments/attachment-storage.ts'
import type { AttachmentRef, UploadRefusal, Uploads } from '../../../form-engine/attachments/attachment-storage.ts'
import { checkedFileUrl } from '../../../issued-files/leave-for-file.ts'
import { problemOf } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import { shownFileName } from '../../../lib/display-text.ts'
import { newIdempotencyKey } from '../../../lib/idempotency.ts'
import type { Call } from '../../../api/http.ts'
import { prepareFile, TooManyPixels, MetadataNotRemoved } from './prepare-file.ts'

/** Uploads to the API: files are stored when they are chosen and referred to by their id. */
export function uploadsOf(call: Call): Uploads {
  return {
    async prepare(file, maxSize) {
      try {
        return await prepareFile(file, maxSize)
      } catch (error) {
        if (error instanceof TooManyPixels) throw new UploadRefused('tooManyPixels', { cause: error })
        throw error instanceof MetadataNotRemoved ? new UploadRefused('metadataNotRemoved', { cause: error }) : error
      }
    },
    async upload(file, purpose, onProgress, signal) {
      const onUploadProgress = ({ loaded, total }: { loaded: number; total?: number }) => {
        if (total !== undefined && total > 0) onProgress(Math.min(loaded / total, 1))
      }
      const sending = () =>
        uploadAttachment(
          { file, purpose: knownPurpose(purpose) },
          { 'Idempotency-Key': keyOf(file) },
          { onUploadProgress },
          signal,
        )
      try {
        return toRef(await call(sending))
      } catch (error) {
        const problem = problemOf(error)
        const reason = problem === null ? null : refusalOf(problem)
        throw reason === null ? error : new UploadRefused(reason, { cause: error })
      }
    },
    async remove(id) {
      try {
        await call(() => deleteAttachment(id))
      } catch (error) {
        // The file belongs to a sent application and stays there; only the answer is removed.
        if (problemOf(error)?.kind !== 'conflict') throw error
      }
    },
    async preview(id) {
      const { url } = await call(() => createAttachmentLink(id, { 'Idempotency-Key': newIdempotencyKey() }))
      const checked = checkedFileUrl(url)
      if (checked === null) throw new Error('The link to the attachment is not the address of a file')
      return checked.href
    },
    async describe(id) {
      return toRef(await getAttachment(id))
    },
  }
}

/** A file keeps its idempotency key, so that it is stored once even if the response to its upload is lost. */
const keys = new WeakMap<File, string>()

function keyOf(file: File): string {
  const known = keys.get(file)
  if (known !== undefined) return known
  const key = newIdempotencyKey()
  keys.set(file, key)
  return key
}

/** Why the API will never accept the file; null if a retry may help. */
export function refusalOf({ status, code }: Problem): UploadRefusal | null {
  if (code === 'SE_AT_0001') return 'infected'
  if (status === 413) return 'tooLarge'
  return status === 415 ? 'type' : null
}

export function toRef({ attachmentId, name, contentType, size, scan }: Attachment): AttachmentRef {
  return { attachmentId, name: shownFileName(name), contentType, size, scan }
}

/** Forms may name purposes that the contract does not have. */
function knownPurpose(purpose: string): AttachmentUploadPurpose {
  return Object.values(AttachmentUploadPurpose).find((one) => one === purpose) ?? AttachmentUploadPurpose.application
}
