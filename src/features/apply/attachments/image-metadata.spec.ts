import { describe, expect, it } from 'vitest'
import { pictureKind } from '../../../form-engine/attachments/picture-kind.ts'
import { pictureSize, withoutMetadata } from './image-metadata.ts'

function text(value: string) {
  return [...value].map((char) => char.charCodeAt(0))
}
function segment(marker: number, body: number[]) {
  return [0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff, ...body]
}
function contains(bytes: Uint8Array, value: string) {
  return Buffer.from(bytes).includes(Buffer.from(value))
}

const tiffHeader = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1]
function orientationEntry(orientation: number) {
  return [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
}
const noMore = [0, 0, 0, 0]

/** EXIF in big-endian with an orientation and the name of a location. */
function exif(orientation: number) {
  return [
    ...text('Exif'),
    0,
    0,
    ...tiffHeader,
    ...orientationEntry(orientation),
    ...noMore,
    ...text('GPS 35.6586N 139.7454E'),
  ]
}
const jfif = segment(0xe0, [...text('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
const tables = segment(0xdb, [0, 1, 2, 3])
const frame = segment(0xc0, [8, 0x03, 0x20, 0x04, 0xb0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
const scan = [...segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]
const end = [0xff, 0xd9]

function jpeg(...extra: number[][]): Uint8Array {
  return Uint8Array.from([0xff, 0xd8, ...jfif, ...extra.flat(), ...tables, ...frame, ...scan, ...end])
}

function chunk(type: string, data: number[]): number[] {
  return [0, 0, data.length >> 8, data.length & 0xff, ...text(type), ...data, 0, 0, 0, 0]
}
const signature = [0x89, ...text('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]
const header = chunk('IHDR', [0, 0, 4, 176, 0, 0, 3, 32, 8, 2, 0, 0, 0])

function png(...extra: number[][]): Uint8Array {
  return Uint8Array.from([...signature, ...header, ...extra.flat(), ...chunk('IDAT', [1, 2, 3]), ...chunk('IEND', [])])
}

describe('a JPEG without metadata', () => {
  it('a cleaned JPEG has no location and is otherwise the same', () => {
    expect(withoutMetadata(jpeg(segment(0xe1, exif(1))))).toEqual(jpeg())
  })

  it('keeps its orientation', () => {
    const clean = withoutMetadata(jpeg(segment(0xe1, exif(6)))) ?? new Uint8Array()
    expect(contains(clean, 'GPS')).toBe(false)
    expect(contains(clean, 'Exif')).toBe(true)
    // Read again: the orientation is still there, and nothing more can be removed.
    expect(withoutMetadata(clean)).toEqual(clean)
    const exifAt = Buffer.from(clean).indexOf(Buffer.from('Exif'))
    expect(clean[exifAt + 6 + 19]).toBe(6)
  })

  it('keeps its colours and loses comments, XMP, maker notes and captions', () => {
    const profile = segment(0xe2, [...text('ICC_PROFILE'), 0, 1, 1, 9, 9])
    const adobe = segment(0xee, text('Adobe'))
    const clean = withoutMetadata(
      jpeg(
        segment(0xe1, text('http://ns.adobe.com/xap/1.0/ owner')),
        profile,
        segment(0xe2, text('MPF second picture')),
        segment(0xed, text('Photoshop caption')),
        adobe,
        segment(0xfe, text('comment by somebody')),
      ),
    )
    expect(clean).toEqual(jpeg(profile, adobe))
  })

  it('ends after its first picture: a second picture behind it is removed', () => {
    const both = Uint8Array.from([...jpeg(), ...jpeg(segment(0xe1, exif(1)))])
    expect(withoutMetadata(both)).toEqual(jpeg())
  })

  it('a cleaned JPEG with several scans is complete, whatever bytes the tables between them have', () => {
    const between = segment(0xc4, [0x10, 0xff, 0xd9, 7])
    const progressive = Uint8Array.from([...jpeg().subarray(0, -2), ...between, ...scan, ...end])
    expect(withoutMetadata(progressive)).toEqual(progressive)
  })

  it('a truncated JPEG or another file is refused', () => {
    expect(withoutMetadata(jpeg().subarray(0, 30))).toBeNull()
    expect(withoutMetadata(jpeg().subarray(0, -2))).toBeNull()
    expect(withoutMetadata(Uint8Array.from(text('%PDF-1.7')))).toBeNull()
    expect(withoutMetadata(Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, 1]))).toBeNull()
  })

  it('a JPEG with a wrong size in its EXIF block is cleaned', () => {
    const broken = [...text('Exif'), 0, 0, 0x4d, 0x4d, 0, 42, 0xff, 0xff, 0xff, 0xff]
    expect(withoutMetadata(jpeg(segment(0xe1, broken)))).toEqual(jpeg())
  })
})

describe('a PNG without metadata', () => {
  it('a cleaned PNG has no text, time or EXIF and is otherwise the same', () => {
    const gamma = chunk('gAMA', [0, 0, 0, 1])
    const dirty = png(chunk('tEXt', text('Author\0Hanako')), gamma, chunk('eXIf', exif(1)), chunk('tIME', [1]))
    expect(withoutMetadata(dirty)).toEqual(png(gamma))
  })

  it('a truncated PNG is refused', () => {
    expect(withoutMetadata(png().subarray(0, -6))).toBeNull()
  })
})

describe('a WebP without metadata', () => {
  const chunk = (type: string, data: number[]) => [
    ...text(type),
    data.length,
    0,
    0,
    0,
    ...data,
    ...(data.length % 2 === 1 ? [0] : []),
  ]
  const webp = (...chunks: number[][]) => {
    const body = [...text('WEBP'), ...chunks.flat()]
    return Uint8Array.from([...text('RIFF'), body.length & 255, body.length >> 8, 0, 0, ...body])
  }
  const picture = chunk('VP8 ', [1, 2, 3])

  it('a cleaned WebP has no EXIF and XMP, clears their flags, and keeps its picture and its colours', () => {
    const dirty = webp(
      chunk('VP8X', [0x2c, 0, 0, 0, 9, 0, 0, 9, 0, 0]),
      chunk('ICCP', [7]),
      picture,
      chunk('EXIF', text('GPS 35.6586N')),
      chunk('XMP ', text('<xmp/>')),
    )
    expect(pictureKind(dirty)).toBe('webp')
    const clean = withoutMetadata(dirty)
    const expected = webp(chunk('VP8X', [0x20, 0, 0, 0, 9, 0, 0, 9, 0, 0]), chunk('ICCP', [7]), picture)
    expect(clean).toEqual(expected)
  })

  it('a truncated WebP is refused', () => {
    expect(withoutMetadata(webp(picture).subarray(0, -3))).toBeNull()
  })
})

describe('the header of a picture', () => {
  it('contains its kind and its size', () => {
    expect(pictureKind(jpeg())).toBe('jpeg')
    expect(pictureKind(png())).toBe('png')
    expect(pictureKind(Uint8Array.from(text('<svg>')))).toBeNull()
    expect(pictureSize(jpeg(segment(0xe1, exif(1))))).toEqual({ width: 1200, height: 800 })
    expect(pictureSize(png())).toEqual({ width: 1200, height: 800 })
    expect(pictureSize(jpeg().subarray(0, 20))).toBeNull()
  })
})
