import type { AddressMatch } from '../../src/form-engine/field/ports.ts'
import { readJson, shape } from '../../src/lib/shape.ts'
import { isDiskRefusal } from '../serve/disk-refusal.ts'
import type { DiskRefusal } from '../serve/disk-refusal.ts'
import type { FileContents, FileStates, FileWrites, Written } from '../serve/file-api.ts'
import { base64Of, bytesOf } from '../edit/image-text.ts'
import { inWritingOrder } from './memory-files.ts'
import type { FileChanges } from './memory-files.ts'
import type { ProjectFiles } from './stored-projects.ts'

/** The server of `npm run forms -- studio` marks its pages, so that they use its folder. */
const { content: api } = document.querySelector<HTMLMetaElement>('meta[name="forms-api"]') ?? { content: '' }

/** Whether the forms are those of the server, and not those of a folder or ZIP that the author opens. */
export const isServed = api !== ''

/** The server answers, but not as wanted. */
class ServerRefused extends Error {}

/** The server answers that the disk takes no file. */
export class DiskRefused extends Error {
  readonly reason: DiskRefusal
  constructor(reason: DiskRefusal) {
    super(reason)
    this.reason = reason
  }
}

const isRefusal = shape({ reason: isDiskRefusal })

const timeoutMs = 60_000

async function ask(method: 'GET' | 'POST' | 'PUT', address: string, body?: unknown): Promise<unknown> {
  const response = await fetch(new URL(api + address, document.baseURI), {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const refusal = response.status === 507 ? readJson(await response.text(), isRefusal) : null
  if (refusal) throw new DiskRefused(refusal.reason)
  if (!response.ok) throw new ServerRefused(`${method} ${address}: ${response.status}`)
  return response.json()
}

type Listed = { project: string; files: FileStates }

/** Names the folder of the server. */
export async function servedProject(): Promise<string> {
  return ((await ask('GET', 'files')) as Listed).project
}

/** None on a server that has only the pages. */
export async function addressesOf(postalCode: string): Promise<AddressMatch[]> {
  if (!isServed) return []
  return (await ask('GET', `addresses?postalCode=${encodeURIComponent(postalCode)}`)) as AddressMatch[]
}

/** The files of the server's folder, which other programs may change at any time. */
export function serverFiles(wanted: string): ProjectFiles {
  /** The state of each file when it was read or written last. */
  const known = new Map<string, string>()
  return {
    async pull() {
      const { project, files } = (await ask('GET', 'files')) as Listed
      // Another server has the port now.
      if (project !== wanted) throw new ServerRefused(project)
      const changed = Object.keys(files).filter((file) => known.get(file) !== files[file])
      const contents = changed.length === 0 ? {} : ((await ask('POST', 'files', changed)) as FileContents)
      const changes: FileChanges = new Map()
      for (const [file, { state, content }] of Object.entries(contents)) {
        known.set(file, state)
        changes.set(file, bytesOf(content))
      }
      for (const file of [...known.keys()].filter((one) => files[one] === undefined)) {
        known.delete(file)
        changes.set(file, null)
      }
      return changes
    },
    async push(changes) {
      const writes: FileWrites = {}
      for (const [file, content] of inWritingOrder(changes)) {
        // The record of a build is only about this page's memory.
        if (!file.includes('/.'))
          writes[file] = { state: known.get(file) ?? null, content: content && base64Of(content) }
      }
      const written = (await ask('PUT', 'files', writes)) as Written
      for (const [file, state] of Object.entries(written)) {
        if (state === null) known.delete(file)
        else known.set(file, state)
      }
    },
  }
}
