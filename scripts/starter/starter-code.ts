import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { minifySync, transformWithOxc } from 'vite'

const folder = path.join(import.meta.dirname, '../../src/starter')
const source = path.join(folder, 'starter.ts')

/** The script of `src/starter/starter.ts` as the document has it: without types, short, and the same in each build. */
export async function starterCode(): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { sourcemap: false })
  const script = `{${code.replace(/^export\s*\{\s*\};?\s*$/m, '')}}`
  return minifySync('starter.js', script, { module: false, compress: true, mangle: { toplevel: true } }).code.trim()
}

/** The rules of `src/starter/first-frame.css` as the document has them: without comments and line breaks. */
export function firstFrameStyle(): string {
  return readFileSync(path.join(folder, 'first-frame.css'), 'utf8')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The source expression of a content security policy for an inline script or style. */
export function hashSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

/** The content of `deploy/inline-code.ts`, which needs no build to be read. */
export async function inlineCodeModule(): Promise<string> {
  return `/** Hashes of the inline script and style of the document, for its content security policy. \`npm run headers\` writes this file. */
export const inlineCode = {
  script: "${hashSource(await starterCode())}",
  style: "${hashSource(firstFrameStyle())}",
} as const
`
}
