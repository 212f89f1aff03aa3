import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** The version of rjsf for which the replacements were written and tested. */
const knownVersion = '6.11.1'

/**
 * Imports of rjsf that this portal never uses, and their replacements:
 * - its own widgets, templates and layout fields: the form engine registers every part that a definition can name;
 * - a Markdown renderer: texts of forms are text, never markup;
 * - a URI library that resolves `$id`s: `forms build` leaves only references within a schema.
 */
const standIns = [
  {
    source: /(?:^|\/)getDefaultRegistry\.js$/,
    importer: /@rjsf[\\/]core[\\/]/,
    code: `export default () => ({
      fields: {}, templates: { ButtonTemplates: {} }, widgets: {}, rootSchema: {}, formContext: {},
      translateString: (text) => text, globalFormOptions: {},
    })`,
  },
  {
    source: /^markdown-to-jsx(?:\/react)?$/,
    importer: /@rjsf[\\/]core[\\/]/,
    code: 'export const Markdown = ({ children }) => children; export default Markdown',
  },
  {
    source: /^fast-uri$/,
    importer: /@rjsf[\\/]utils[\\/]/,
    code: 'export default { equal: (a, b) => a === b, resolve: (base, ref) => new URL(ref, base).href }',
  },
] as const

const prefix = '\0lean-rjsf:'

/**
 * Leaves out 40 kB (brotli) of rjsf that no other route uses. The build fails with another version of rjsf, or if an
 * import is no longer found: then check the replacements again.
 */
export function leanRjsf(expected = knownVersion): Plugin {
  const used = new Set<number>()
  return {
    name: 'lean-rjsf',
    enforce: 'pre',
    buildStart() {
      used.clear()
      const found = installedVersion()
      if (found !== expected) this.error(`lean rjsf was written for @rjsf/core ${expected}, but ${found} is installed`)
    },
    resolveId(source, importer) {
      const index = standIns.findIndex((one) => one.source.test(source) && one.importer.test(importer ?? ''))
      if (index < 0) return null
      used.add(index)
      return `${prefix}${index}`
    },
    load(id) {
      return id.startsWith(prefix) ? (standIns[Number(id.slice(prefix.length))]?.code ?? null) : null
    },
    buildEnd(error) {
      if (!error && this.environment.mode === 'build' && used.size < standIns.length)
        this.error('lean rjsf: rjsf no longer imports everything that was to be replaced')
    },
  }
}

function installedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@rjsf/core')
  const manifest = entry.replace(/(@rjsf[\\/]core)[\\/].*$/, '$1/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return version
}
