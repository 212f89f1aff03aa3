import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Plugin } from 'vite'
import type { PreviewApi } from '../preview/vite-plugin.ts'
import { isRecord } from '../../form-model/record.ts'
import { readJson } from '../../src/lib/shape.ts'
import { startTaskThread } from '../preview/threads/node-thread.ts'
import { servePages } from '../preview/page-server.ts'
import type { PageRequest } from '../preview/page-server.ts'
import { guardFormTasks } from './tasks/guarded-form-tasks.ts'
import type { GuardedFormTasks } from './tasks/guarded-form-tasks.ts'
import { answerStudio } from './studio-server.ts'
import type { StudioOptions } from './studio-server.ts'

/** A form of 300 fields takes a second on two cores. */
const longestTaskMs = 5000

/**
 * Serves the form studio on a Vite server. The same server must serve the preview of the same folders, because the
 * studio shows the preview's frame.
 */
export function formsStudio({ folders, publishTo }: Pick<StudioOptions, 'folders' | 'publishTo'>): Plugin {
  const options = { folders: folders.map((folder) => path.resolve(folder)), publishTo: path.resolve(publishTo) }
  let tasks: GuardedFormTasks | undefined
  return {
    name: 'forms-studio',
    apply: 'serve',
    // Otherwise Vite discovers the libraries of this page one by one, and reloads the open page for each.
    config: () => ({ optimizeDeps: { entries: ['forms/studio/main.tsx'] } }),
    configureServer(server) {
      // The file system may report a change late, or two quick changes as one.
      const preview = server.config.plugins.find(({ name }) => name === 'forms-preview') as Plugin<PreviewApi>
      const onSaved = (folder: string) => preview.api?.showChange(path.join(folder, 'form.json'))
      servePages(server, (request) =>
        answer({ ...options, onSaved, tasks: (tasks ??= guardFormTasks(longestTaskMs, startTaskThread)) }, request),
      )
    },
    async buildEnd() {
      await tasks?.close()
    },
  }
}

async function answer(options: StudioOptions, page: PageRequest): Promise<boolean> {
  const { request, url, origin, send, sendPage } = page
  if (/^\/studio(?:\/print)?\/?$/.test(url.pathname))
    return sendPage('フォームスタジオ', path.join(import.meta.dirname, 'main.tsx'))
  const { method = '' } = request
  const asked = { method, body: () => bodyOf(request) }
  const found = await answerStudio(options, url, asked, origin === 'same')
  return found !== null && send(found.status, 'application/json', JSON.stringify(found.body))
}

/** A form of 1,000 questions is smaller than 1 MB. */
const maxBodyBytes = 20_000_000

/** Undefined if it is too large or not JSON. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const data of request) {
    const chunk = Buffer.from(data as Uint8Array)
    size += chunk.length
    // The rest is read too: a client that is still sending would not read the answer.
    if (size <= maxBodyBytes) chunks.push(chunk)
  }
  if (size > maxBodyBytes) return undefined
  return readJson(Buffer.concat(chunks).toString('utf8'), isRecord) ?? undefined
}
