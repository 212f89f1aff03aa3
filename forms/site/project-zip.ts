import { unzipSync, zipSync } from 'fflate'
import type { FileChanges } from './memory-files.ts'

/** Why a file is not used: no message of the library says it in words for an author. */
export type ZipProblem = 'zip-broken' | 'zip-too-large' | 'zip-unsafe' | 'zip-no-forms'

export class ZipRefused extends Error {
  readonly reason: ZipProblem

  constructor(reason: ZipProblem, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

const mostFiles = 5000
const mostBytes = 50 * 1024 * 1024
/** What file managers add. */
const added = /(?:^|\/)(?:__MACOSX\/.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/

/** The files of a ZIP below a folder, byte for byte. Throws `ZipRefused`. */
export function readZip(content: Uint8Array, folder: string): FileChanges {
  const files: FileChanges = new Map()
  let bytes = 0
  let count = 0
  try {
    const entries = unzipSync(content, {
      filter({ name, originalSize }) {
        const place = placeOf(name)
        if (place.endsWith('/') || added.test(place)) return false
        if (place.startsWith('/') || /^[A-Za-z]:/.test(place) || place.split('/').includes('..'))
          throw new ZipRefused('zip-unsafe')
        bytes += originalSize
        count += 1
        if (bytes > mostBytes || count > mostFiles) throw new ZipRefused('zip-too-large')
        return true
      },
    })
    for (const [name, file] of Object.entries(entries)) files.set(`${folder}/${placeOf(name)}`, file)
  } catch (cause) {
    if (cause instanceof ZipRefused) throw cause
    throw new ZipRefused('zip-broken', { cause })
  }
  if (![...files.keys()].some((file) => file.endsWith('/form.json'))) throw new ZipRefused('zip-no-forms')
  return files
}

/** Older programs on Windows write backslashes. */
function placeOf(name: string): string {
  return name.replaceAll('\\', '/')
}

/** A ZIP of files, by their path in it. */
export function writeZip(files: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  return zipSync(Object.fromEntries(files))
}
