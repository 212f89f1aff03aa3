export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'heic' | 'tiff'

/** Media types of pictures whose metadata cannot be removed byte by byte: they are redrawn as JPEG before they are sent. */
export const redrawnTypes = ['image/heic', 'image/heif', 'image/tiff', 'image/gif', 'image/avif']

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Brands of ISO media files with pictures: HEIC, HEIF and AVIF. */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'])

/** The kind of a picture by its first 16 bytes, since its name proves nothing; null for anything else. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, 0, pngSignature)) return 'png'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'webp'
  if (textAt(bytes, 0, 4) === 'GIF8') return 'gif'
  if (textAt(bytes, 4, 4) === 'ftyp' && heicBrands.has(textAt(bytes, 8, 4))) return 'heic'
  return ['II*\0', 'MM\0*'].includes(textAt(bytes, 0, 4)) ? 'tiff' : null
}

export function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

export function startsWith(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[at + index] === byte)
}
