import { firstBytes } from './file-bytes.ts'
import { pictureKind, startsWith, textAt } from './picture-kind.ts'
import type { PictureKind } from './picture-kind.ts'

/** Why a file is not uploaded. Codes of the catalogue below `files`. */
export type FileRefusal = 'type' | 'tooLarge' | 'totalTooLarge' | 'empty' | 'tooMany' | 'unreadable'

export type FileRules = {
  /** Media types; empty = any. */
  accept: readonly string[]
  maxBytes: number | undefined
}

type Kind = { extensions: readonly string[]; starts: (bytes: Uint8Array) => boolean }

function picture(kind: PictureKind, ...extensions: string[]): Kind {
  return { extensions, starts: (bytes) => pictureKind(bytes) === kind }
}

function bytesAtStart(...expected: number[]) {
  return (bytes: Uint8Array) => startsWith(bytes, 0, expected)
}

const zip = bytesAtStart(0x50, 0x4b, 0x03, 0x04)
const compound = bytesAtStart(0xd0, 0xcf, 0x11, 0xe0)

/** The first bytes of each media type; the file name is no proof of the content. */
const kinds: { [type: string]: Kind } = {
  'image/jpeg': picture('jpeg', 'jpg', 'jpeg'),
  'image/png': picture('png', 'png'),
  'image/gif': picture('gif', 'gif'),
  'image/webp': picture('webp', 'webp'),
  'image/heic': picture('heic', 'heic', 'heif'),
  'image/tiff': picture('tiff', 'tif', 'tiff'),
  'application/pdf': { extensions: ['pdf'], starts: (bytes) => textAt(bytes, 0, 5) === '%PDF-' },
  'application/zip': { extensions: ['zip'], starts: zip },
  'application/msword': { extensions: ['doc'], starts: compound },
  'application/vnd.ms-excel': { extensions: ['xls'], starts: compound },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { extensions: ['docx'], starts: zip },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { extensions: ['xlsx'], starts: zip },
}

/** Types that can run scripts in a browser; never accepted, even if a definition lists them. */
const active = new Set(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/javascript', 'application/xml'])

/**
 * Checks size, name and first bytes, never the whole file.
 * @throws FileUnreadable
 */
export async function refusalOf(file: File, rules: FileRules): Promise<'empty' | 'tooLarge' | 'type' | null> {
  const start = await firstBytes(file)
  if (file.size === 0) return 'empty'
  if (rules.maxBytes !== undefined && file.size > rules.maxBytes) return 'tooLarge'
  const allowed = rules.accept.filter((type) => !active.has(type))
  if (rules.accept.length === 0) return active.has(file.type) ? 'type' : null
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const fits = allowed.some((type) => {
    const kind = kinds[type]
    return kind ? kind.extensions.includes(extension) && kind.starts(start) : type === file.type
  })
  return fits ? null : 'type'
}

/** The value of `accept`: media types and their extensions, because some browsers support only one of the two. */
export function acceptAttribute(accept: readonly string[]): string | undefined {
  if (accept.length === 0) return undefined
  return accept
    .flatMap((type) => [type, ...(kinds[type]?.extensions.map((extension) => `.${extension}`) ?? [])])
    .join(',')
}

/** `JPEG、PNG、PDF`. */
export function typeNames(accept: readonly string[], separator: string): string {
  return accept
    .map((type) => (kinds[type]?.extensions.at(-1) ?? type.split('/').at(-1) ?? type).toUpperCase())
    .join(separator)
}
