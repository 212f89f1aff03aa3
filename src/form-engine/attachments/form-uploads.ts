import type { Uploads } from './attachment-storage.ts'
import { UploadQueue } from './upload-queue.ts'
import type { UnfinishedUpload, UploadAnswers } from './upload-queue.ts'

/** Files that are being uploaded, could not be uploaded or are infected, by field. */
export type UnfinishedUploads = readonly { pointer: string; code: UnfinishedUpload }[]

/** The upload queues of one application, one for each field with files. They outlive the pages that show the fields. */
export class FormUploads {
  readonly #uploads: Uploads
  readonly #answers: UploadAnswers
  readonly #listeners = new Set<() => void>()
  #queues: UploadQueue[] = []
  #unfinished: UnfinishedUploads = []

  constructor(uploads: Uploads, answers: UploadAnswers) {
    this.#uploads = uploads
    this.#answers = answers
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

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

  /** Ends the uploads of a removed list entry, or of the whole form. */
  drop(pointer = ''): void {
    const dropped = this.#queues.filter((queue) => `${queue.pointer}/`.startsWith(`${pointer}/`))
    this.#queues = this.#queues.filter((queue) => !dropped.includes(queue))
    for (const queue of dropped) queue.close()
    this.#changed()
  }

  #changed(): void {
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
    for (const listener of this.#listeners) listener()
  }
}
