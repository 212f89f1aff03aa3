import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import { readable, readValue } from '../edit/json-text.ts'
import type { FileChanges } from './memory-files.ts'

/** Where the files of a project are, besides memory. */
export type ProjectFiles = {
  /** What has changed there since the last call. The first call returns every file. */
  pull: () => Promise<FileChanges>
  push: (changes: FileChanges) => Promise<void>
}

/** A set of forms that this browser knows. */
export type Project = {
  id: string
  /** The name of the folder or of the ZIP; empty for a project that began empty. */
  name: string
  savedAt: number
  /** The forms are in this folder, and only built versions in the browser. */
  folder?: FileSystemDirectoryHandle
  /** Everything is in the folders of the server, and nothing in the browser. */
  isServed?: true
}

type Database = DBSchema & {
  projects: { key: string; value: Project & { stamp: number } }
  files: {
    key: [project: string, path: string]
    /** A removed file is kept without content, so that other tabs learn of it. */
    value: { project: string; path: string; content: Uint8Array | null; stamp: number }
    indexes: { stamp: [project: string, stamp: number] }
  }
}

let opened: Promise<IDBPDatabase<Database>> | undefined

function database(): Promise<IDBPDatabase<Database>> {
  opened ??= openDB<Database>('forms-studio', 1, {
    upgrade(created) {
      created.createObjectStore('projects', { keyPath: 'id' })
      created.createObjectStore('files', { keyPath: ['project', 'path'] }).createIndex('stamp', ['project', 'stamp'])
    },
  })
  return opened
}

/** The projects, the last saved first. */
export async function storedProjects(): Promise<Project[]> {
  return (await (await database()).getAll('projects')).toSorted((one, other) => other.savedAt - one.savedAt)
}

export async function storedProject(id: string): Promise<Project | undefined> {
  return (await database()).get('projects', id)
}

/** A file of a project in this browser; `undefined` if there is none. */
async function storedFile(project: string, path: string): Promise<Uint8Array | undefined> {
  return (await (await database()).get('files', [project, path]))?.content ?? undefined
}

/** The project in this browser that was saved last of those that have a file. */
export async function projectWith(path: string): Promise<Project | null> {
  for (const project of await storedProjects()) if (await storedFile(project.id, path)) return project
  return null
}

/** The titles of the forms of a project in this browser. */
export async function storedTitles(project: string): Promise<string[]> {
  const all = await (await database()).getAll('files', IDBKeyRange.bound([project], [project, []]))
  return all.flatMap(({ path, content }) => {
    if (!content || !path.endsWith('/texts.ja.json')) return []
    const title = readValue(readable(new TextDecoder().decode(content)), '/title')
    return typeof title === 'string' && title !== '' ? [title] : []
  })
}

/** Adds a project with its files. */
export async function addProject(given: Pick<Project, 'name' | 'folder'>, files: FileChanges): Promise<Project> {
  const project = { ...given, id: crypto.randomUUID(), savedAt: Date.now(), stamp: 0 }
  await (await database()).add('projects', project)
  try {
    await browserFiles(project.id).push(files)
  } catch (cause) {
    await forgetProject(project.id)
    throw cause
  }
  return project
}

export async function forgetProject(id: string): Promise<void> {
  const write = (await database()).transaction(['projects', 'files'], 'readwrite')
  await write.objectStore('projects').delete(id)
  await write.objectStore('files').delete(IDBKeyRange.bound([id], [id, []]))
  await write.done
}

/** The files of a project in this browser. Each change has a number, so that a tab finds those of the others. */
export function browserFiles(project: string): ProjectFiles {
  let known = 0
  return {
    async pull() {
      const newer = IDBKeyRange.bound([project, known], [project, Infinity], true)
      const found = await (await database()).getAllFromIndex('files', 'stamp', newer)
      known = Math.max(known, ...found.map(({ stamp }) => stamp))
      return new Map(found.map(({ path, content }) => [path, content]))
    },
    async push(changes) {
      if (changes.size === 0) return
      const write = (await database()).transaction(['projects', 'files'], 'readwrite')
      const projects = write.objectStore('projects')
      const current = await projects.get(project)
      // Another tab has removed the project; the author still sees it here, and can save it as a ZIP.
      if (!current) throw new Error('The project is gone')
      const stamp = current.stamp + 1
      const files = write.objectStore('files')
      await Promise.all([
        ...[...changes].map(([path, content]) => files.put({ project, path, content, stamp })),
        projects.put({ ...current, stamp, savedAt: Date.now() }),
        write.done,
      ])
    },
  }
}
