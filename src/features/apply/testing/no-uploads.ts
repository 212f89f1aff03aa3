import type { Uploads } from '../../../form-engine/attachments/attachment-storage.ts'

/** For applications without files. */
export const noUploads: Uploads = {
  upload: () => Promise.reject(new Error('no upload in this test')),
  remove: () => Promise.reject(new Error('no upload in this test')),
  preview: () => Promise.reject(new Error('no upload in this test')),
}
