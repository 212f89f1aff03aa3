import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

export type SampleFile = { name: string; mimeType: string; buffer: Buffer }

export function pdf(name: string): SampleFile {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4\n% ${name}\n%%EOF\n`) }
}

/**
 * A picture like one from a camera, drawn by the browser; noise does not compress, so the size depends on the pixels.
 */
export async function photo(page: Page, name: string, width: number, height: number): Promise<SampleFile> {
  const base64 = await page.evaluate(
    async ([w, h]) => {
      const canvas = document.createElement('canvas')
      canvas.width = w
      canvas.height = h
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('No canvas')
      const picture = context.createImageData(w, h)
      for (let start = 0; start < picture.data.length; start += 65_536)
        crypto.getRandomValues(picture.data.subarray(start, start + 65_536))
      for (let alpha = 3; alpha < picture.data.length; alpha += 4) picture.data[alpha] = 255
      context.putImageData(picture, 0, 0)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
      const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))
      let binary = ''
      for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
      return btoa(binary)
    },
    [width, height] as const,
  )
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

/** Adds the metadata of a phone to the picture: orientation, model and place (35.6586N 139.7454E). */
export function withPlace({ name, mimeType, buffer }: SampleFile): SampleFile {
  const u16 = (value: number) => [value >> 8, value & 255]
  const entry = (tag: number, type: number, count: number, value: number[]) =>
    [u16(tag), u16(type), [0, 0], u16(count), [...value, 0, 0, 0, 0].slice(0, 4)].flat()
  const offset = (value: number) => [0, 0, ...u16(value)]
  const hundredths = (value: number) => [0, 0, ...u16(value), 0, 0, 0, 100]
  const model = Buffer.from('PhoneModelX\0')
  const first = 8 + 2 + 3 * 12 + 4
  const place = first + model.length
  const last = [0, 0, 0, 0]
  const tiff = [
    [0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    u16(3),
    entry(0x0110, 2, model.length, offset(first)),
    entry(0x0112, 3, 1, u16(1)),
    entry(0x8825, 4, 1, offset(place)),
    last,
    [...model],
    u16(2),
    entry(1, 2, 2, [78, 0]),
    entry(2, 5, 3, offset(place + 30)),
    last,
    [3500, 3900, 3096].flatMap(hundredths),
  ].flat()
  const body = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(tiff), Buffer.from('GPS 35.6586N 139.7454E')])
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 255]), body])
  return { name, mimeType, buffer: Buffer.concat([buffer.subarray(0, 2), segment, buffer.subarray(2)]) }
}

/** A PNG of some kilobytes that unpacks to ten thousand by ten thousand pixels. */
export function hugePicture(name: string): SampleFile {
  const side = 10_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((side / 8 + 1) * side))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return { name, mimeType: 'image/png', buffer: Buffer.concat(parts) }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
