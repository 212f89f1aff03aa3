// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { refusalOf } from './file-check.ts'

function refusalOfBytes(name: string, type: string, start: string) {
  const bytes = Uint8Array.from(start.padEnd(24, '\0'), (char) => char.charCodeAt(0))
  return refusalOf(new File([bytes], name), { accept: [type], maxBytes: undefined })
}

// Phones store series of pictures as `msf1` and `hevx`.
it.each(['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'])(
  'the file check accepts a HEIC picture of the brand %s',
  async (brand) => {
    expect(await refusalOfBytes('photo.heic', 'image/heic', `\0\0\0\x18ftyp${brand}`)).toBeNull()
  },
)

it.each([
  ['photo.heic', 'image/heic', '\0\0\0\x18ftypisom'],
  ['scan.tif', 'image/tiff', 'II+\0'],
  ['letter.pdf', 'application/pdf', '<html>'],
  ['letter.docx', 'application/zip', 'PK\x03\x04'],
])('the file check refuses %s as %s if its name or its first bytes are of another type', async (name, type, start) => {
  expect(await refusalOfBytes(name, type, start)).toBe('type')
})
