import { useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { authenticatedRequest } from '../../../api/authenticated-client.ts'
import {
  createAttachmentLink,
  deleteAttachment,
  getAttachment,
} from '../../../api/generated/attachments/attachments.ts'
import { AttachmentUploadPurpose } from '../../../api/generated/api.schemas.ts'
import type { Attachment } from '../../../api/generated/api.schemas.ts'
import { UploadRefused } from '../../../form-engine/field/ports.ts'
import type { AttachmentRef, UploadRefusal, Uploads } from '../../../form-engine/field/ports.ts'
import { problemOf } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import { shownFileName } from '../../../lib/file-name.ts'
import { newIdempotencyKey } from '../../../lib/idempotency.ts'
import { callThrough } from '../../../api/query-client-calls.ts'
import type { Call } from '../../../api/query-client-calls.ts'
import { prepareFile, TooManyPixels } from './prepare-file.ts'

/** The form's files at the provider: sent as they are chosen, known by their id. */
export function uploadsOf(call: Call): Uploads {
  return {
    async prepare(file, maxSize) {
      try {
        return await prepareFile(file, maxSize)
      } catch (error) {
        throw error instanceof TooManyPixels ? new UploadRefused('tooManyPixels', { cause: error }) : error
      }
    },
    async upload(file, purpose, onProgress, signal) {
      const form = new FormData()
      form.append('file', file, file.name)
      form.append('purpose', knownPurpose(purpose))
      // As the generated uploadAttachment, which cannot tell how far it is.
      const sending = () =>
        authenticatedRequest<Attachment>({
          url: '/o/attachments',
          method: 'POST',
          headers: { 'Content-Type': 'multipart/form-data', 'Idempotency-Key': keyOf(file) },
          data: form,
          signal,
          onUploadProgress: ({ loaded, total }) => {
            if (total !== undefined && total > 0) onProgress(Math.min(loaded / total, 1))
          },
        })
      try {
        return toRef(await call(sending))
      } catch (error) {
        const problem = problemOf(error)
        const reason = problem === null ? null : refusalOf(problem)
        throw reason === null ? error : new UploadRefused(reason, { cause: error })
      }
    },
    async remove(id) {
      await call(() => deleteAttachment(id))
    },
    async preview(id) {
      const { url } = await call(() => createAttachmentLink(id, { 'Idempotency-Key': newIdempotencyKey() }))
      return url
    },
    async describe(id) {
      return toRef(await getAttachment(id))
    },
  }
}

/** A file whose answer was lost is sent again with its own key, so that it is stored once. */
const keys = new WeakMap<File, string>()

function keyOf(file: File): string {
  const known = keys.get(file)
  if (known !== undefined) return known
  const key = newIdempotencyKey()
  keys.set(file, key)
  return key
}

/** What the provider says against a file itself; null where another try may help. */
export function refusalOf({ status, code }: Problem): UploadRefusal | null {
  if (code === 'SE_AT_0001') return 'infected'
  if (status === 413) return 'tooLarge'
  return status === 415 ? 'type' : null
}

export function useUploads(): Uploads {
  const queryClient = useQueryClient()
  return useMemo(() => uploadsOf(callThrough(queryClient)), [queryClient])
}

export function toRef({ attachmentId, name, contentType, size, scan }: Attachment): AttachmentRef {
  return { attachmentId, name: shownFileName(name), contentType, size, scan }
}

/** Forms may name finer purposes than the contract knows. */
function knownPurpose(purpose: string): AttachmentUploadPurpose {
  return Object.values(AttachmentUploadPurpose).find((one) => one === purpose) ?? AttachmentUploadPurpose.application
}
