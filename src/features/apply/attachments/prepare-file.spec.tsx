import { redrawnTypes } from '../../../form-engine/attachments/picture-kind.ts'
import { describe, expect, it, vi } from 'vitest'
import { prepareFile, TooManyPixels, MetadataNotRemoved } from './prepare-file.ts'
import type { Scale } from './prepare-file.ts'

function text(value: string) {
  return [...value].map((char) => char.charCodeAt(0))
}
function chunk(type: string, data: number[]) {
  return [0, 0, data.length >> 8, data.length & 0xff, ...text(type), ...data, 0, 0, 0, 0]
}

function png(width: number, height: number, extra: number[] = []): Uint8Array<ArrayBuffer> {
  const size = [width >> 24, (width >> 16) & 255, (width >> 8) & 255, width & 255].concat([
    height >> 24,
    (height >> 16) & 255,
    (height >> 8) & 255,
    height & 255,
  ])
  const header = chunk('IHDR', [...size, 8, 2, 0, 0, 0])
  const body = [...chunk('IDAT', [1, 2, 3]), ...chunk('IEND', [])]
  return Uint8Array.from([0x89, ...text('PNG'), 0x0d, 0x0a, 0x1a, 0x0a, ...header, ...extra, ...body])
}

function file(bytes: Uint8Array<ArrayBuffer>, name = '写真.png', type = 'image/png') {
  return new File([bytes], name, { type })
}
const noScale: Scale = async () => null

/** Each call scales the picture to the given share of its pixels. */
function byPixels() {
  return vi.fn<Scale>(async (picture, factor) =>
    Promise.resolve(new Blob(['x'.repeat(Math.floor(picture.size * factor * factor))], { type: 'image/jpeg' })),
  )
}

describe('a file before it leaves the device', () => {
  it('a file that is no picture keeps its content, also if it can be read only once', async () => {
    const about = { type: 'application/pdf', lastModified: 1_000 }
    const pdf = new File(['%PDF-1.7'], '委任状.pdf', about)
    const ready = await prepareFile(pdf, 8, noScale)
    pdf.arrayBuffer = () => Promise.reject(new DOMException('Changed', 'NotReadableError'))
    expect(ready).toMatchObject({ name: '委任状.pdf', ...about })
    expect(new TextDecoder().decode(await ready.arrayBuffer())).toBe('%PDF-1.7')
  })

  it('a file that is no picture is not read if it is larger than allowed', async () => {
    const pdf = new File(['%PDF-1.7'], '委任状.pdf', { type: 'application/pdf' })
    const reading = vi.spyOn(pdf, 'arrayBuffer')
    expect(await prepareFile(pdf, 7, noScale)).toBe(pdf)
    expect(reading).not.toHaveBeenCalled()
  })

  it('loses its metadata and keeps its name, kind and pixels', async () => {
    const dirty = file(png(10, 10, chunk('tEXt', text('GPS 35.6N'))))
    const ready = await prepareFile(dirty, undefined, noScale)
    expect(ready.size).toBe(png(10, 10).length)
    expect(ready).toMatchObject({ name: '写真.png', type: 'image/png' })
  })

  it('a picture is scaled down until it is small enough', async () => {
    const large = file(png(4000, 3000, chunk('gAMA', text('x'.repeat(4000)))))
    const scale = byPixels()
    const ready = await prepareFile(large, 1000, scale)
    expect(ready.size).toBeLessThanOrEqual(1000)
    expect(scale).toHaveBeenCalledOnce()
    expect(ready).toMatchObject({ name: '写真.png', type: 'image/jpeg' })
  })

  it('stays unchanged if the browser cannot scale it, so that its size is refused', async () => {
    const large = file(png(4000, 3000, chunk('gAMA', text('x'.repeat(4000)))))
    const ready = await prepareFile(large, 1000, noScale)
    expect(ready.size).toBeGreaterThan(1000)
  })

  it('a picture remains unchanged if scaling does not make it small enough', async () => {
    const scale = vi.fn<Scale>(async (picture) => Promise.resolve(picture))
    const ready = await prepareFile(file(png(10, 10)), 10, scale)
    expect(scale).toHaveBeenCalledOnce()
    expect(ready.size).toBe(png(10, 10).length)
  })

  it('a picture with too many pixels is refused before decoding (F-11)', async () => {
    const scale = byPixels()
    await expect(prepareFile(file(png(10_000, 10_000)), 10_000, scale)).rejects.toBeInstanceOf(TooManyPixels)
    expect(scale).not.toHaveBeenCalled()
  })

  it.each([
    ['photo.heic', 'image/heic', [0, 0, 0, 24, ...text('ftypheic'), 0, 0, 0, 0]],
    ['scan.tif', 'image/tiff', [...text('II*'), 0, 8, 0, 0, 0]],
    ['map.gif', 'image/gif', [...text('GIF89a'), 1, 0, 1, 0]],
  ])('a picture whose metadata cannot be removed otherwise is redrawn as a JPEG: %s', async (name, type, bytes) => {
    const scale = vi.fn<Scale>(async () => new Blob(['drawn'], { type: 'image/jpeg' }))
    const ready = await prepareFile(file(Uint8Array.from(bytes), name, type), undefined, scale)
    expect(redrawnTypes).toContain(type)
    expect(ready).toMatchObject({ name, type: 'image/jpeg', size: 5 })
  })

  it('a picture that the browser cannot draw is refused: the original may contain the place where it was taken', async () => {
    const heic = file(Uint8Array.from([0, 0, 0, 24, ...text('ftypheic'), 0, 0, 0, 0]), 'photo.heic', 'image/heic')
    await expect(prepareFile(heic, undefined, noScale)).rejects.toBeInstanceOf(MetadataNotRemoved)
  })

  it('a picture that cannot be cleaned byte by byte is redrawn', async () => {
    const broken = png(10, 10).subarray(0, -8)
    const scale = byPixels()
    const ready = await prepareFile(file(Uint8Array.from(broken)), undefined, scale)
    expect(scale).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 1)
    expect(ready.type).toBe('image/jpeg')
  })
})
