/** Contents of files by absolute path; `null` is a file that was removed. */
export type FileChanges = Map<string, Uint8Array | null>

/** A manifest names only versions that are there, so it is written last. */
export function inWritingOrder(changes: FileChanges): FileChanges {
  const isManifest = (file: string) => file.endsWith('/manifest.json')
  return new Map([...changes].toSorted(([one], [other]) => Number(isManifest(one)) - Number(isManifest(other))))
}

/** Files in memory. Folders exist while a file is in them. */
export class MemoryFiles {
  readonly #files = new Map<string, Uint8Array>()
  /** When each file was changed or removed last. */
  readonly #changed = new Map<string, number>()
  #revision = 0

  /** Counts the changes. */
  get revision(): number {
    return this.#revision
  }

  read(path: string): Uint8Array | undefined {
    return this.#files.get(path)
  }

  write(path: string, content: Uint8Array): void {
    this.#files.set(path, content)
    this.#touch(path)
  }

  remove(path: string): void {
    if (this.#files.delete(path)) this.#touch(path)
  }

  /** The paths of all files below a folder. */
  below(folder: string): string[] {
    const start = folder.endsWith('/') ? folder : `${folder}/`
    return [...this.#files.keys()].filter((path) => path.startsWith(start))
  }

  isFolder(path: string): boolean {
    return path === '/' || this.below(path).length > 0
  }

  changesSince(revision: number): FileChanges {
    const changed = [...this.#changed].filter(([, at]) => at > revision)
    return new Map(changed.map(([path]) => [path, this.#files.get(path) ?? null]))
  }

  /** Files that are the same already do not count as changed. */
  apply(changes: FileChanges): void {
    for (const [path, content] of changes) {
      if (content === null) this.remove(path)
      else if (!isSame(this.#files.get(path), content)) this.write(path, content)
    }
  }

  clear(): void {
    for (const path of this.#files.keys()) this.remove(path)
  }

  #touch(path: string): void {
    this.#revision += 1
    this.#changed.set(path, this.#revision)
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, index) => byte === other[index])
}

/** The files of this page or worker. */
export const memoryFiles = new MemoryFiles()
