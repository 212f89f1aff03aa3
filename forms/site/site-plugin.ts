import path from 'node:path'
import type { Plugin } from 'vite'
import { toolHash } from '../build/tool-hash.ts'

const root = path.resolve(import.meta.dirname, '../..')
const forms = `${path.join(root, 'forms')}${path.sep}`

/** The modules that replace those of Node in a browser. */
const inPlaceOf: { readonly [name: string]: string } = {
  'node:fs': path.join(import.meta.dirname, 'node/fs.ts'),
  'node:crypto': path.join(import.meta.dirname, 'node/crypto.ts'),
  'node:buffer': path.join(import.meta.dirname, 'node/buffer.ts'),
}

/**
 * Runs the forms tool in a browser: files are in memory, and paths of this project begin with `/tool`. Everything else
 * is the code that Node runs.
 */
export function withoutNode(): Plugin {
  return {
    name: 'forms-without-node',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source === 'node:path') return this.resolve('pathe', importer, { skipSelf: true })
      return inPlaceOf[source] ?? null
    },
    load(id) {
      // The sources of the tool are not in the browser.
      return id === path.join(root, 'forms/build/tool-hash.ts')
        ? `export function toolHash() { return ${JSON.stringify(toolHash())} }`
        : null
    },
    transform(code, id) {
      if (!id.startsWith(forms)) return null
      const folder = path.posix.join('/tool', path.relative(root, path.dirname(id)))
      const changed = code
        .replaceAll('import.meta.dirname', JSON.stringify(folder))
        .replaceAll('process.cwd()', '"/"')
        .replaceAll('process.pid', '0')
      return changed === code ? null : { code: changed, map: null }
    },
  }
}
