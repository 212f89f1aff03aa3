import { sameContent } from './draft-content.ts'
import type { DraftContent, ServerDraft } from './draft-content.ts'
import type { ServerDrafts } from './draft-server.ts'

/** What the screen says about saving. Times are RFC 3339. */
export type SavingState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string; expiresAt: string }
  /** Not on the server; tried again by itself. */
  | { kind: 'failed' }
  | { kind: 'offline' }
  /** The server will not take it (too large …): kept in this browser only. */
  | { kind: 'browser-only' }

/** What the server has, as far as this browser knows. */
export type SavedBase = { etag: string | null; savedAt: string | null; saveIds: string[]; unsaved: boolean }

export type SaverPorts = {
  server: ServerDrafts
  /** The whole content as it is now, every keystroke included. */
  content(): DraftContent
  /** Writes the browser's copy; false where the browser refuses. */
  writeLocal(base: SavedBase): Promise<boolean>
  /** Sends a last save while the page is left; false if that cannot be. */
  sendOnLeave(content: DraftContent, saveId: string, etag: string | null): boolean
  newSaveId(): string
  isOnline(): boolean
  onState(state: SavingState): void
  onLocalRefused(): void
  onConflict(theirs: ServerDraft): void
}

export const localDelay = 250
export const serverDelay = 2_000
const retryDelays = [2_000, 4_000, 8_000, 16_000, 30_000]
/** More saves than a long night without answers makes; each is forgotten once a later one is confirmed. */
const rememberedSaves = 100

/**
 * Saves an application while it is made: in the browser at once, on the server two seconds after typing stops, on each
 * step and when the page is left. One save is under way at a time; a failed one is tried again by itself.
 */
export type DraftSaver = {
  /** A keystroke. */
  typed(): void
  /** A step was left, an address chosen: worth a save of its own. */
  stepDone(): void
  /** 一時保存: resolves when the server has answered. */
  saveNow(): Promise<SavingState>
  /** Nothing may draw this any more: what waits to be written in the browser is written now. */
  keep(): void
  /** The page may never come back. */
  leaving(): void
  /** The network or the session is back. */
  tryAgain(): void
  /** Continue from what the server has, e.g. after a conflict; `unsaved` sends our content on top of it. */
  rebase(base: SavedBase): void
  /** No save starts any more; resolves when none is under way. */
  stop(): Promise<void>
  /** Saving goes on, e.g. after a refused submission. */
  resume(): void
  base(): SavedBase
}

export function createDraftSaver(ports: SaverPorts, start: SavedBase, startsInConflict = false): DraftSaver {
  let base = start
  let state: SavingState = { kind: 'idle' }
  let stopped = false
  let inConflict = startsInConflict
  let changes = 0
  let failures = 0
  let underWay: Promise<void> | null = null
  let localTimer: ReturnType<typeof setTimeout> | null = null
  let serverTimer: ReturnType<typeof setTimeout> | null = null

  function show(next: SavingState): void {
    state = next
    ports.onState(next)
  }

  async function writeLocal(): Promise<void> {
    clearLocal()
    if (!(await ports.writeLocal(base))) ports.onLocalRefused()
  }

  function keep(): void {
    if (localTimer !== null) void writeLocal()
  }

  function clearLocal(): void {
    if (localTimer !== null) clearTimeout(localTimer)
    localTimer = null
  }

  function clearServer(): void {
    if (serverTimer !== null) clearTimeout(serverTimer)
    serverTimer = null
  }

  function scheduleServer(delay: number): void {
    clearServer()
    if (stopped || inConflict) return
    serverTimer = setTimeout(() => void saveOnServer(true), delay)
  }

  function changed(): void {
    changes += 1
    base = { ...base, unsaved: true }
  }

  /** One save at a time: who comes while one is under way waits for it and saves what is new since. */
  async function saveOnServer(quietly: boolean): Promise<void> {
    clearServer()
    while (underWay !== null) await underWay
    if (stopped || inConflict || !base.unsaved) return
    underWay = saveOnce(quietly).finally(() => {
      underWay = null
    })
    await underWay
  }

  async function saveOnce(quietly: boolean): Promise<void> {
    if (!ports.isOnline()) {
      show({ kind: 'offline' })
      return
    }
    show({ kind: 'saving' })
    // A conflict may turn out to be our own save whose answer was lost; then the next round has the right tag.
    for (let round = 0; round < 3; round += 1) {
      const sent = changes
      const content = ports.content()
      const saveId = nextSaveId()
      await writeLocal()
      const answer = await ports.server.save(content, saveId, base.etag, quietly)
      if (answer.kind === 'saved') {
        accept(answer, saveId, sent)
        await writeLocal()
        return
      }
      if (answer.kind === 'gone') {
        base = { ...base, etag: null }
      } else if (answer.kind === 'conflict') {
        if (!(await resolveConflict(content, saveId, sent))) return
      } else if (answer.kind === 'refused') {
        failures = 0
        show({ kind: 'browser-only' })
        return
      } else {
        retry(answer.problem.retryAfter)
        return
      }
    }
    retry()
  }

  /** Whether another round is worth it; false when it is settled, put to the user or to be tried later. */
  async function resolveConflict(content: DraftContent, saveId: string, sent: number): Promise<boolean> {
    const theirs = await ports.server.read()
    if (theirs.kind === 'unreachable') {
      retry()
      return false
    }
    if (theirs.kind !== 'found') {
      base = { ...base, etag: null }
      return true
    }
    const { draft } = theirs
    if (draft.saveId === saveId || sameContent(draft.content, content)) {
      accept(draft, saveId, sent)
      await writeLocal()
      return false
    }
    if (base.saveIds.includes(draft.saveId)) {
      base = { ...base, etag: draft.etag }
      return true
    }
    inConflict = true
    show({ kind: 'failed' })
    ports.onConflict(draft)
    return false
  }

  function accept(saved: { etag: string; savedAt: string; expiresAt: string }, saveId: string, sent: number): void {
    failures = 0
    const unsaved = changes !== sent
    // Saves before this one can no longer be what the provider holds, those after it still can.
    const later = base.saveIds.slice(0, base.saveIds.indexOf(saveId) + 1)
    base = { etag: saved.etag, savedAt: saved.savedAt, unsaved, saveIds: later }
    show({ kind: 'saved', at: saved.savedAt, expiresAt: saved.expiresAt })
    if (unsaved) scheduleServer(serverDelay)
  }

  function retry(afterSeconds = 0): void {
    const delay = retryDelays[Math.min(failures, retryDelays.length - 1)] ?? serverDelay
    failures += 1
    show(ports.isOnline() ? { kind: 'failed' } : { kind: 'offline' })
    scheduleServer(Math.max(delay, afterSeconds * 1000))
  }

  function nextSaveId(): string {
    const saveId = ports.newSaveId()
    base = { ...base, saveIds: [saveId, ...base.saveIds].slice(0, rememberedSaves) }
    return saveId
  }

  return {
    typed() {
      changed()
      if (stopped) return
      localTimer ??= setTimeout(() => void writeLocal(), localDelay)
      scheduleServer(serverDelay)
    },
    stepDone() {
      changed()
      if (stopped) return
      void writeLocal()
      void saveOnServer(false)
    },
    async saveNow() {
      changed()
      await writeLocal()
      await saveOnServer(false)
      return state
    },
    keep,
    leaving() {
      if (!base.unsaved || stopped) return
      clearServer()
      const { etag } = base
      const saveId = nextSaveId()
      void writeLocal()
      if (!inConflict && ports.isOnline()) ports.sendOnLeave(ports.content(), saveId, etag)
      // The page may live on: the ordinary save then finds its own id at the provider.
      scheduleServer(serverDelay)
    },
    tryAgain() {
      failures = 0
      if (base.unsaved && !stopped) void saveOnServer(true)
    },
    rebase(next) {
      base = next
      inConflict = false
      failures = 0
      if (next.unsaved) {
        changed()
        void writeLocal()
        void saveOnServer(false)
      } else {
        void writeLocal()
        show({ kind: 'idle' })
      }
    },
    async stop() {
      stopped = true
      keep()
      clearServer()
      while (underWay !== null) await underWay
      clearServer()
    },
    resume() {
      stopped = false
      if (base.unsaved) scheduleServer(serverDelay)
    },
    base: () => base,
  }
}
