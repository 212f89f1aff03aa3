import { bytesOf, firstBytes } from './file-bytes.ts'
import { pictureKind, startsWith, textAt } from './picture-kind.ts'
import type { PictureKind } from './picture-kind.ts'

/** Why a file is not uploaded. Codes of the catalogue below `files`. */
export type FileRefusal =
  | 'type'
  | 'misnamed'
  | 'otherPicture'
  | 'tooLarge'
  | 'totalTooLarge'
  | 'empty'
  | 'tooMany'
  | 'unreadable'

export type FileRules = {
  /** Media types; empty = any. */
  accept: readonly string[]
  maxBytes: number | undefined
}

type Kind = {
  /** The usual endings of a name, the best known last. */
  extensions: readonly string[]
  /** Other endings that the file chooser offers, too. */
  rareExtensions?: readonly string[]
  starts: (bytes: Uint8Array) => boolean
  /** No other type begins so: its name decides nothing. Android and Chrome hand over pictures without their ending. */
  byContent?: true
}

function picture(kind: PictureKind, extensions: readonly string[], rareExtensions: readonly string[] = []): Kind {
  return { extensions, rareExtensions, starts: (bytes) => pictureKind(bytes) === kind, byContent: true }
}

function bytesAtStart(...expected: number[]) {
  return (bytes: Uint8Array) => startsWith(bytes, 0, expected)
}

const zip = bytesAtStart(0x50, 0x4b, 0x03, 0x04)
const compound = bytesAtStart(0xd0, 0xcf, 0x11, 0xe0)

/** Names and first bytes of each media type. */
const kinds: { [type: string]: Kind } = {
  'image/jpeg': picture('jpeg', ['jpg', 'jpeg'], ['jfif', 'jpe', 'pjpeg']),
  'image/png': picture('png', ['png']),
  'image/gif': picture('gif', ['gif']),
  'image/webp': picture('webp', ['webp']),
  'image/heic': picture('heic', ['heic'], ['heif', 'hif']),
  'image/tiff': picture('tiff', ['tif', 'tiff']),
  'application/pdf': { extensions: ['pdf'], starts: (bytes) => textAt(bytes, 0, 5) === '%PDF-', byContent: true },
  'text/csv': { extensions: ['csv'], starts: () => true },
  'text/plain': { extensions: ['txt'], starts: () => true },
  'application/zip': { extensions: ['zip'], starts: zip },
  'application/msword': { extensions: ['doc'], starts: compound },
  'application/vnd.ms-excel': { extensions: ['xls'], starts: compound },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { extensions: ['docx'], starts: zip },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { extensions: ['xlsx'], starts: zip },
}

/** Pictures that phones and browsers show like any other, though many fields accept only JPEG and PNG. */
const otherPictures = ['image/heic', 'image/webp', 'image/gif', 'image/tiff']

/** Types that can run scripts in a browser; never accepted, even if a definition lists them. */
const active = new Set(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/javascript', 'application/xml'])

/**
 * Checks size, first bytes and, where they do not decide, the name; never the whole file.
 * @throws FileUnreadable
 */
export async function refusalOf(
  file: File,
  rules: FileRules,
): Promise<'empty' | 'tooLarge' | 'type' | 'misnamed' | 'otherPicture' | null> {
  const start = await firstBytes(file)
  if (file.size === 0) return 'empty'
  if (rules.maxBytes !== undefined && file.size > rules.maxBytes) return 'tooLarge'
  const allowed = rules.accept.filter((type) => !active.has(type))
  if (rules.accept.length === 0) return active.has(file.type) ? 'type' : null
  const extension = extensionOf(file.name)
  const fits = allowed.some((type) => {
    const kind = kinds[type]
    if (kind === undefined) return type === file.type
    return kind.starts(start) && (kind.byContent === true || kind.extensions.includes(extension))
  })
  if (fits) return null
  // A screenshot is a JPEG or PNG.
  const isOtherPicture = otherPictures.some((type) => kinds[type]?.starts(start) === true)
  if (isOtherPicture && plainPictures(rules.accept).length > 0) return 'otherPicture'
  return isNamedAs(file.name, allowed) ? 'misnamed' : 'type'
}

/** The pictures for which a field has the refusal `otherPicture`. */
export function refusedPictures(accept: readonly string[]): string[] {
  return otherPictures.filter((type) => !accept.includes(type))
}

/** The pictures that every device can make, of those that a field accepts. */
export function plainPictures(accept: readonly string[]): string[] {
  return ['image/jpeg', 'image/png'].filter((type) => accept.length === 0 || accept.includes(type))
}

/** Whether a name ends as those of a type do: that type is no advice then. */
export function isNamedAs(name: string, types: readonly string[]): boolean {
  return types.some((type) => extensionsOf(type).includes(extensionOf(name)))
}

function extensionsOf(type: string): readonly string[] {
  const { extensions, rareExtensions = [] } = kinds[type] ?? { extensions: [type.split('/').at(-1) ?? type] }
  return [...rareExtensions, ...extensions]
}

function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * A file whose content tells its type, with that type and with an ending that fits it: staff open it by its name.
 * @throws FileUnreadable
 */
export async function namedByContent(file: File): Promise<File> {
  const start = await firstBytes(file)
  const [type, kind] = Object.entries(kinds).find(([, one]) => one.byContent === true && one.starts(start)) ?? []
  if (type === undefined || kind === undefined) return file
  const { name, lastModified } = file
  if (type === file.type && kind.extensions.includes(extensionOf(name))) return file
  return new File([file], withExtension(name, kind), { type, lastModified })
}

function withExtension(name: string, { extensions: [usual = '', ...others] }: Kind): string {
  const isUsual = (one: string) => [usual, ...others].includes(extensionOf(one))
  if (isUsual(name)) return name
  // `2026.11.28` has no ending.
  const base = name.replace(/\.\w{2,10}$/, (end) => (/[a-z]/i.test(end) ? '' : end))
  return isUsual(base) ? base : `${base}.${usual}`
}

/** Where a PDF names its encryption: at its end, and at its start if it is made for the web. */
const bytesOfTrailer = 2048

/**
 * Whether a PDF is encrypted: staff may not be able to open it.
 * @throws FileUnreadable
 */
export async function isProtected(file: File): Promise<boolean> {
  if (file.type !== 'application/pdf') return false
  const parts = await Promise.all([file.slice(0, bytesOfTrailer), file.slice(-bytesOfTrailer)].map(bytesOf))
  return parts.some((bytes) => new TextDecoder('latin1').decode(bytes).includes('/Encrypt'))
}

/** The value of `accept`: media types and their extensions, because some browsers support only one of the two. */
export function acceptAttribute(accept: readonly string[]): string | undefined {
  if (accept.length === 0) return undefined
  return accept.flatMap((type) => [type, ...extensionsOf(type).map((extension) => `.${extension}`)]).join(',')
}

/** `JPEG、PNG、PDF`. */
export function typeNames(accept: readonly string[], separator: string): string {
  return accept.map((type) => (extensionsOf(type).at(-1) ?? type).toUpperCase()).join(separator)
}
