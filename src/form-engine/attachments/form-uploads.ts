import type { AttachmentRef, Uploads } from './attachment-storage.ts'
import { UploadQueue } from './upload-queue.ts'
import type { UnfinishedUpload, UploadAnswers } from './upload-queue.ts'
import { createListeners } from '../../lib/signal.ts'

/** Files that are being uploaded, could not be uploaded or are infected, by field. */
export type UnfinishedUploads = readonly { pointer: string; code: UnfinishedUpload }[]

/** Files that are not uploaded yet, by field. */
export type WaitingFiles = { [pointer: string]: string[] }

/** Where the names of these files are kept, so that the next page can say which uploads its end has interrupted. */
export type UploadRecord = { read: () => WaitingFiles; write: (files: WaitingFiles) => void }

const noRecord: UploadRecord = { read: () => ({}), write: () => undefined }

/** The upload queues of one application, one for each field with files. They outlive the pages that show the fields. */
export class FormUploads {
  readonly #uploads: Uploads
  readonly #answers: UploadAnswers
  readonly #listeners = createListeners()
  #queues: UploadQueue[] = []
  #unfinished: UnfinishedUploads = []
  #record: UploadRecord
  #recorded = '{}'

  constructor(uploads: Uploads, answers: UploadAnswers, record = noRecord) {
    this.#uploads = uploads
    this.#answers = answers
    this.#record = record
    for (const [pointer, names] of Object.entries(record.read())) this.queueAt(pointer).interrupt(names)
  }

  subscribe = this.#listeners.subscribe

  /** The queue of the field at a JSON Pointer into the answers. */
  queueAt(pointer: string): UploadQueue {
    const known = this.#queues.find((queue) => queue.pointer === pointer)
    if (known) return known
    const made = new UploadQueue(pointer, this.#uploads, this.#answers, () => this.#changed())
    this.#queues.push(made)
    return made
  }

  /** Returns the same list until one of the codes changes. */
  unfinished = (): UnfinishedUploads => this.#unfinished

  /** Sends the files again whose uploads have failed. */
  retry(): void {
    for (const queue of this.#queues) queue.retryAll()
  }

  /** Whether the end of the page would lose a file. */
  isBusy(): boolean {
    return this.#queues.some((queue) => queue.isBusy())
  }

  /** What the API says about the files of the answers; null about one that it no longer has. */
  describe(files: readonly { pointer: string; id: string; ref: AttachmentRef | null }[]): void {
    const missing = files.filter(({ ref }) => ref === null)
    const pointers = new Set([...this.#queues, ...missing].map(({ pointer }) => pointer))
    for (const pointer of pointers) {
      const mine = files.filter((file) => file.pointer === pointer)
      this.queueAt(pointer).describe(new Map(mine.map(({ id, ref }) => [id, ref])))
    }
  }

  /** Ends all uploads with the page or the application, and keeps their record for the next page. */
  close(): void {
    this.#record = noRecord
    this.drop()
  }

  /** Ends the uploads of a removed list entry, or of the whole form. */
  drop(pointer = ''): void {
    const dropped = this.#queues.filter((queue) => `${queue.pointer}/`.startsWith(`${pointer}/`))
    this.#queues = this.#queues.filter((queue) => !dropped.includes(queue))
    for (const queue of dropped) queue.close()
    this.#changed()
  }

  #changed(): void {
    this.#keepRecord()
    const now = this.#queues.flatMap((queue) => {
      const code = queue.unfinished()
      return code === null ? [] : [{ pointer: queue.pointer, code }]
    })
    const before = this.#unfinished
    if (
      now.length === before.length &&
      now.every(({ pointer, code }, index) => before[index]?.pointer === pointer && before[index]?.code === code)
    )
      return
    this.#unfinished = now
    this.#listeners.notify()
  }

  #keepRecord(): void {
    const waiting = this.#queues.map((queue) => [queue.pointer, queue.waiting()] as const)
    const files: WaitingFiles = Object.fromEntries(waiting.filter(([, names]) => names.length > 0))
    const text = JSON.stringify(files)
    if (text === this.#recorded) return
    this.#recorded = text
    this.#record.write(files)
  }
}
