import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { makeFolder } from '../../forms/source/make-folder.ts'
import { compressFile, plainFiles } from '../compress.ts'
import { contentTypes, isCompressible } from '../content-types.ts'
import { md5Of } from './upload-site.ts'
import type { Store } from './upload-site.ts'

/** The web server runs as another user than the operator, whose umask may hide new files from other users. */
const readable = 0o644
const listable = 0o755

const decompress = { '.gz': gunzipSync, '.br': brotliDecompressSync }
const endings = Object.keys(decompress) as (keyof typeof decompress)[]

function isOpen(file: string, mode: number): boolean {
  return (statSync(file).mode & mode) === mode
}

/** A folder that a web server serves, with compressed copies beside the files. */
export function folderStore(folder: string): Store {
  const at = (key: string) => path.join(folder, key)
  const keys = (prefix: string) =>
    existsSync(at(prefix)) ? plainFiles(at(prefix)).map((file) => path.posix.join(prefix, file)) : []

  /** Whether the web server can read a file and its compressed copies, which have the same content. */
  function isServable(key: string, content: Buffer): boolean {
    if (!isOpen(at(key), readable)) return false
    if (!isCompressible(contentTypes[path.extname(key)] ?? '')) return true
    return endings.every((ending) => {
      try {
        const copy = at(key) + ending
        return isOpen(copy, readable) && decompress[ending](readFileSync(copy)).equals(content)
      } catch {
        // The copy is missing or damaged.
        return false
      }
    })
  }

  function makeReadableFolder(key: string): void {
    const parent = path.dirname(key)
    if (parent !== key) makeReadableFolder(parent)
    makeFolder(at(key))
    if (!isOpen(at(key), listable)) chmodSync(at(key), listable)
  }

  return {
    keys: async (prefix) => keys(prefix),
    digests: async (prefix) =>
      new Map(
        keys(prefix).flatMap((key) => {
          const content = readFileSync(at(key))
          return isServable(key, content) ? [[key, md5Of(content)]] : []
        }),
      ),
    read: async (key) => readFileSync(at(key), 'utf8'),
    async write({ key, content, contentType }) {
      makeReadableFolder(path.dirname(key))
      const temporary = `${at(key)}.tmp`
      writeFileSync(temporary, content)
      chmodSync(temporary, readable)
      if (key.includes('.') && isCompressible(contentType)) {
        // The copies are replaced before the file: a server prefers them, and must never serve outdated ones.
        await compressFile(temporary)
        for (const ending of endings) {
          chmodSync(temporary + ending, readable)
          renameSync(temporary + ending, at(key) + ending)
        }
      }
      renameSync(temporary, at(key))
    },
    async remove(key) {
      for (const file of [at(key), `${at(key)}.br`, `${at(key)}.gz`]) rmSync(file, { force: true })
    },
  }
}
