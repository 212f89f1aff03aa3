import type { Uploads } from '../../../form-engine/attachments/attachment-storage.ts'

/** Uploads of an application without files. */
export const noUploads: Uploads = {
  upload: () => Promise.reject(new Error('no upload in this test')),
  remove: () => Promise.reject(new Error('no upload in this test')),
  preview: () => Promise.reject(new Error('no upload in this test')),
}
