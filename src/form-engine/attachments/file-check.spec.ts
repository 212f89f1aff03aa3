// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { acceptAttribute, isProtected, namedByContent, refusalOf, refusedPictures, typeNames } from './file-check.ts'

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
  ['photo.jpg', 'image/jpeg', '\x89PNG\r\n\x1a\n', 'misnamed'],
  ['photo.heic', 'image/heic', '\0\0\0\x18ftypisom', 'misnamed'],
  ['scan.tif', 'image/tiff', 'II+\0', 'misnamed'],
  ['letter.pdf', 'application/pdf', '<html>', 'misnamed'],
  ['letter.docx', 'application/zip', 'PK\x03\x04', 'type'],
])('the file check refuses %s as %s if it begins with %j: %s', async (name, type, start, reason) => {
  expect(await refusalOfBytes(name, type, start)).toBe(reason)
})

/** How each kind of content begins. */
const contents = {
  jpeg: '\xff\xd8\xff\xe0',
  png: '\x89PNG\r\n\x1a\n',
  gif: 'GIF89a',
  webp: 'RIFF\0\0\0\0WEBP',
  heic: '\0\0\0\x18ftypheic',
  tiff: 'II*\0',
  pdf: '%PDF-1.7',
  html: '<html>',
  zip: 'PK\x03\x04',
}
const accepted = [
  ['image/jpeg', 'image/png'],
  ['image/jpeg', 'application/pdf'],
  ['application/pdf'],
  ['image/heic', 'image/jpeg'],
  ['image/png', 'image/tiff', 'image/webp', 'image/gif'],
  ['image/webp'],
  ['text/csv'],
  ['video/mp4'],
]
const endings = ['', 'jpg', 'JPEG', 'jfif', 'png', 'gif', 'webp', 'heic', 'tif', 'pdf', 'docx', 'csv', 'mp4', 'html']

describe.each(accepted)('the file check for %s', (...accept) => {
  it.each(Object.entries(contents))(
    'advises against %s content in words that never name what the file is already called',
    async (kind, content) => {
      const photo = accept.some((type) => type === 'image/jpeg' || type === 'image/png')
      for (const ending of endings) {
        const reason = await refusalOf(fileOf(`a.${ending}`, content), { accept, maxBytes: undefined })
        const isNamedAllowed = (acceptAttribute(accept) ?? '').split(',').includes(`.${ending.toLowerCase()}`)
        const isOther = photo && ['gif', 'webp', 'heic', 'tiff'].includes(kind)
        const expected = isOther ? 'otherPicture' : isNamedAllowed ? 'misnamed' : 'type'
        expect([null, expected], `a.${ending}`).toContain(reason)
        // The sentence about another picture names it, and none that the field accepts.
        const isNamed = refusedPictures(accept).includes(`image/${kind}`)
        expect(isNamed || reason !== 'otherPicture', `a.${ending}`).toBe(true)
        expect(accept.filter((type) => refusedPictures(accept).includes(type))).toEqual([])
      }
    },
  )
})

const jpeg = '\xff\xd8\xff\xe0'
const png = '\x89PNG\r\n\x1a\n'
function fileOf(name: string, content: string, type = '') {
  return new File([Uint8Array.from(content, (char) => char.charCodeAt(0))], name, { type })
}

it.each([
  ['photo.JPG', jpeg, 'photo.JPG', 'image/jpeg'],
  ['photo.jpeg', jpeg, 'photo.jpeg', 'image/jpeg'],
  ['photo.jfif', jpeg, 'photo.jpg', 'image/jpeg'],
  ['photo.jpe', jpeg, 'photo.jpg', 'image/jpeg'],
  ['photo.pjpeg', jpeg, 'photo.jpg', 'image/jpeg'],
  ['photo.jpg_large', jpeg, 'photo.jpg', 'image/jpeg'],
  ['1000001234', jpeg, '1000001234.jpg', 'image/jpeg'],
  ['image', png, 'image.png', 'image/png'],
  ['photo.jpg', png, 'photo.png', 'image/png'],
  ['2026.11.28', png, '2026.11.28.png', 'image/png'],
  ['第1号.図面', png, '第1号.図面.png', 'image/png'],
  ['a.jpg.exe', jpeg, 'a.jpg', 'image/jpeg'],
  ['scan.hif', '\0\0\0\x18ftypheic', 'scan.heic', 'image/heic'],
  ['委任状', '%PDF-1.7', '委任状.pdf', 'application/pdf'],
  ['委任状.PDF.download', '%PDF-1.7', '委任状.PDF', 'application/pdf'],
])('a file named %s is accepted by its content, and sent as %#', async (name, content, sentName, type) => {
  // What Chrome reports on Windows for a type that it does not know, e.g. HEIC.
  const file = fileOf(name, content, 'application/octet-stream')
  expect(await refusalOf(file, { accept: [type], maxBytes: undefined })).toBeNull()
  expect(await namedByContent(file)).toMatchObject({ name: sentName, type, size: file.size })
})

it('a file whose content does not tell its type keeps its name and type', async () => {
  const file = fileOf('図面.docx', 'PK\x03\x04', 'application/zip')
  expect(await namedByContent(file)).toBe(file)
})

it('the file chooser offers the rare endings, and the page names the usual one', () => {
  expect(acceptAttribute(['image/jpeg'])).toBe('image/jpeg,.jfif,.jpe,.pjpeg,.jpg,.jpeg')
  expect(typeNames(['image/jpeg', 'application/pdf'], '、')).toBe('JPEG、PDF')
})

it.each([
  ['at its end', `%PDF-1.7\n${' '.repeat(5000)}trailer\n<< /Encrypt 5 0 R >>\n%%EOF`, true],
  ['at its start', `%PDF-1.7\n<< /Encrypt 5 0 R >>${' '.repeat(5000)}%%EOF`, true],
  ['nowhere', `%PDF-1.7\n${' '.repeat(5000)}%%EOF`, false],
])('a PDF that names its encryption %s is protected or not: %#', async (_where, content, locked) => {
  expect(await isProtected(fileOf('a.pdf', content, 'application/pdf'))).toBe(locked)
})
