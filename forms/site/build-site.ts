import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Plugin } from 'vite'
import { noticesFile, noticesOf, packagesOf } from '../../deploy/third-party.ts'
import { leanRjsf } from '../../patches/lean-rjsf.ts'
import { buildTargets } from '../../scripts/support-line/support-line.ts'
import { makeFolder } from '../source/make-folder.ts'
import { withoutNode } from './site-plugin.ts'

const here = import.meta.dirname
const require = createRequire(import.meta.url)

/** Writes the studio as static files for any web server, in any folder. */
export async function buildSite(outDir: string): Promise<void> {
  makeFolder(path.resolve(outDir))
  const nonce = randomBytes(16).toString('base64')
  const modules = new Set<string>()
  rmSync(path.join(outDir, 'assets'), { recursive: true, force: true })
  await build({
    root: here,
    base: './',
    configFile: false,
    logLevel: 'warn',
    plugins: [withoutNode(), react(), leanRjsf(), policy(nonce), bundled(modules), notices(modules), siteList()],
    html: { cspNonce: nonce },
    worker: {
      format: 'es',
      plugins: () => [unchangedRecheck(modules), ...workerPlugins(), bundled(modules)],
      rolldownOptions: { checks: { pluginTimings: false } },
    },
    build: {
      outDir: path.resolve(outDir),
      emptyOutDir: false,
      target: buildTargets(),
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        // How long each plugin took says nothing to somebody who wants a site.
        checks: { pluginTimings: false },
        input: {
          index: path.join(here, 'index.html'),
          print: path.join(here, 'print.html'),
          frame: path.join(here, 'frame.html'),
          sw: path.join(here, 'service-worker.ts'),
        },
        output: {
          entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  })
}

/** Workers do without `leanRjsf`: they draw no form. */
export function workerPlugins(): Plugin[] {
  return [withoutNode(), smallWorker()]
}

/**
 * Puts recheck beside the worker as its authors compiled it: renamed and minified once more, it would be loaded with
 * 40 % more bytes.
 */
function unchangedRecheck(modules: Set<string>): Plugin {
  const manifest = require.resolve('recheck/package.json')
  const { browser } = JSON.parse(readFileSync(manifest, 'utf8')) as { browser: string }
  const file = path.join(path.dirname(manifest), browser)
  const source = `const module = { exports: {} }
${readFileSync(file, 'utf8')}
export const { checkSync } = module.exports
`
  const name = `recheck-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
  return {
    name: 'forms-unchanged-recheck',
    enforce: 'pre',
    resolveId: (id) => (id === 'recheck' ? { id: `./${name}`, external: 'relative' } : null),
    generateBundle() {
      modules.add(file)
      this.emitFile({ type: 'asset', fileName: `assets/${name}`, source })
    },
  }
}

/** Adds the modules of a bundle; the worker has one of its own, which is made first. */
function bundled(modules: Set<string>): Plugin {
  return {
    name: 'forms-bundled-modules',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle))
        for (const id of output.type === 'chunk' ? output.moduleIds : []) modules.add(id)
    },
  }
}

/** Writes the licences of the packages of others. */
function notices(modules: ReadonlySet<string>): Plugin {
  return {
    name: 'forms-third-party-notices',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: noticesFile, source: noticesOf(packagesOf([...modules])) })
    },
  }
}

/** Leaves out of the worker what only editors use of the schemas. */
function smallWorker(): Plugin {
  return {
    name: 'forms-small-worker',
    enforce: 'pre',
    load(id) {
      const file = /^(.*\.schema\.json)\?raw$/.exec(id)?.[1]
      if (file === undefined) return null
      const schema: unknown = JSON.parse(readFileSync(file, 'utf8'))
      return `export default ${JSON.stringify(JSON.stringify(schema, withoutEditorTexts))}`
    },
  }
}

/** A property may be called `description`: then its value is a schema. */
function withoutEditorTexts(key: string, value: unknown): unknown {
  const isText = /^(?:markdownD|d)escription$/.test(key) && typeof value === 'string'
  return isText || key === 'defaultSnippets' ? undefined : value
}

/**
 * The policy of a server, written into the page, because a static host may send no headers. The worker that compiles
 * schemas has no policy, because its response has none.
 */
function policy(nonce: string): Plugin {
  const content = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "worker-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
  return {
    name: 'forms-site-policy',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' },
      ],
    },
  }
}

/** Writes the names of all files into the service worker, and a version that changes with their content. */
function siteList(): Plugin {
  return {
    name: 'forms-site-list',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle['sw.js']
        if (worker?.type !== 'chunk') throw new Error('The service worker was not built')
        const names = Object.keys(bundle).filter((name) => name !== 'sw.js')
        const version = createHash('sha256')
        for (const name of names.toSorted()) {
          const file = bundle[name]
          version.update(name).update(file?.type === 'asset' ? file.source : (file?.code ?? ''))
        }
        worker.code = worker.code
          .replace('__SITE_FILES__', names.join(' '))
          .replace('__SITE_VERSION__', version.digest('hex').slice(0, 12))
      },
    },
  }
}
