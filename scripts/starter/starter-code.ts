import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { buildTargets, supportedVersions } from '../support-line/support-line.ts'

const folder = path.join(import.meta.dirname, '../../src/starter')

/** The script of `src/starter/starter.ts` with its imports, for the document: short, and the same in each build. */
export async function starterCode(): Promise<string> {
  const built = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: buildTargets(),
      modulePreload: false,
      rolldownOptions: {
        input: path.join(folder, 'starter.ts'),
        treeshake: { propertyReadSideEffects: false },
        output: { format: 'iife' },
      },
    },
  })
  const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The build of src/starter/starter.ts has no script')
  return chunk.code.trim()
}

/** The rules of `src/starter/first-frame.css` for the document. */
export function firstFrameStyle(): string {
  return inOneLine(withoutComments('first-frame.css'))
}

/** The script of `src/starter/too-old.js` as it is written: a compiler could use newer syntax. */
export function tooOldScript(): string {
  return withoutComments('too-old.js').trim()
}

/** The notice that `tooOldScript` shows in a browser that cannot run the portal. */
export function tooOldNotice(): string {
  return inOneLine(withoutComments('too-old.html')).replaceAll('%SUPPORTED%', supportedVersions().join(', '))
}

function withoutComments(file: string): string {
  return readFileSync(path.join(folder, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|<!--[^]*?-->/g, '')
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The source expression of a content security policy for an inline script or style. */
export function hashSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

/** The content of `deploy/inline-code.ts`, which can be read without a build. */
export async function inlineCodeModule(): Promise<string> {
  return `/** Hashes of the inline scripts and style of the document, for its content security policy. \`npm run headers\` writes this file. */
export const inlineCode = {
  script: "${hashSource(await starterCode())}",
  tooOld: "${hashSource(tooOldScript())}",
  style: "${hashSource(firstFrameStyle())}",
} as const
`
}
