import { bytesOf, firstBytes } from '../../../form-engine/attachments/file-bytes.ts'
import { pictureKind } from '../../../form-engine/attachments/picture-kind.ts'
import { pictureSize, withoutMetadata } from './image-metadata.ts'

/** More would need hundreds of megabytes of memory to decode. */
export const maxPixels = 50_000_000

/** Larger pictures are refused: cleaning needs the whole file in memory. */
const maxPictureBytes = 40 * 1024 * 1024

/** The picture has more pixels or bytes than a device can handle. */
export class TooManyPixels extends Error {
  override readonly name = 'TooManyPixels'
}

/** Neither the portal nor the browser can remove the metadata of the picture. */
export class MetadataNotRemoved extends Error {
  override readonly name = 'MetadataNotRemoved'
}

/** Draws a picture smaller, as JPEG; null if the browser cannot decode it. */
export type Scale = (picture: Blob, factor: number) => Promise<Blob | null>

/**
 * A file as it may leave the device: pictures without metadata, scaled down if they are larger than allowed. Kinds that
 * cannot be cleaned byte by byte (HEIC, TIFF, GIF) become a JPEG. The content of other files stays unchanged.
 *
 * The result is in memory, so that each attempt sends the file that was chosen, whatever happens to it on the device. Chromium
 * refuses to read a file that has changed since. Firefox sends its new content, and hangs if that is shorter.
 * @throws TooManyPixels, MetadataNotRemoved, FileUnreadable
 */
export async function prepareFile(
  file: File,
  maxSize: number | undefined,
  scale: Scale = scaleInBrowser,
): Promise<File> {
  if (pictureKind(await firstBytes(file)) === null) return isLarger(file, maxSize) ? file : inMemory(file)
  if (file.size > maxPictureBytes) throw new TooManyPixels(file.name)
  const bytes = await bytesOf(file)
  const size = pictureSize(bytes)
  if (size !== null && size.width * size.height > maxPixels) throw new TooManyPixels(file.name)
  const clean = withoutMetadata(bytes)
  // Redrawing keeps only the pixels. It reads `bytes`, since the file may be gone by now.
  const picture =
    clean === null ? await scale(new Blob([bytes], { type: file.type }), 1) : new Blob([clean], { type: file.type })
  if (picture === null) throw new MetadataNotRemoved(file.name)
  const small = await scaledBelow(picture, maxSize, scale)
  return new File([small], file.name, { type: small.type, lastModified: 0 })
}

/** Its size is refused, so that it is never sent. */
function isLarger({ size }: File, maxSize: number | undefined): boolean {
  return maxSize !== undefined && size > maxSize
}

async function inMemory(file: File): Promise<File> {
  return new File([await bytesOf(file)], file.name, { type: file.type, lastModified: file.lastModified })
}

const attempts = 4

async function scaledBelow(picture: Blob, maxSize: number | undefined, scale: Scale): Promise<Blob> {
  let best = picture
  for (let attempt = 0; attempt < attempts && maxSize !== undefined && best.size > maxSize; attempt += 1) {
    // The size of a JPEG is roughly proportional to its pixels; 0.8 leaves a margin.
    const smaller = await scale(best, Math.sqrt((maxSize * 0.8) / best.size))
    if (smaller === null || smaller.size >= best.size) return best
    best = smaller
  }
  return best
}

async function scaleInBrowser(picture: Blob, factor: number): Promise<Blob | null> {
  if (typeof createImageBitmap !== 'function') return null
  try {
    const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * factor))
    canvas.height = Math.max(1, Math.round(bitmap.height * factor))
    const context = canvas.getContext('2d')
    if (context === null) return null
    // Transparent parts become white.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  } catch {
    // The browser cannot decode it.
    return null
  }
}
