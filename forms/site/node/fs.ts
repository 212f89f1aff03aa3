import path from 'node:path'
import { memoryFiles } from '../memory-files.ts'

/**
 * The functions of `node:fs` that the forms tool uses, over the files in memory. The static studio has this module in
 * place of `node:fs`, so that each rule has one implementation. `fs.spec.ts` compares it with Node.
 */

/** The part of Node's `Buffer` that the forms tool uses. */
class FileBytes extends Uint8Array {
  override toString(encoding = 'utf8'): string {
    if (encoding !== 'utf8') throw new TypeError(`Unknown encoding ${encoding}`)
    return decode(this)
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, index) => byte === other[index])
  }
}

/** Node keeps a byte order mark. */
function decode(content: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
}

function missing(call: string, file: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, ${call} '${file}'`), { code: 'ENOENT' })
}

class Status {
  readonly #isFolder: boolean

  constructor(isFolder: boolean) {
    this.#isFolder = isFolder
  }

  isDirectory(): boolean {
    return this.#isFolder
  }

  isFile(): boolean {
    return !this.#isFolder
  }
}

class Entry extends Status {
  readonly name: string
  readonly parentPath: string

  constructor(file: string, isFolder: boolean) {
    super(isFolder)
    this.name = path.basename(file)
    this.parentPath = path.dirname(file)
  }
}

export function existsSync(file: string): boolean {
  const absolute = path.resolve(file)
  return memoryFiles.read(absolute) !== undefined || memoryFiles.isFolder(absolute)
}

export function statSync(file: string, options: { throwIfNoEntry?: boolean } = {}): Status | undefined {
  const absolute = path.resolve(file)
  if (memoryFiles.read(absolute)) return new Status(false)
  if (memoryFiles.isFolder(absolute)) return new Status(true)
  if (options.throwIfNoEntry === false) return undefined
  throw missing('stat', file)
}

/** There are no links. */
export function realpathSync(file: string): string {
  if (!existsSync(file)) throw missing('realpath', file)
  return path.resolve(file)
}

export function readFileSync(file: string, encoding?: 'utf8'): string | FileBytes {
  const content = memoryFiles.read(path.resolve(file))
  if (!content) throw missing('open', file)
  return encoding === undefined ? new FileBytes(content) : decode(content)
}

export function readdirSync(
  folder: string,
  options: { withFileTypes?: boolean; recursive?: boolean } = {},
): string[] | Entry[] {
  const absolute = path.resolve(folder)
  if (!memoryFiles.isFolder(absolute)) throw missing('scandir', folder)
  const inside = new Map<string, boolean>()
  for (const file of memoryFiles.below(absolute)) {
    const parts = path.relative(absolute, file).split('/')
    const depths = options.recursive === true ? parts.keys() : [0]
    for (const depth of depths) inside.set(path.join(absolute, ...parts.slice(0, depth + 1)), depth < parts.length - 1)
  }
  const sorted = [...inside].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return options.withFileTypes === true
    ? sorted.map(([file, isFolder]) => new Entry(file, isFolder))
    : sorted.map(([file]) => path.relative(absolute, file))
}

export function writeFileSync(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  memoryFiles.write(path.resolve(file), bytes)
}

/** A folder exists as soon as a file is in it. */
export function mkdirSync(_folder: string): void {}

export function rmSync(file: string, options: { recursive?: boolean; force?: boolean } = {}): void {
  const absolute = path.resolve(file)
  const inside = options.recursive === true ? memoryFiles.below(absolute) : []
  const isFile = memoryFiles.read(absolute) !== undefined
  if (!isFile && inside.length === 0 && options.force !== true) throw missing('rm', file)
  for (const one of [absolute, ...inside]) memoryFiles.remove(one)
}

export function renameSync(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  rmSync(from, { recursive: true })
}

export function cpSync(
  from: string,
  to: string,
  { filter = () => true }: { recursive?: true; filter?: (file: string) => boolean } = {},
): void {
  const [source, target] = [path.resolve(from), path.resolve(to)]
  if (!existsSync(source)) throw missing('cp', from)
  const files = memoryFiles.read(source) ? [source] : memoryFiles.below(source)
  for (const file of files.filter((one) => filter(one))) {
    const content = memoryFiles.read(file)
    if (content) memoryFiles.write(path.join(target, path.relative(source, file)), content)
  }
}
