import { shownFileName } from '../../lib/display-text.ts'
import { UploadRefused } from './attachment-storage.ts'
import type { AttachmentRef, UploadRefusal, Uploads } from './attachment-storage.ts'
import { FileUnreadable } from './file-bytes.ts'
import { isProtected, namedByContent, refusalOf } from './file-check.ts'
import type { FileRefusal } from './file-check.ts'
import { createListeners } from '../../lib/signal.ts'

/** Limits of the form for the files of one field. */
export type UploadRules = {
  /** Media types; empty = any. */
  accept: readonly string[]
  maxBytes: number | undefined
  /** Limit for all files of the field together. */
  maxTotalBytes: number | undefined
  maxFiles: number
  purpose: string
  /** The answer is one id, not a list. */
  single: boolean
}

/**
 * One file of a field. `state` is the upload: `interrupted` if the page ended before it, `missing` if the API no longer has
 * the file, so that only another choice helps. `scan` is the result of the malware scan.
 */
export type UploadEntry = {
  key: string
  attachmentId: string | undefined
  /** Empty until the API has named the file. */
  name: string
  size: number | undefined
  contentType: string | undefined
  state: 'uploading' | 'failed' | 'interrupted' | 'uploaded' | 'missing'
  /** Share of the bytes that were sent, 0 to 1. */
  share: number
  scan: AttachmentRef['scan'] | undefined
  /** A PDF with a password, as far as it was chosen on this page. */
  isLocked?: boolean
}

type Prepared = { file: File; isLocked: boolean; reason: RefusedFile['reason'] | null }

/** A refused file, or one that another device has removed. */
export type RefusedFile = { name: string; reason: FileRefusal | UploadRefusal | 'removedElsewhere' }

export type UploadEvent = { kind: 'uploaded' | 'failed' | 'infected' | 'cancelled' | 'removed'; entry: UploadEntry }

/** Why a file field is incomplete; codes of the catalogue below `error`. */
export type UnfinishedUpload = 'infected' | 'uploading' | 'uploadFailed' | 'uploadInterrupted' | 'fileMissing'

/** The field on the page, while it is shown. */
export type UploadField = {
  rules: () => UploadRules
  /** Sets the ids as the answer of the field. */
  onAnswer: (value: unknown) => void
  onEvent: (event: UploadEvent) => void
}

/** The answers, for uploads that end while their field is not shown. */
export type UploadAnswers = {
  read: (pointer: string) => unknown
  write: (pointer: string, value: unknown) => void
}

/** Delays between requests for the result of the malware scan. */
const scanPausesMs = [1_000, 2_000, 4_000, 8_000, 15_000]

let lastKey = 0
function newKey(): string {
  lastKey += 1
  return `file-${lastKey}`
}

function isCancel(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CanceledError')
}

export function attachmentIds(value: unknown): string[] {
  const ids: unknown[] = Array.isArray(value) ? (value as unknown[]) : [value]
  return ids.flatMap((id) => (typeof id === 'string' && id !== '' ? [id] : []))
}

function answerOf(ids: readonly string[], { single }: UploadRules): unknown {
  if (single) return ids[0]
  return ids.length === 0 ? undefined : [...ids]
}

/**
 * The files of one field, outside React: an upload continues while its step, its language or the whole page is not
 * shown, and its id reaches the answers either way.
 */
export class UploadQueue {
  pointer: string
  entries: readonly UploadEntry[] = []
  refused: readonly RefusedFile[] = []

  readonly #uploads: Uploads
  readonly #answers: UploadAnswers
  readonly #onChange: () => void
  readonly #listeners = createListeners()
  /** Pending and failed uploads, by the key of their entry. */
  readonly #files = new Map<string, { file: File; abort: AbortController }>()
  readonly #scanning = new Set<string>()
  /** As last described, also of files that an answer of the field is about to have. */
  #described: ReadonlyMap<string, AttachmentRef | null> = new Map()
  #rules: UploadRules | null = null
  #field: UploadField | null = null
  #adding: Promise<void> = Promise.resolve()
  #closed = false
  #version = 0

  constructor(pointer: string, uploads: Uploads, answers: UploadAnswers, onChange: () => void) {
    this.pointer = pointer
    this.#uploads = uploads
    this.#answers = answers
    this.#onChange = onChange
  }

  subscribe = this.#listeners.subscribe

  /** Incremented with every change; for `useSyncExternalStore`. */
  version = (): number => this.#version

  /** Why the field cannot be left; `null` if every file is uploaded. */
  unfinished(): UnfinishedUpload | null {
    if (this.entries.some(({ scan }) => scan === 'INFECTED')) return 'infected'
    if (this.entries.some(({ state }) => state === 'missing')) return 'fileMissing'
    if (this.entries.some(({ state }) => state === 'uploading')) return 'uploading'
    if (this.entries.some(({ state }) => state === 'failed')) return 'uploadFailed'
    return this.entries.some(({ state }) => state === 'interrupted') ? 'uploadInterrupted' : null
  }

  /** Whether a file is only on this page: the end of the page would lose it. */
  isBusy(): boolean {
    return this.entries.some(({ state }) => state === 'uploading' || state === 'failed')
  }

  /**
   * Call when the field is shown, perhaps at another place of its list. Returns a function to call when it is removed.
   */
  attach(pointer: string, field: UploadField): () => void {
    if (this.pointer !== pointer) {
      this.pointer = pointer
      this.#onChange()
    }
    this.#field = field
    this.#rules = field.rules()
    for (const entry of this.entries) this.#followScan(entry)
    return () => {
      if (this.#field === field) this.#field = null
    }
  }

  /** Adopts an answer that did not come from this queue. Entries without an id stay. */
  setAnswer(value: unknown, about: readonly AttachmentRef[]): void {
    const ids = attachmentIds(value)
    const unsent = this.entries.filter(({ attachmentId }) => attachmentId === undefined)
    const known = this.entries.flatMap(({ attachmentId }) => (attachmentId === undefined ? [] : [attachmentId]))
    if (known.length === ids.length && known.every((id, index) => id === ids[index])) return
    const removed = this.entries.filter(
      ({ attachmentId: id, name }) => id !== undefined && !ids.includes(id) && name !== '',
    )
    this.refused = [...this.refused, ...removed.map(({ name }) => ({ name, reason: 'removedElsewhere' as const }))]
    this.#set([
      ...ids.map((id) => this.entries.find(({ attachmentId }) => attachmentId === id) ?? this.#entryOf(id, about)),
      ...unsent,
    ])
  }

  #entryOf(id: string, about: readonly AttachmentRef[]): UploadEntry {
    const ref = this.#described.get(id)
    if (ref === null) return { ...entryOf(id, about), state: 'missing' }
    return entryOf(id, ref === undefined ? about : [...about, ref])
  }

  /** What the API says about the files of the answer, by their ids; null about one that it no longer has. */
  describe(files: ReadonlyMap<string, AttachmentRef | null>): void {
    this.#described = files
    const isPast = ({ state, attachmentId = '' }: UploadEntry) => state === 'missing' && !files.has(attachmentId)
    // While the field is not shown, nobody passes its answer.
    const entries = this.#field === null ? this.entries.filter((entry) => !isPast(entry)) : this.entries
    const missing = [...files].flatMap(([id, ref]) => (ref === null ? [id] : []))
    const added = missing.filter((id) => !entries.some(({ attachmentId }) => attachmentId === id))
    const next = [...added.map((id) => entryOf(id, [])), ...entries].map((entry): UploadEntry => {
      const ref = files.get(entry.attachmentId ?? '')
      if (ref === undefined) return entry
      if (ref === null) return { ...entry, state: 'missing' }
      return entry.name === '' ? entryOf(ref.attachmentId, [ref]) : entry
    })
    if (JSON.stringify(next) !== JSON.stringify(this.entries)) this.#set(next)
  }

  /**
   * Checks and uploads files. Two calls run one after the other, so that the limits apply to both together. Each file has
   * its entry at once: to read and scale a photo takes seconds on a phone, in which the page may end or be left.
   */
  add(files: readonly File[]): Promise<void> {
    this.refused = []
    const added = files.map((chosen) => ({ key: newKey(), chosen: withSafeName(chosen) }))
    this.#set([...this.entries, ...added.map(({ key, chosen }) => chosenEntry(key, chosen))])
    this.#adding = this.#adding.then(() => this.#addAll(added))
    return this.#adding
  }

  /** Adds files in place of one whose upload was interrupted, or that the API no longer has. */
  replace(key: string, files: readonly File[]): Promise<void> {
    const isInAnswer = this.#find(key)?.attachmentId !== undefined
    this.#drop(key)
    if (isInAnswer) this.#answer()
    return this.add(files)
  }

  /** Names of the files that are not uploaded yet. */
  waiting(): string[] {
    return this.entries.filter(({ attachmentId }) => attachmentId === undefined).map(({ name }) => name)
  }

  /** The page ended while these files were uploaded: they have to be chosen again. */
  interrupt(names: readonly string[]): void {
    const about = { attachmentId: undefined, size: undefined, contentType: undefined, share: 0, scan: undefined }
    this.#set(names.map((name) => ({ key: newKey(), name, state: 'interrupted', ...about })))
  }

  cancel(key: string): void {
    const entry = this.#find(key)
    if (!entry) return
    // Report before the entry is dropped, since the message counts the files of the same name.
    this.#tellField('cancelled', entry)
    this.#drop(key)
  }

  /** Once for each failure: a second click before the button is gone has no effect. */
  retry(key: string): void {
    const known = this.#files.get(key)
    if (known && this.#find(key)?.state === 'failed') void this.#upload(key, known.file)
  }

  /** Call when a new attempt may succeed, e.g. after a sign-in. */
  retryAll(): void {
    for (const { key } of this.entries) this.retry(key)
  }

  async remove(key: string): Promise<void> {
    const entry = this.#find(key)
    if (!entry) return
    this.#tellField('removed', entry)
    this.#drop(key)
    if (entry.attachmentId === undefined) return
    this.#answer()
    if (entry.state === 'missing') return
    try {
      await this.#uploads.remove(entry.attachmentId)
    } catch (cause) {
      // The answer no longer contains the file, and the API deletes files without an application.
      reportError(new Error('An attachment was not deleted', { cause }))
    }
  }

  preview(attachmentId: string): Promise<string> {
    return this.#uploads.preview(attachmentId)
  }

  /** Aborts all uploads; nothing is written to the answers afterwards. */
  close(): void {
    this.#closed = true
    for (const { abort } of this.#files.values()) abort.abort()
    this.#files.clear()
    this.#set([])
  }

  async #addAll(added: readonly { key: string; chosen: File }[]): Promise<void> {
    for (const { key, chosen } of added) {
      // It may have been cancelled, here and below.
      if (this.#find(key) === undefined) continue
      const rules = this.#field?.rules() ?? this.#rules
      if (rules === null) throw new Error('Files were added to a field that was never shown')
      this.#rules = rules
      const { file, isLocked, reason } = await this.#prepared(key, chosen, rules)
      if (this.#find(key) === undefined) continue
      if (reason !== null) {
        this.#refuse(key, { name: chosen.name, reason })
        continue
      }
      this.#patch(key, { name: file.name, size: file.size, contentType: file.type, isLocked })
      void this.#upload(key, file)
    }
  }

  #refuse(key: string, refused: RefusedFile): void {
    this.refused = [...this.refused, refused]
    this.#drop(key)
  }

  /** The file as it is sent. It is prepared before its size is checked: a large photo may be scaled down. */
  async #prepared(key: string, chosen: File, rules: UploadRules): Promise<Prepared> {
    const refused = (reason: RefusedFile['reason']) => ({ file: chosen, isLocked: false, reason })
    if (this.#before(key).length >= rules.maxFiles) return refused('tooMany')
    try {
      // Check the content first: a file of a type that is not allowed is not read further.
      const first = await refusalOf(chosen, rules)
      if (first !== null && first !== 'tooLarge') return refused(first)
      const file = await namedByContent((await this.#uploads.prepare?.(chosen, rules.maxBytes)) ?? chosen)
      return {
        file,
        isLocked: await isProtected(file),
        reason: (await refusalOf(file, rules)) ?? this.#totalRefusal(key, file, rules),
      }
    } catch (error) {
      if (error instanceof UploadRefused) return refused(error.reason)
      // Whatever else fails, such as the memory for a large picture, costs this file and no other.
      if (!(error instanceof FileUnreadable)) reportError(new Error('A file was not prepared', { cause: error }))
      return refused('unreadable')
    }
  }

  #totalRefusal(key: string, file: File, { maxTotalBytes }: UploadRules): 'totalTooLarge' | null {
    const total = this.#before(key).reduce((sum, { size }) => sum + (size ?? 0), file.size)
    return maxTotalBytes !== undefined && total > maxTotalBytes ? 'totalTooLarge' : null
  }

  async #upload(key: string, file: File): Promise<void> {
    const abort = new AbortController()
    this.#files.set(key, { file, abort })
    this.#patch(key, { state: 'uploading', share: 0 })
    try {
      const { attachmentId, name, scan } = await this.#uploads.upload(
        file,
        this.#rules?.purpose ?? 'application',
        (share) => this.#patch(key, { share }),
        abort.signal,
      )
      if (!this.#files.delete(key)) return
      this.#patch(key, { state: 'uploaded', share: 1, attachmentId, name, scan })
      this.#tellField('uploaded', this.#find(key))
      this.#answer(attachmentId)
      const entry = this.#find(key)
      if (entry) this.#followScan(entry)
    } catch (error) {
      if (isCancel(error) || !this.#files.has(key)) return
      if (error instanceof UploadRefused) {
        this.#refuse(key, { name: file.name, reason: error.reason })
        return
      }
      this.#patch(key, { state: 'failed' })
      this.#tellField('failed', this.#find(key))
    }
  }

  /** Passes the ids to the form, or to the answers if the field is not shown. */
  #answer(added?: string): void {
    if (this.#closed || this.#rules === null) return
    if (this.#field) {
      const ids = this.entries.flatMap(({ attachmentId }) => (attachmentId === undefined ? [] : [attachmentId]))
      this.#field.onAnswer(answerOf(ids, this.#rules))
    } else if (added !== undefined) {
      // The answers may have been replaced meanwhile: add the id to the current ones.
      const ids = attachmentIds(this.#answers.read(this.pointer))
      this.#answers.write(this.pointer, answerOf([...new Set([...ids, added])], this.#rules))
    }
  }

  #followScan({ key, attachmentId, scan }: UploadEntry): void {
    if (scan !== 'PENDING' || attachmentId === undefined || this.#scanning.has(key)) return
    this.#scanning.add(key)
    void this.#scanResult(key, attachmentId).finally(() => this.#scanning.delete(key))
  }

  /** The answer contains the file at once; the result of the scan is shown later. */
  async #scanResult(key: string, attachmentId: string): Promise<void> {
    for (const pauseMs of scanPausesMs) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (this.#closed || !this.#uploads.describe || !this.#find(key)) return
      try {
        const { scan } = await this.#uploads.describe(attachmentId)
        if (scan === 'PENDING') continue
        this.#patch(key, { scan })
        if (scan === 'INFECTED') this.#tellField('infected', this.#find(key))
        return
      } catch {
        // Requested again after the next delay; the API also checks on submission.
      }
    }
  }

  #find(key: string): UploadEntry | undefined {
    return this.entries.find((entry) => entry.key === key)
  }

  /** The files that count before this one; those after it are not checked yet. */
  #before(key: string): readonly UploadEntry[] {
    return this.entries.slice(
      0,
      this.entries.findIndex((entry) => entry.key === key),
    )
  }

  #drop(key: string): void {
    this.#files.get(key)?.abort.abort()
    this.#files.delete(key)
    this.#set(this.entries.filter((entry) => entry.key !== key))
  }

  #patch(key: string, change: Partial<UploadEntry>): void {
    this.#set(this.entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)))
  }

  #tellField(kind: UploadEvent['kind'], entry: UploadEntry | undefined): void {
    if (entry) this.#field?.onEvent({ kind, entry })
  }

  #set(entries: readonly UploadEntry[]): void {
    this.entries = entries
    this.#changed()
  }

  #changed(): void {
    this.#version += 1
    this.#listeners.notify()
    this.#onChange()
  }
}

/** The file with its name as it is shown, so that the API stores no other. */
function withSafeName(file: File): File {
  const name = shownFileName(file.name)
  return name === file.name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified })
}

function chosenEntry(key: string, { name, size, type }: File): UploadEntry {
  const about = { name, size, contentType: type, scan: undefined }
  return { key, ...about, attachmentId: undefined, state: 'uploading', share: 0 }
}

function entryOf(attachmentId: string, about: readonly AttachmentRef[]): UploadEntry {
  const known = about.find((one) => one.attachmentId === attachmentId)
  return {
    key: attachmentId,
    attachmentId,
    name: known?.name ?? '',
    size: known?.size,
    contentType: known?.contentType,
    state: 'uploaded',
    share: 1,
    scan: known?.scan,
  }
}
