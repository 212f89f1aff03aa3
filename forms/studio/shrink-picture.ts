import { longestPicture } from '../../form-model/picture.ts'

const longestEdge = 1200

/**
 * A picture as an address that fits into a form; null if the file is no picture. Drawing it again removes its metadata,
 * such as the place where it was taken.
 */
export async function shrunkPicture(file: Blob): Promise<string | null> {
  const bitmap = await bitmapOf(file)
  if (bitmap === null) return null
  const largest = Math.max(bitmap.width, bitmap.height)
  // Each attempt has about half of the pixels of the one before; the smallest fits in any case.
  for (let edge = Math.min(largest, longestEdge); ; edge = Math.round(edge * 0.7)) {
    const canvas = drawn(bitmap, edge / largest)
    const types = file.type === 'image/png' ? ['image/png', 'image/jpeg'] : ['image/jpeg']
    const address = types.map((type) => canvas.toDataURL(type, 0.85)).find((one) => one.length <= longestPicture)
    if (address !== undefined) return address
    if (edge < 50) return null
  }
}

async function bitmapOf(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    if (cause instanceof DOMException) return null
    throw cause
  }
}

function drawn(bitmap: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser cannot draw')
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}
