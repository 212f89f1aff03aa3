import { createListeners } from '../../src/lib/signal.ts'
import { findSources, rootsOf } from '../source/find-sources.ts'
import { folderFiles } from './folder-files.ts'
import { memoryFiles } from './memory-files.ts'
import type { FileChanges } from './memory-files.ts'
import type { DiskRefusal } from '../serve/disk-refusal.ts'
import { DiskRefused, serverFiles } from './server-files.ts'
import { browserFiles } from './stored-projects.ts'
import type { Project, ProjectFiles } from './stored-projects.ts'

/** Where a project is in memory. */
export const formsFolder = '/forms'
export const publishedFolder = '/published'

/** Why the last changes are only in memory. */
export type StorageProblem = 'full' | 'permission' | 'failed' | DiskRefusal

/** The project of this page. Its files are in memory, and stored after each change. */
export type OpenProject = {
  project: Project
  /** The folders above the tenants. */
  folders: readonly string[]
  problem: () => StorageProblem | null
  /** Changes that could not be stored, and that the page still has. */
  unsaved: () => FileChanges
  /**
   * Takes over what others have changed, does the work, and stores what it has changed in memory. Other pages wait
   * meanwhile. If the changes cannot be stored, it takes them back and rejects.
   */
  exclusively: <Result>(work: () => Result | Promise<Result>) => Promise<Result>
  /** Calls back with the paths that others, or the work, have changed; returns a function that unsubscribes. */
  onChanged: (listener: (paths: readonly string[]) => void) => () => void
}

/** Rejects with `FoldersMissing` if the names of a form cannot be found. */
export async function openProject(project: Project): Promise<OpenProject> {
  const published = project.isServed ? serverFiles(project.id) : browserFiles(project.id)
  const forms = project.folder ? folderFiles(project.folder, formsFolder) : published
  const places = new Set([published, forms])
  const placeOf = (file: string): ProjectFiles | null => {
    if (file.startsWith(`${publishedFolder}/`)) return published
    return file.startsWith(`${formsFolder}/`) ? forms : null
  }
  const { subscribe, notify } = createListeners<[paths: readonly string[]]>()
  const channel = new BroadcastChannel(`forms-studio ${project.id}`)
  const unsaved: FileChanges = new Map()
  let problem: StorageProblem | null = null

  async function pull(): Promise<string[]> {
    const before = memoryFiles.revision
    for (const place of places) {
      const changes = await place.pull()
      memoryFiles.apply(changes)
      // The page still has what it could not save, and merges it when it saves again.
      for (const file of changes.keys()) unsaved.delete(file)
    }
    return [...memoryFiles.changesSince(before).keys()]
  }

  async function push(changes: FileChanges): Promise<void> {
    for (const place of places) {
      const own = new Map([...changes].filter(([file]) => placeOf(file) === place))
      if (own.size > 0) await place.push(own)
      for (const file of own.keys()) unsaved.delete(file)
    }
    problem = null
    channel.postMessage('changed')
  }

  async function run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const changed = await pull()
    const before = memoryFiles.revision
    const stored = new Map(memoryFiles.below('/').map((file) => [file, memoryFiles.read(file) ?? null]))
    const [result] = await Promise.allSettled([promised(work)])
    // Without temporary files, which were never stored.
    const written = [...memoryFiles.changesSince(before)].filter(([file, content]) => content ?? stored.has(file))
    const changes: FileChanges = new Map(written.filter(([file]) => placeOf(file)))
    try {
      if (changes.size > 0) await push(changes)
      // One that cannot be stored is taken back: a page that is told of it would save it again at once.
      changed.push(...written.map(([file]) => file))
    } catch (cause) {
      problem = problemOf(cause)
      // The memory is what is stored, else the page would read from it that its changes are saved.
      for (const [file, content] of changes) {
        unsaved.set(file, content)
        memoryFiles.apply(new Map([[file, stored.get(file) ?? null]]))
      }
      throw cause
    } finally {
      if (changed.length > 0) notify(changed)
    }
    if (result.status === 'rejected') throw result.reason
    return result.value
  }

  let last: Promise<unknown> = Promise.resolve()
  function exclusively<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const locked = () => navigator.locks.request(`forms-studio ${project.id}`, () => run(work))
    const result = last.then(locked) as Promise<Result>
    last = result.catch(() => undefined)
    return result
  }
  memoryFiles.clear()
  await exclusively(() => undefined)
  const folders = formRoots()
  // The next change reports why this fails.
  const follow = (): Promise<void> =>
    document.visibilityState === 'visible' ? exclusively(() => undefined).catch(() => undefined) : Promise.resolve()
  const followEach = (ms: number) => void setTimeout(() => void follow().then(() => followEach(ms)), ms)
  channel.addEventListener('message', () => void follow())
  document.addEventListener('visibilitychange', () => void follow())
  // Nobody reports changes in a folder. A server lists one faster than the browser.
  if (project.isServed) followEach(followServerMs)
  else if (project.folder) followEach(followMs)
  return {
    project,
    folders,
    problem: () => problem,
    unsaved: () => unsaved,
    exclusively,
    onChanged: subscribe,
  }
}

/** Rejects if the work throws. */
export function promised<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  return new Promise((resolve) => {
    resolve(work())
  })
}

const followMs = 2000
const followServerMs = 300

function problemOf(cause: unknown): StorageProblem {
  if (cause instanceof DiskRefused) return cause.reason
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'QuotaExceededError') return 'full'
  return name === 'NotAllowedError' ? 'permission' : 'failed'
}

/** The names of a form are those of its last three folders, of which the author has opened fewer. */
export class FoldersMissing extends Error {}

function formRoots(): string[] {
  const roots = rootsOf(findSources([formsFolder]))
  if (!roots.every((root) => root === formsFolder || root.startsWith(`${formsFolder}/`)))
    throw new FoldersMissing(formsFolder)
  return roots.length === 0 ? [formsFolder] : roots
}

/** The files below a folder in memory, by their path in it. */
export function filesIn(folder: string): Map<string, Uint8Array> {
  return new Map(
    memoryFiles
      .below(folder)
      .map((file) => [file.slice(folder.length + 1), memoryFiles.read(file) ?? new Uint8Array()]),
  )
}
