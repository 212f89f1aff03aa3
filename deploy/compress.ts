/**
 * Writes `.br` and `.gz` beside every text file of a folder, at the highest level, so that a web server need not
 * compress at run time. The build of the portal runs it for `dist/`.
 */
import { readdirSync } from 'node:fs'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentTypes, isCompressible } from './content-types.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Returns the number of files with compressed copies. Copies that are newer than their file are kept. */
export async function compressFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && isCompressible(contentTypes[path.extname(entry.name)] ?? ''))
    .map((entry) => path.join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
  return files.length
}

export async function compressFile(file: string): Promise<void> {
  const { mtimeMs } = await stat(file)
  if (await isNewer(`${file}.br`, mtimeMs)) return
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const [brotli, gzipped] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: 9 })])
  await writeFile(`${file}.gz`, gzipped)
  await writeFile(`${file}.br`, brotli)
}

/** Paths of the files below a folder, with `/` between folders and without compressed copies. */
export function plainFiles(folder: string): string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      // Operating systems put hidden files into folders that a user opens.
      .filter((entry) => entry.isFile() && !/^\.|\.(?:br|gz)$/.test(entry.name))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
      .toSorted()
  )
}

async function isNewer(copy: string, mtimeMs: number): Promise<boolean> {
  const found = await stat(copy).catch(() => null)
  return found !== null && found.mtimeMs >= mtimeMs
}
