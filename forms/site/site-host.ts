import { guardLibrary } from '../preview/guarded-library.ts'
import type { GuardedLibrary } from '../preview/guarded-library.ts'
import type { HostAnswer, HostPage, StudioHost } from '../preview/studio-host.ts'
import type { PreviewForm } from '../preview/preview-library.ts'
import { languageOf } from '../../src/lib/language.ts'
import { findSources, serviceFile } from '../source/find-sources.ts'
import { answerStudio } from '../studio/studio-server.ts'
import type { StudioOptions } from '../studio/studio-server.ts'
import { guardFormTasks } from '../studio/tasks/guarded-form-tasks.ts'
import { cacheBuiltForm } from './built-cache.ts'
import { startCheckThread } from './check-thread.ts'
import { publishedFolder } from './open-project.ts'
import type { OpenProject } from './open-project.ts'

/** A form of 300 fields takes a second on two cores. */
const longestMs = 5000
/** The limit is by the clock, so that another program can be the reason for which a check takes longer. */
const mostTries = 2

const files: { readonly [page in HostPage]: string } = {
  studio: 'index.html',
  'studio/print': 'print.html',
  frame: 'frame.html',
  '': 'frame.html',
}

/** The studio's server in this page, over the files of a project. */
export function siteHost(open: OpenProject): StudioHost {
  const { folders } = open
  const { id } = open.project
  const library = guardLibrary(folders, longestMs, startCheckThread, mostTries)
  const listeners = new Set<(names: string[]) => void>()
  const options: StudioOptions = {
    folders,
    publishTo: publishedFolder,
    tasks: guardFormTasks(longestMs, () => startCheckThread(null)),
  }
  open.onChanged((paths) => {
    reread(library, folders, paths).then((names) => {
      for (const listener of listeners) listener(names)
    }, reportError)
  })

  async function answerStudioRequest(method: string, url: URL, body: unknown): Promise<HostAnswer> {
    if (/\/(?:templates|new)$/.test(url.pathname)) (await import('./template-files.ts')).readTemplateFiles()
    const work = () => answerStudio(options, url, { method, body: () => Promise.resolve(body) }, true)
    return (method === 'GET' ? await work() : await open.exclusively(work)) ?? { status: 404, body: {} }
  }

  return {
    async request(method, address, body) {
      const url = new URL(`/api/${address}`, 'http://studio')
      if (url.pathname.startsWith('/api/studio/')) return answerStudioRequest(method, url, body)
      if (url.pathname === '/api/forms') return { status: 200, body: library.names() }
      if (url.pathname === '/api/addresses') return { status: 200, body: [] }
      if (url.pathname !== '/api/form') return { status: 404, body: {} }
      const language = languageOf(url.searchParams.get('lang'))
      const name = url.searchParams.get('name') ?? ''
      const first = await library.form(name, language)
      const form = first?.shown === 'ended' ? await library.form(name, language) : first
      if (form) await cacheForm(library, form)
      return { status: 200, body: form }
    },
    onFormsChanged(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    pageAddress: (page, query) => `${files[page]}?${query}&project=${id}`,
    built: new URL('built', document.baseURI).href,
    storage: () => projectStorage(id),
  }
}

/** Checks the forms of changed files again; returns the names of those that have changed. */
async function reread(
  library: GuardedLibrary,
  folders: readonly string[],
  paths: readonly string[],
): Promise<string[]> {
  const forms = findSources(folders).folders
  const formOf = (file: string) => forms.find((folder) => file.startsWith(`${folder}/`))
  const changed = paths.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)))
  const relevant = changed.filter((file) => !file.endsWith(`/${serviceFile}`))
  // A file of no form may be a part of any.
  const shared = relevant.find((file) => formOf(file) === undefined)
  const wanted = shared === undefined ? new Map(relevant.map((file) => [formOf(file), file])).values() : [shared]
  const names = new Set<string>()
  for (const file of wanted) for (const name of await library.refresh(file)) names.add(name)
  return [...names]
}

async function cacheForm(library: GuardedLibrary, { name, formVersion }: PreviewForm): Promise<void> {
  if (formVersion === null) return
  await cacheBuiltForm(`${name}/${formVersion}`, (file) => library.builtFile(name, formVersion, file))
}

/** What the page could not save yet. Forms of two projects may have the same name. */
function projectStorage(id: string): ReturnType<StudioHost['storage']> {
  const { localStorage } = window
  const keyOf = (key: string) => `${key} ${id}`
  return {
    getItem: (key) => localStorage.getItem(keyOf(key)),
    removeItem: (key) => localStorage.removeItem(keyOf(key)),
    setItem(key, text) {
      try {
        localStorage.setItem(keyOf(key), text)
      } catch (cause) {
        // The change is saved within a moment, and the page says if that is impossible as well.
        if (!(cause instanceof DOMException && cause.name === 'QuotaExceededError')) throw cause
      }
    },
  }
}
