import { inWritingOrder } from './memory-files.ts'
import type { FileChanges } from './memory-files.ts'
import { projectFiles } from '../source/find-sources.ts'
import type { ProjectFiles } from './stored-projects.ts'

/** The part of https://wicg.github.io/file-system-access/ that TypeScript has no types of. */
type WithPermission = FileSystemDirectoryHandle & {
  queryPermission?: (wanted: { mode: 'readwrite' }) => Promise<PermissionState>
  requestPermission?: (wanted: { mode: 'readwrite' }) => Promise<PermissionState>
  values: () => AsyncIterable<FileSystemDirectoryHandle | FileSystemFileHandle>
}

type WithPicker = {
  showDirectoryPicker?: (options: { mode: 'readwrite'; id: string }) => Promise<FileSystemDirectoryHandle>
}

export function canOpenFolders(): boolean {
  return (window as WithPicker).showDirectoryPicker !== undefined
}

/** `null` if the author has closed the browser's dialog. */
export async function askForFolder(id: string): Promise<FileSystemDirectoryHandle | null> {
  try {
    return (await (window as WithPicker).showDirectoryPicker?.({ mode: 'readwrite', id })) ?? null
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return null
    throw cause
  }
}

/** Whether the folder may be used. The browser asks the author only if `ask` is set, which needs a click. */
export async function mayUse(folder: FileSystemDirectoryHandle, ask: boolean): Promise<boolean> {
  const handle = folder as WithPermission
  const wanted = { mode: 'readwrite' } as const
  const state = ask ? await handle.requestPermission?.(wanted) : await handle.queryPermission?.(wanted)
  return state === undefined || state === 'granted'
}

/** A folder that has much more than forms, such as a whole disk. */
export class TooManyFiles extends Error {}

const mostFiles = 5000
const mostEntries = 50_000
const skipped = new Set(['node_modules', 'dist'])

/** The files of these kinds below a folder on disk, at `root` in memory. Others may change them at any time. */
export function folderFiles(folder: FileSystemDirectoryHandle, root: string, kinds = projectFiles): ProjectFiles {
  /** Time and size of each file when it was read or written last. */
  const known = new Map<string, string>()

  async function list(): Promise<Map<string, FileSystemFileHandle>> {
    const found = new Map<string, FileSystemFileHandle>()
    let entries = 0
    const visit = async (handle: FileSystemDirectoryHandle, place: string) => {
      for await (const entry of (handle as WithPermission).values()) {
        entries += 1
        if (entries > mostEntries || found.size > mostFiles) throw new TooManyFiles(folder.name)
        if (entry.name.startsWith('.') || skipped.has(entry.name)) continue
        if (entry.kind === 'directory') await visit(entry as FileSystemDirectoryHandle, `${place}/${entry.name}`)
        else if (kinds.test(entry.name)) found.set(`${place}/${entry.name}`, entry as FileSystemFileHandle)
      }
    }
    await visit(folder, root)
    return found
  }

  async function parentOf(place: string, create: boolean): Promise<FileSystemDirectoryHandle> {
    let handle = folder
    for (const name of place
      .slice(root.length + 1)
      .split('/')
      .slice(0, -1))
      handle = await handle.getDirectoryHandle(name, { create })
    return handle
  }

  async function write(place: string, content: Uint8Array): Promise<void> {
    const handle = await (await parentOf(place, true)).getFileHandle(nameOf(place), { create: true })
    // The browser writes into another file, and replaces this one at the end.
    const stream = await handle.createWritable()
    await stream.write(new Uint8Array(content))
    await stream.close()
    known.set(place, stateOf(await handle.getFile()))
  }

  async function remove(place: string): Promise<void> {
    known.delete(place)
    try {
      await (await parentOf(place, false)).removeEntry(nameOf(place))
    } catch (cause) {
      if (!(cause instanceof DOMException && cause.name === 'NotFoundError')) throw cause
    }
  }

  return {
    async pull() {
      const changes: FileChanges = new Map()
      const read = new Map<string, string>()
      const found = await list()
      for (const [place, handle] of found) {
        const file = await handle.getFile()
        if (known.get(place) === stateOf(file)) continue
        changes.set(place, new Uint8Array(await file.arrayBuffer()))
        read.set(place, stateOf(file))
      }
      // Remember the states only now: if a file cannot be read, the caller gets no changes, and the next pull has to
      // read all again.
      for (const [place, state] of read) known.set(place, state)
      for (const place of [...known.keys()].filter((one) => !found.has(one))) {
        known.delete(place)
        changes.set(place, null)
      }
      return changes
    },
    async push(changes) {
      try {
        for (const [place, content] of inWritingOrder(changes)) {
          if (content === null) await remove(place)
          else await write(place, content)
        }
      } catch (cause) {
        // Memory has the change already, whatever reached the folder: the next pull reads these files from there.
        for (const place of changes.keys()) known.set(place, unknownState)
        throw cause
      }
    },
  }
}

/** Differs from the state of every file. */
const unknownState = ''

function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1)
}

function stateOf({ lastModified, size }: File): string {
  return `${lastModified} ${size}`
}
