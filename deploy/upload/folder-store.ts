import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressFile } from '../compress.ts'
import { isCompressible } from '../content-types.ts'
import type { Store } from './upload-site.ts'

/** A folder that a web server serves, with compressed copies beside the files. */
export function folderStore(folder: string): Store {
  const at = (key: string) => path.join(folder, key)
  return {
    keys: async (prefix) =>
      existsSync(at(prefix))
        ? readdirSync(at(prefix), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
            .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
        : [],
    read: async (key) => readFileSync(at(key), 'utf8'),
    async write({ key, content, contentType }) {
      mkdirSync(path.dirname(at(key)), { recursive: true })
      const temporary = `${at(key)}.tmp`
      writeFileSync(temporary, content)
      if (key.includes('.') && isCompressible(contentType)) {
        // The copies before the file: a server prefers them, and never serves one of former content.
        await compressFile(temporary)
        for (const ending of ['.gz', '.br']) renameSync(temporary + ending, at(key) + ending)
      }
      renameSync(temporary, at(key))
    },
    async remove(key) {
      for (const file of [at(key), `${at(key)}.br`, `${at(key)}.gz`]) rmSync(file, { force: true })
    },
  }
}
