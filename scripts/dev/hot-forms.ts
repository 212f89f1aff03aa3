import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

const root = path.join(import.meta.dirname, '../..')
const sources = path.join(root, 'schemas')
const build = ['forms/main.ts', 'build', 'schemas', '--out', '.local/forms', '--lang', 'en']

/** Editors write a file in several steps; changes within a short time count as one. */
const togetherMs = 40

/** `npm run dev`: builds an application form again whenever one of its files changes. */
export function hotForms(): Plugin {
  return {
    name: 'hot-forms',
    apply: 'serve',
    configureServer({ watcher, config }) {
      let timer: ReturnType<typeof setTimeout> | undefined
      let running: Promise<unknown> = Promise.resolve()
      // In another process, because this one would answer nothing meanwhile. It fails if it refuses a form.
      const rebuild = async () => {
        await promisify(execFile)(process.execPath, build, { cwd: root })
        console.log('The changed application forms are built.')
      }
      watcher.add(sources)
      watcher.on('all', (_event, file) => {
        if (!file.endsWith('.json') || !path.resolve(file).startsWith(`${sources}${path.sep}`)) return
        clearTimeout(timer)
        timer = setTimeout(() => {
          running = running.then(rebuild).catch((cause: unknown) => config.logger.error(String(cause)))
        }, togetherMs)
      })
    },
  }
}
