import { pictureKind, startsWith, textAt } from '../../../form-engine/attachments/picture-kind.ts'

/**
 * Removes metadata from a picture: location, device, owner, thumbnails, comments. It works on the bytes, so nothing is
 * recompressed; a photo keeps its orientation, its colours and its quality.
 */

/** Width and height from the header; null if the file is truncated before. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | null {
  const kind = pictureKind(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (kind === 'png') {
    return bytes.length < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) }
  }
  if (kind === 'jpeg') {
    const frame = jpegSegments(bytes).find(({ marker }) => isFrame(marker))
    if (frame === undefined || frame.start + 9 > bytes.length) return null
    return { width: view.getUint16(frame.start + 7), height: view.getUint16(frame.start + 5) }
  }
  return null
}

/** The picture without metadata; null if it cannot be cleaned byte by byte, and must be redrawn instead. */
export function withoutMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const kind = pictureKind(bytes)
  if (kind === 'jpeg') return cleanJpeg(bytes)
  if (kind === 'png') return cleanPng(bytes)
  return kind === 'webp' ? cleanWebp(bytes) : null
}

const exifHeader = [0x45, 0x78, 0x69, 0x66, 0, 0]
const iccHeader = [...'ICC_PROFILE\0'].map((char) => char.charCodeAt(0))

const startOfScan = 0xda
const endOfImage = 0xd9

type Segment = {
  marker: number
  /** Position of the marker's 0xff. */
  start: number
  /** The position after the segment. */
  end: number
}

/** The segments up to the first scan, which is the last of them. */
function jpegSegments(bytes: Uint8Array): Segment[] {
  const segments: Segment[] = []
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    if (length < 2) break
    segments.push({ marker, start: at, end: at + 2 + length })
    if (marker === startOfScan) break
    at += 2 + length
  }
  return segments
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function cleanJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const segments = jpegSegments(bytes)
  const scan = segments.at(-1)
  const end = scan?.marker === startOfScan ? endOfJpeg(bytes, scan.end) : null
  if (scan === undefined || end === null) return null
  const turned = orientationOf(bytes, segments)
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  if (turned > 1) parts.push(orientationOnly(turned))
  for (const segment of segments.slice(0, -1)) {
    if (belongsToPicture(bytes, segment)) parts.push(bytes.subarray(segment.start, segment.end))
  }
  parts.push(bytes.subarray(scan.start, end))
  return joined(parts)
}

/**
 * Keeps JFIF, colour profile, Adobe's colour transform and every segment that is neither application data nor a
 * comment.
 */
function belongsToPicture(bytes: Uint8Array, { marker, start }: Segment): boolean {
  if (marker === 0xe0 || marker === 0xee) return true
  if (marker === 0xe2) return startsWith(bytes, start + 4, iccHeader)
  return !(marker >= 0xe1 && marker <= 0xef) && marker !== 0xfe
}

/** The end of the first picture; what follows (a second picture with its own place, a trailer) is removed. */
function endOfJpeg(bytes: Uint8Array, from: number): number | null {
  let at = from
  while (at + 1 < bytes.length) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0
    if (marker === endOfImage) return at + 2
    // The tables between the scans of a progressive picture contain bytes that look like markers.
    const isSegment = marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd7)
    at += isSegment ? 2 + Math.max(((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0), 2) : 1
  }
  return null
}

/** The EXIF orientation, 1 to 8; 1 = upright, also if it is missing. */
function orientationOf(bytes: Uint8Array, segments: readonly Segment[]): number {
  const exif = segments.find(({ marker, start }) => marker === 0xe1 && startsWith(bytes, start + 4, exifHeader))
  if (exif === undefined) return 1
  const tiff = exif.start + 10
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(exif.end, bytes.length))
  if (tiff + 8 > view.byteLength) return 1
  const little = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, little)
  if (directory + 2 > view.byteLength) return 1
  const count = view.getUint16(directory, little)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > view.byteLength) return 1
    if (view.getUint16(entry, little) !== 0x0112) continue
    const value = view.getUint16(entry + 8, little)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** An EXIF segment with only the orientation. */
function orientationOnly(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const length = 2 + exifHeader.length + tiff.length
  return Uint8Array.from([0xff, 0xe1, length >> 8, length & 0xff, ...exifHeader, ...tiff])
}

const textChunks = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])

function cleanPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Uint8Array[] = [bytes.subarray(0, 8)]
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) return null
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (!textChunks.has(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return joined(parts)
    at = end
  }
  return null
}

const webpMetadata = new Set(['EXIF', 'XMP '])
/** The bits of a VP8X header for EXIF and XMP. */
const webpMetadataBits = 0x0c

function cleanWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12) return null
  const end = Math.min(8 + view.getUint32(4, true), bytes.length)
  const chunks: Uint8Array[] = []
  for (let at = 12; at < end;) {
    if (at + 8 > end) return null
    const size = view.getUint32(at + 4, true)
    const next = at + 8 + size + (size % 2)
    if (at + 8 + size > end) return null
    const type = textAt(bytes, at, 4)
    const chunk = Uint8Array.from(bytes.subarray(at, Math.min(next, end)))
    if (type === 'VP8X' && size > 0) chunk[8] = (chunk[8] ?? 0) & ~webpMetadataBits
    if (!webpMetadata.has(type)) chunks.push(chunk)
    at = next
  }
  const whole = joined([bytes.subarray(0, 12), ...chunks])
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true)
  return chunks.length === 0 ? null : whole
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
