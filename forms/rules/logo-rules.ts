import type { Problem } from '../source/finding.ts'
import type { LogoFile } from '../source/tenant-source.ts'

/** Every page loads the logo. */
export const largestLogo = 100 * 1024

/** The portal draws logos 36 px high and at most 112 px wide; screens of phones need twice the pixels. */
const leastHeight = 72
const widest = 4

type LogoProblem = Pick<Problem, 'rule' | 'params'>

/** Why a file cannot be the logo; `null` if it can. */
export function logoProblem(name: LogoFile, bytes: Uint8Array): LogoProblem | null {
  const wrong = (rule: 'logo-kind' | 'logo-size', expected: string, params: NonNullable<Problem['params']> = {}) => ({
    rule,
    params: { name, expected: `expected-logo-${expected}`, ...params },
  })
  if (bytes.length > largestLogo)
    return wrong('logo-size', 'bytes', { size: Math.ceil(bytes.length / 1024), limit: largestLogo / 1024 })
  if (name === 'logo.png') {
    const size = sizeOfPng(bytes)
    if (size === null) return wrong('logo-kind', 'png')
    if (size.height < leastHeight) return wrong('logo-size', 'height', { size: size.height, limit: leastHeight })
    return size.width > widest * size.height ? wrong('logo-size', 'width', { limit: widest }) : null
  }
  const svg = new TextDecoder().decode(bytes)
  const found = activePartOf(svg)
  if (!/<svg[\s>]/.test(svg)) return wrong('logo-kind', 'svg')
  if (found !== null) return wrong('logo-kind', 'active', { found })
  const size = sizeOfSvg(svg)
  if (size === null) return wrong('logo-size', 'box')
  return size.width > widest * size.height ? wrong('logo-size', 'width', { limit: widest }) : null
}

type Size = { width: number; height: number }

/** https://www.w3.org/TR/png-3/#11IHDR */
function sizeOfPng(bytes: Uint8Array): Size | null {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  if (bytes.length < 24 || signature.some((byte, index) => bytes[index] !== byte)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function sizeOfSvg(svg: string): Size | null {
  const [, box] = /\sviewBox\s*=\s*["']([^"']*)["']/.exec(svg) ?? []
  const [, , width, height] = (box ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? { width, height } : null
}

/** Elements of SVG and HTML, in lower case, that run or load something. `animate…` can set an address later. */
const activeElements: ReadonlySet<string> = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'image',
  'feimage',
  'set',
  'handler',
  'a',
])

/**
 * What a page of its own could run or load: an SVG is also a document at the portal's origin. The names of such parts,
 * wherever they are: a text that only looks like one is refused as well.
 */
function activePartOf(svg: string): string | null {
  const parts = [
    /\son\w+\s*=/i,
    /<!(?:DOCTYPE|ENTITY)/i,
    /<\?xml-stylesheet/i,
    /@import\b/i,
    /\burl\(\s*["']?[^#)\s"']/i,
    /\bhref\s*=\s*["']?[^#"'\s]/i,
    /javascript:/i,
  ]
  for (const [tag, name = ''] of svg.matchAll(/<(?:\w+:)?(\w+)/g))
    if (activeElements.has(name.toLowerCase()) || /^animate/i.test(name)) return tag
  for (const part of parts) {
    const [found] = part.exec(svg) ?? []
    if (found !== undefined) return found.trim()
  }
  return null
}
