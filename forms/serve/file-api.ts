import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { isString, listOf, nullable, shape } from '../../src/lib/shape.ts'
import type { Guard } from '../../src/lib/shape.ts'
import { isRecord } from '../../form-model/record.ts'
import { isInside } from '../source/inside-folder.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import { diskRefusal } from './disk-refusal.ts'
import type { DiskRefusal } from './disk-refusal.ts'

/** A folder whose files of some kinds a page may read and write, and the path that the page has for it. */
export type ServedFolder = { place: string; folder: string; kinds: RegExp }

/** Differs after each change of a file. */
type State = string

/** The files that a page may use, by their path in the page. */
export type FileStates = { [file: string]: State }

/** Contents in base64. */
export type FileContents = { [file: string]: { state: State; content: string } }

/** What a page wants to write; `null` is a file that does not exist, before or after. */
export type FileWrites = { [file: string]: { state: State | null; content: string | null } }

export type Written = { [file: string]: State | null }

export type FileApi = {
  states: () => FileStates
  /** Without files that are gone meanwhile; `null` if a file is not one of these folders. */
  read: (files: readonly string[]) => FileContents | null
  /**
   * Writes nothing, and returns why, if a file has changed meanwhile or is not one of these folders. The disk may refuse
   * some of several files.
   */
  write: (writes: FileWrites) => Written | 'changed' | 'outside' | DiskRefusal
}

export const isFileList: Guard<string[]> = listOf(isString)

const isWrite = shape({ state: nullable(isString), content: nullable(isString) })

export function isFileWrites(value: unknown): value is FileWrites {
  return isRecord(value) && Object.values(value).every((write) => isWrite(write))
}

const skipped = new Set(['node_modules', 'dist'])

function isSkipped(name: string): boolean {
  return name.startsWith('.') || skipped.has(name)
}

/** The files below some folders, for the pages of the studio. */
export function fileApi(folders: readonly ServedFolder[]): FileApi {
  /** The place on disk; `null` for any other path than that of a file which `states` names, or could name. */
  function fileOf(given: string): string | null {
    const served = folders.find(({ place }) => given.startsWith(`${place}/`))
    if (!served?.kinds.test(given)) return null
    const names = given.slice(served.place.length + 1).split('/')
    if (names.some((name) => name === '' || isSkipped(name) || /[\\:\0]/.test(name))) return null
    const file = path.join(served.folder, ...names)
    return isInside(file, served.folder) ? file : null
  }

  return {
    states() {
      const found: FileStates = {}
      const visit = (folder: string, place: string, kinds: RegExp) => {
        for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
          if (isSkipped(entry.name)) continue
          const [inside, name] = [path.join(folder, entry.name), `${place}/${entry.name}`]
          if (entry.isDirectory()) visit(inside, name, kinds)
          const state = entry.isFile() && kinds.test(name) ? stateOf(inside) : null
          if (state !== null) found[name] = state
        }
      }
      for (const { folder, place, kinds } of folders) visit(folder, place, kinds)
      return found
    },
    read(files) {
      const contents: FileContents = {}
      for (const name of files) {
        const file = fileOf(name)
        if (file === null) return null
        const state = stateOf(file)
        if (state !== null) contents[name] = { state, content: readFileSync(file, 'base64') }
      }
      return contents
    },
    write(writes) {
      const wanted = Object.entries(writes).map(([name, write]) => ({ name, ...write, file: fileOf(name) }))
      if (wanted.some(({ file }) => file === null)) return 'outside'
      if (wanted.some(({ file, state }) => stateOf(file ?? '') !== state)) return 'changed'
      try {
        for (const { file, content } of wanted) {
          if (file === null) continue
          if (content === null) rmSync(file, { force: true })
          else writeFileAtomically(file, Buffer.from(content, 'base64'))
        }
      } catch (cause) {
        const refusal = diskRefusal(cause)
        if (refusal === null) throw cause
        return refusal
      }
      return Object.fromEntries(wanted.map(({ name, file }) => [name, stateOf(file ?? '')]))
    },
  }
}

/** `null` if there is no file. */
function stateOf(file: string): State | null {
  const status = statSync(file, { throwIfNoEntry: false, bigint: true })
  return status?.isFile() === true ? [status.ino, status.size, status.mtimeNs, status.ctimeNs].join(' ') : null
}
