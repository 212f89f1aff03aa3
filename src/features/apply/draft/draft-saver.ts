import { problemOf } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import { isBlank, sameContent } from './draft-content.ts'
import type { DraftContent, ServerDraft } from './draft-content.ts'
import type { SaveAnswer, ServerDrafts } from './draft-server.ts'
import { reduceSaving, startSaving } from './saving-state.ts'
import type {
  GoneReason,
  OtherCopy,
  Question,
  SavedBase,
  SavingEffect,
  SavingEvent,
  SavingState,
} from './saving-state.ts'

/** What became of writing the browser's copy. `other-copy`: another tab has written since; its copy is still there. */
export type LocalWrite = { kind: 'written' } | { kind: 'refused' } | { kind: 'other-copy'; other: OtherCopy }

export type SaverDeps = {
  server: ServerDrafts
  /** The whole content as it is now, every keystroke included. */
  content(): DraftContent
  writeLocal(base: SavedBase): Promise<LocalWrite>
  /** Sends a last save while the page is left; false if that is impossible. */
  sendOnLeave(content: DraftContent, saveId: string, etag: string | null): boolean
  newSaveId(): string
  isOnline(): boolean
  onState(state: SavingState): void
  onLocalRefused(): void
  onQuestion(question: Question | null): void
}

export const localDelayMs = 250

/**
 * Runs `reduceSaving` for one application: in the browser at once, on the server two seconds after typing stops, on each
 * step and when the page is left. The methods are the events of the same names.
 */
export type DraftSaver = {
  typed(): void
  stepDone(): void
  /** 一時保存: resolves when the server has answered. */
  saveNow(): Promise<SavingState>
  /** The page that shows the form is removed: what waits to be written in the browser is written now. */
  flushLocal(): void
  onPageHide(): void
  retry(): void
  goneElsewhere(reason: GoneReason): void
  /** Another copy was found that the user has to choose about. */
  conflictWith(other: OtherCopy): void
  /** Continue from what the server has; `unsaved` sends our content on top of it. */
  rebase(base: SavedBase): void
  /** No save starts any more; resolves when none is on its way. */
  pause(): Promise<void>
  /** Saving goes on, e.g. after a refused submission. */
  resume(): void
  /** For good: nothing is written or sent any more, not even by a timer. */
  close(): void
  base(): SavedBase
  question(): Question | null
  /** Neither typed on nor in contact with the server: another copy may replace this one. */
  isIdle(): boolean
}

export function createDraftSaver(deps: SaverDeps, start: SavedBase, question: Question | null = null): DraftSaver {
  let state = startSaving(start, { kind: 'idle' }, question)
  let spareId: string | null = null
  /** What the request on its way has sent. */
  let sent: DraftContent = deps.content()
  let localTimer: ReturnType<typeof setTimeout> | null = null
  let serverTimer: ReturnType<typeof setTimeout> | null = null
  let lastWrite: Promise<void> = Promise.resolve()
  let waiting: (() => void)[] = []

  function dispatch(event: SavingEvent): void {
    spareId ??= deps.newSaveId()
    const before = state
    const { state: next, effects } = reduceSaving(before, event, { online: deps.isOnline(), newSaveId: spareId })
    state = next
    if (next.base.saveIds[0] === spareId) spareId = null
    if (next.question !== before.question) deps.onQuestion(next.question)
    if (next.status !== before.status) deps.onState(next.status)
    for (const effect of effects) run(effect)
    if (state.request === null) {
      const resolved = waiting
      waiting = []
      for (const resolve of resolved) resolve()
    }
  }

  function run(effect: SavingEffect): void {
    switch (effect.type) {
      case 'write-local-later':
        localTimer ??= setTimeout(() => dispatch({ type: 'local-timer' }), localDelayMs)
        return
      case 'write-local':
        void writeLocal()
        return
      case 'wait-for-server':
        stopWaiting()
        serverTimer = setTimeout(() => dispatch({ type: 'server-timer' }), effect.delayMs)
        return
      case 'stop-waiting':
        stopWaiting()
        return
      case 'save':
        void save(effect)
        return
      case 'read':
        void read(effect.saveId)
        return
      case 'save-on-page-hide':
        deps.sendOnLeave(deps.content(), effect.saveId, effect.etag)
    }
  }

  function stopWaiting(): void {
    if (serverTimer !== null) clearTimeout(serverTimer)
    serverTimer = null
  }

  function writeLocal(): Promise<void> {
    if (localTimer !== null) clearTimeout(localTimer)
    localTimer = null
    lastWrite = deps.writeLocal(state.base).then((written) => {
      if (written.kind === 'refused') deps.onLocalRefused()
      if (written.kind === 'other-copy') dispatch({ type: 'other-copy', other: written.other })
    })
    return lastWrite
  }

  async function save({ saveId, etag, silent }: Extract<SavingEffect, { type: 'save' }>): Promise<void> {
    sent = deps.content()
    await writeLocal()
    // The browser may have had a newer copy, or the draft may have been submitted meanwhile.
    if (state.request?.saveId !== saveId) return
    if (isBlank(sent)) await removeEmpty(saveId, etag)
    else dispatch(eventOf(await deps.server.save(sent, saveId, etag, silent), saveId))
  }

  /** Without any answer there is nothing to keep: the server's copy is deleted, unless somebody else has changed it. */
  async function removeEmpty(saveId: string, etag: string | null): Promise<void> {
    if (etag === null) return dispatch({ type: 'removed', saveId })
    const answer = await deps.server.read()
    if (answer.kind === 'unreachable') return dispatch(failureOf(answer.problem, saveId))
    if (answer.kind === 'found' && answer.draft.etag !== etag) return found(answer.draft, saveId)
    try {
      if (answer.kind === 'found') await deps.server.remove()
      dispatch({ type: 'removed', saveId })
    } catch (error) {
      const problem = problemOf(error)
      if (problem === null) throw error
      dispatch(failureOf(problem, saveId))
    }
  }

  async function read(saveId: string): Promise<void> {
    const answer = await deps.server.read()
    if (answer.kind === 'unreachable') dispatch({ type: 'failed', saveId })
    else if (answer.kind === 'none') dispatch({ type: 'missing', saveId })
    else if (answer.kind === 'expired') dispatch({ type: 'expired', saveId })
    else found(answer.draft, saveId)
  }

  function found(draft: ServerDraft, saveId: string): void {
    dispatch({ type: 'found', saveId, draft, same: sameContent(draft.content, sent) })
  }

  function idle(): Promise<void> {
    if (state.request === null) return Promise.resolve()
    return new Promise((resolve) => {
      waiting.push(resolve)
    })
  }

  return {
    typed: () => dispatch({ type: 'typed' }),
    stepDone: () => dispatch({ type: 'step-done' }),
    async saveNow() {
      dispatch({ type: 'save-clicked' })
      await lastWrite
      await idle()
      return state.status
    },
    flushLocal: () => dispatch({ type: 'flush' }),
    onPageHide: () => dispatch({ type: 'page-hidden' }),
    retry: () => dispatch({ type: 'retry' }),
    goneElsewhere: (reason) => dispatch({ type: 'gone', reason }),
    conflictWith: (other) => dispatch({ type: 'other-copy', other }),
    rebase: (base) => dispatch({ type: 'rebased', base }),
    async pause() {
      dispatch({ type: 'paused' })
      await idle()
    },
    resume: () => dispatch({ type: 'resumed' }),
    close() {
      if (localTimer !== null) clearTimeout(localTimer)
      localTimer = null
      dispatch({ type: 'closed' })
    },
    base: () => state.base,
    question: () => state.question,
    isIdle: () =>
      !state.base.unsaved && state.request === null && !state.paused && !state.closed && state.question === null,
  }
}

function eventOf(answer: SaveAnswer, saveId: string): SavingEvent {
  switch (answer.kind) {
    case 'conflict':
      return { type: 'outdated', saveId }
    case 'saved':
      return { type: 'saved', saveId, etag: answer.etag, savedAt: answer.savedAt, expiresAt: answer.expiresAt }
    case 'gone':
      return { type: 'expired', saveId }
    case 'refused':
      return { type: 'refused', saveId }
    case 'failed':
      return failureOf(answer.problem, saveId)
  }
}

function failureOf({ retryAfter }: Problem, saveId: string): SavingEvent {
  return { type: 'failed', saveId, ...(retryAfter === undefined ? {} : { retryAfter }) }
}
