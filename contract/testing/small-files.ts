/** Uploaded files of the small provider. */
import { createHash } from 'node:crypto'

export type StoredFile = {
  attachmentId: string
  name: string
  contentType: string
  sha256: string
  bytes: Buffer<ArrayBuffer>
  /** The draft that has named it. */
  heldBy?: string
  /** The application that it was sent with. */
  orderId?: string
}

export type Upload = Pick<StoredFile, 'name' | 'contentType' | 'sha256' | 'bytes'> & { purpose: string }

/** The smallest JPEG: start and end of image. */
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9])

export function sampleFile(attachmentId: string): StoredFile {
  return { attachmentId, name: 'a.jpg', contentType: 'image/jpeg', sha256: hashOf(jpeg), bytes: jpeg }
}

/** The file of a form, or null if it has none. */
export async function uploadIn(sent: Buffer<ArrayBuffer>, contentType: string): Promise<Upload | null> {
  const form = await new Response(sent, { headers: { 'Content-Type': contentType } }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) return null
  const bytes = Buffer.from(await file.arrayBuffer())
  const purpose = form.get('purpose')
  const stored = { name: file.name, contentType: file.type, sha256: hashOf(bytes), bytes }
  return { ...stored, purpose: typeof purpose === 'string' ? purpose : '' }
}

export function viewOf({ attachmentId, name, contentType, sha256, bytes }: StoredFile) {
  return { attachmentId, name, contentType, size: bytes.length, sha256, scan: 'CLEAN' }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
