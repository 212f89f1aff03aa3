import { changeBetween, isRemoved, mergeKeeping, overlapsIn, withChange } from '../edit/merge-files.ts'
import type { FileChange, FileOverlap, FileTexts } from '../edit/merge-files.ts'
import type { Side } from '../edit/merge-json.ts'
import { emptyHistory, noSelections, record, redo, undo } from '../edit/history.ts'
import type { History, Moved, Selections } from '../edit/history.ts'
import type { FormFiles } from '../edit/commands.ts'
import { readValue } from '../edit/json-text.ts'
import { namesIn, noNames } from '../edit/used-names.ts'
import type { UsedNames } from '../edit/used-names.ts'
import { withLists } from '../edit/shared-lists.ts'
import { readableFiles } from './json/readable-files.ts'
import type { ReadableFiles } from './json/readable-files.ts'
import type { Saved } from './studio-host.ts'
import { createListeners } from '../../src/lib/signal.ts'

/** A place that the author and others changed differently. */
export type Conflict = FileOverlap & { file: string }

/** Whether the page's files are saved to disk. */
export type SaveState = 'saved' | 'saving' | 'unreachable' | 'conflict'

export type DocumentState = {
  files: FormFiles
  readable: ReadableFiles
  history: History
  /** The title of the change to undo or redo; `null` without one. Whether it is possible is known when it is asked for. */
  toUndo: string | null
  toRedo: string | null
  save: SaveState
  /** The last action, for the live region. */
  announcement: { kind: 'done' | 'undone' | 'redone' | 'refused' | 'not-undone' | 'not-redone'; title: string } | null
}

export type DocumentPorts = {
  read: () => Promise<FormFiles>
  /** The names in published versions, which saved drafts may contain. */
  usedNames: () => Promise<readonly string[]>
  save: (request: FileChange) => Promise<Saved>
  /** Survives a reload and a closed tab, and is the same in all tabs. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The name of this tab. */
  tab: string
  /** The names of the other open tabs. */
  otherTabs: () => Promise<ReadonlySet<string>>
  /** Runs the task after a delay; returns a function that cancels it. */
  later: (task: () => void, ms: number) => () => void
}

/**
 * What a tab could not save yet. Only the files that differ: all files of a large form take longer to store than a
 * keystroke may. `sent` may be on its way to the disk.
 */
type Kept = { disk: FormFiles; files: FormFiles; sent: readonly FormFiles[] }

/** So many saves without an answer are remembered. */
const mostSent = 8

const saveAfterMs = 30
const retryAfterMs = 2000

/**
 * The files of one form during editing. Every change is kept in the browser at once and written to disk soon after;
 * changes on disk are merged, and if both changed the same value the author decides.
 */
export class StudioDocument {
  readonly #key: string
  readonly #ports: DocumentPorts
  readonly #listeners = createListeners()
  #disk: FormFiles
  #state: DocumentState
  #cancel: (() => void) | undefined
  #saving: Promise<void> | undefined
  /** What this page or an earlier one has sent without an answer: it may reach the disk later, in any order. */
  #sent: readonly FormFiles[] = []
  #refreshing: Promise<void> | undefined
  /** Whether the disk may have changed since it was read. */
  #isOutdated = false
  /** The version on disk while the author decides. */
  #theirs: FormFiles | undefined
  /** The files from which both versions of a conflict began. */
  #base: FormFiles = {}

  /** The text field into which the author types, from the focus on it to the next click. */
  #typing: object | null = null
  #works = 0
  /** Whether what is typed has changed the files. */
  #isTypedIn = false

  /** Names that are not given to another question or choice. */
  readonly #used = new Set<string>()
  /** Those in published versions, which drafts may contain. */
  #published: UsedNames = noNames

  private constructor(key: string, ports: DocumentPorts, disk: FormFiles) {
    this.#key = key
    this.#ports = ports
    this.#disk = disk
    this.#state = {
      files: disk,
      readable: readableFiles(null, disk),
      history: emptyHistory,
      toUndo: null,
      toRedo: null,
      save: 'saved',
      announcement: null,
    }
  }

  /** Opens a form, with the changes that an earlier page could not save. */
  static async open(name: string, ports: DocumentPorts): Promise<StudioDocument> {
    const opened = new StudioDocument(`forms-studio changes ${name}`, ports, await ports.read())
    await opened.readPublished()
    opened.#remember(namesOf(opened.#state.readable.files))
    const open = await ports.otherTabs()
    for (const [tab, kept] of Object.entries(opened.#keptOfTabs())) {
      if (!open.has(tab) && opened.#restore(kept)) opened.#keepAs(tab, null)
    }
    return opened
  }

  subscribe = this.#listeners.subscribe

  state = (): DocumentState => this.#state

  /** The names that the form has had since it was opened, and those of its published versions. */
  usedNames = (): UsedNames => this.#used

  /** The names in the published versions of the form. */
  publishedNames = (): UsedNames => this.#published

  /** Call after a publication. */
  async readPublished(): Promise<void> {
    const names = await this.#ports.usedNames()
    this.#published = new Set(names)
    this.#remember(names)
  }

  #remember(names: readonly string[]): void {
    for (const name of names) this.#used.add(name)
  }

  /** The next changes are typed into a text field; `null`: each is a step of its own. */
  typesInto(field: object | null): void {
    if (field === this.#typing) return
    this.#typing = field
    this.#works += 1
    this.#isTypedIn = false
  }

  /** Whether the author types a text that is no change yet, such as a new choice: the browser itself undoes it. */
  typesApart(): boolean {
    return this.#typing !== null && !this.#isTypedIn
  }

  /** Makes one change. Changes of the same `work` are undone in one step: by default, what is typed into one field. */
  change(
    title: string,
    command: (files: FormFiles) => FormFiles,
    work: string | null = this.#typing && `typed ${this.#works}`,
    selections: Selections = noSelections,
  ): void {
    const { files, history } = this.#state
    const after = command(files)
    this.#isTypedIn = true
    const last = history.done.at(-1)
    // Start a new entry if the files changed on disk meanwhile: undoing would revert that change as well.
    const isSame =
      work !== null &&
      last?.work === work &&
      history.undone.length === 0 &&
      Object.entries(last.after).every(([file, text]) => (files[file] ?? null) === text)
    const before = isSame ? withTexts(files, last.before) : files
    const earlier = isSame ? { done: history.done.slice(0, -1), undone: [] } : history
    this.#become({
      files: after,
      // The name of what is edited may change with each character.
      history: record(earlier, isSame ? last.title : title, before, after, work, selections),
      announcement: { kind: 'done', title },
    })
  }

  /** Says that nothing had to be changed. */
  note(title: string): void {
    this.#set({ announcement: { kind: 'done', title } })
  }

  /** Explains why nothing was changed. */
  refuse(reason: string): void {
    this.#set({ announcement: { kind: 'refused', title: reason } })
  }

  /** Returns the node to select; `null` if nothing was undone, or a change that is about no node. */
  undo(): string | null {
    return this.#move('undone', undo(this.#state.history, this.#state.files))
  }

  redo(): string | null {
    return this.#move('redone', redo(this.#state.history, this.#state.files))
  }

  /** Says why if the same lines were changed outside. */
  #move(kind: 'undone' | 'redone', moved: Moved | null): string | null {
    if (!moved) return null
    const { title } = moved
    if (moved.kind === 'blocked') this.#set({ announcement: { kind: `not-${kind}`, title } })
    else this.#become({ files: moved.files, history: moved.history, announcement: { kind, title } })
    return moved.kind === 'blocked' ? null : moved.selected
  }

  /** Call when the disk may have changed. */
  async refresh(): Promise<void> {
    this.#isOutdated = true
    this.#refreshing ??= this.#readLatest().finally(() => {
      this.#refreshing = undefined
    })
    await this.#refreshing
  }

  /** A save during the reading makes its result older than what is on disk, so the disk is read again. */
  async #readLatest(): Promise<void> {
    while (this.#isOutdated) {
      while (this.#saving) await this.#saving
      this.#isOutdated = false
      const files = await this.#ports.read()
      if (!this.#isOutdated) this.#follow(files)
    }
  }

  /** Shows the form again after another one. */
  async reopen(): Promise<void> {
    this.#set({ announcement: null })
    await this.refresh()
  }

  /** The places about which the author decides. */
  conflicts(): Conflict[] {
    const [base, mine, theirs] = [this.#base, this.#state.files, this.#theirs]
    if (!theirs) return []
    return Object.keys(changeBetween(base, mine).after).flatMap((file) =>
      overlapsIn(base[file] ?? null, mine[file] ?? null, theirs[file] ?? null).map((overlap) => ({ file, ...overlap })),
    )
  }

  /**
   * The author's answer to a conflict. What does not overlap stays, whoever changed it. If the other side removed
   * something of which the kept side changed a part, all that it removed stays: a question without its texts, or texts
   * without their question, would be of no use.
   */
  decide(choice: Side): void {
    const [base, mine, theirs] = [this.#base, this.#state.files, this.#theirs]
    if (!theirs) return
    const restores = this.conflicts().some((conflict) => isRemoved(conflict, choice === 'mine' ? 'theirs' : 'mine'))
    const names = new Set([base, mine, theirs].flatMap((files) => Object.keys(files)))
    const merged = [...names].map((file): [string, string | null] => [
      file,
      mergeKeeping(choice, restores, base[file] ?? null, mine[file] ?? null, theirs[file] ?? null),
    ])
    this.#theirs = undefined
    this.#disk = theirs
    const files = withTexts(theirs, Object.fromEntries(merged))
    this.#become(choice === 'mine' ? { files } : { files, history: emptyHistory })
  }

  /** Writes unsaved changes to disk. */
  async flush(): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    // If several saves wait, the first starts the next save, and the rest wait for that save as well.
    while (this.#saving) await this.#saving
    if (this.#theirs) return
    const { files } = this.#state
    const request = changeBetween(this.#disk, files)
    if (Object.keys(request.after).length === 0) return this.#set({ save: 'saved' })
    this.#saving = this.#send(request, files)
    await this.#saving
  }

  async #send(request: FileChange, sent: FormFiles): Promise<void> {
    // Another try does not hide for a moment why the last one has failed, nor the way out.
    if (this.#state.save !== 'unreachable') this.#set({ save: 'saving' })
    this.#isOutdated = true
    const texts = withTexts({}, request.after)
    this.#sent = [...this.#sent, texts].slice(-mostSent)
    this.#keep(changeBetween(this.#origin(), this.#state.files))
    try {
      const { kind, files } = await this.#ports.save(request)
      if (kind === 'conflict') {
        this.#sent = this.#sent.filter((one) => one !== texts)
        this.#follow(files)
      } else {
        this.#sent = []
        const merged = withChange(files, changeBetween(sent, this.#state.files))
        this.#disk = files
        if (merged) this.#become({ files: merged })
        else this.#ask(files, sent)
      }
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause
      this.#set({ save: 'unreachable' })
      this.#schedule(retryAfterMs)
    } finally {
      this.#saving = undefined
    }
  }

  /**
   * Returns whether the changes are in the page now: of several that overlap, the next one is left for the next page.
   */
  #restore(kept: Kept): boolean {
    const { files, sent } = kept
    const now = this.#state.files
    this.#sent = [...this.#sent, ...sent]
    const disk = withArrived(kept.disk, sent, now)
    const merged = withChange(now, changeBetween(disk, files))
    if (merged) this.#become({ files: merged })
    else if (this.#state.save !== 'saved') return false
    else {
      const { before, after } = changeBetween(disk, files)
      this.#set({ files: withTexts(now, after) })
      this.#ask(now, withTexts(now, before))
      this.#keep({ before, after })
    }
    return true
  }

  #keep({ before, after }: FileChange): void {
    const isSaved = Object.keys(after).length === 0
    const kept = { disk: withTexts({}, before), files: withTexts({}, after), sent: this.#sent }
    this.#keepAs(this.#ports.tab, isSaved ? null : kept)
  }

  #keptOfTabs(): { [tab: string]: Kept } {
    const text = this.#ports.storage.getItem(this.#key)
    return text === null ? {} : (JSON.parse(text) as { [tab: string]: Kept })
  }

  #keepAs(tab: string, kept: Kept | null): void {
    const { [tab]: before, ...others } = this.#keptOfTabs()
    if (!before && !kept) return
    const all = kept ? { ...others, [tab]: kept } : others
    if (Object.keys(all).length === 0) this.#ports.storage.removeItem(this.#key)
    else this.#ports.storage.setItem(this.#key, JSON.stringify(all))
  }

  /** The version on disk from which the page's files were changed. */
  #origin(): FormFiles {
    return this.#theirs ? this.#base : this.#disk
  }

  #follow(files: FormFiles): void {
    const origin = withArrived(this.#origin(), this.#sent, files)
    const merged = withChange(files, changeBetween(origin, this.#state.files))
    if (!merged) return this.#ask(files, origin)
    // The author need not decide any more, or has not seen this version.
    this.#theirs = undefined
    this.#disk = files
    this.#become({ files: merged })
  }

  #ask(theirs: FormFiles, base: FormFiles): void {
    this.#theirs = theirs
    this.#base = base
    this.#set({ save: 'conflict' })
  }

  #become(change: Partial<DocumentState>): void {
    const isChanged = change.files && Object.keys(changeBetween(this.#state.files, change.files).after).length > 0
    const files = isChanged && change.files ? change.files : this.#state.files
    const isSaved = Object.keys(changeBetween(this.#disk, files).after).length === 0
    this.#keep(changeBetween(isSaved ? this.#disk : this.#origin(), files))
    const save = this.#theirs ? 'conflict' : isSaved ? 'saved' : 'saving'
    this.#set({ ...change, files, save })
    if (save === 'saving') this.#schedule(saveAfterMs)
  }

  #schedule(ms: number): void {
    this.#cancel?.()
    this.#cancel = this.#ports.later(() => {
      this.flush().catch((cause: unknown) => reportError(cause))
    }, ms)
  }

  #set(change: Partial<DocumentState>): void {
    const before = this.#state
    const readable = change.files ? readableFiles(before.readable, change.files) : before.readable
    const { files, history } = { ...before, ...change }
    const isMoved = files !== before.files || history !== before.history
    const toUndo = isMoved ? (undo(history, files)?.title ?? null) : before.toUndo
    const toRedo = isMoved ? (redo(history, files)?.title ?? null) : before.toRedo
    this.#state = { ...before, ...change, readable, toUndo, toRedo }
    if (readable.files['form.json'] !== before.readable.files['form.json']) this.#remember(namesOf(readable.files))
    if (Object.keys(change).every((key) => Reflect.get(before, key) === Reflect.get(this.#state, key))) return
    this.#listeners.notify()
  }
}

function namesOf(files: FormFiles): string[] {
  return namesIn(withLists(readValue(files['form.json'] ?? '{}', ''), files))
}

/** What was on its way and is on the disk now is no change of others. */
function withArrived(origin: FormFiles, sent: readonly FormFiles[], disk: FormFiles): FormFiles {
  const arrived = sent.flatMap((texts) => Object.entries(texts).filter(([file, text]) => disk[file] === text))
  return { ...origin, ...Object.fromEntries(arrived) }
}

function withTexts(files: FormFiles, texts: FileTexts): FormFiles {
  const all = Object.entries({ ...files, ...texts })
  return Object.fromEntries(all.flatMap(([name, text]): [string, string][] => (text === null ? [] : [[name, text]])))
}
