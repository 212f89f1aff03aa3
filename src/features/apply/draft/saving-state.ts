import type { DraftContent, ServerDraft } from './draft-content.ts'

/** What the screen says about saving. Times are RFC 3339. */
export type SavingState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string; expiresAt: string }
  /** Not on the server; retried automatically. */
  | { kind: 'failed' }
  | { kind: 'offline' }
  /** The server will not take it (too large …): kept in this browser only. */
  | { kind: 'browser-only' }
  /** Nothing is sent until the user has answered the open question. */
  | { kind: 'undecided' }

/** What the server has, as far as this browser knows. */
export type SavedBase = { etag: string | null; savedAt: string | null; saveIds: string[]; unsaved: boolean }

/** How a draft that was saved once has disappeared. `unknown`: the server has none any more and no tab said why. */
export type GoneReason = 'submitted' | 'deleted' | 'unknown'

/** Another copy of the same application, and what to continue from once one of the two is chosen. */
export type OtherCopy = {
  /** `tab`: it is only in this browser; `device`: the server has it. */
  source: 'tab' | 'device'
  content: DraftContent
  /** When it was last changed or saved, RFC 3339. */
  at: string
  /** What the server has once this copy counts. */
  base: SavedBase
  /** The stamp of the browser's record that holds it; null if the browser's record is ours. */
  stamp: string | null
}

/** What only the user can decide. No save is sent before. */
export type Question = { kind: 'conflict'; other: OtherCopy } | { kind: 'gone'; reason: GoneReason }

/** A save on its way, or the look at the server's copy after a 412. */
type Request = { saveId: string; sentChanges: number; round: number; silent: boolean }

export type Saving = {
  base: SavedBase
  status: SavingState
  /** Counts changes, so that an answer covers only what was sent. */
  changes: number
  failures: number
  request: Request | null
  /** A save asked for while another was on its way. */
  queued: { silent: boolean } | null
  /** The browser's copy is older than what was typed. */
  localPending: boolean
  question: Question | null
  /** A submission, or a change of the draft from outside, is under way. */
  paused: boolean
  closed: boolean
}

export type SavingEvent =
  /** A keystroke. */
  | { type: 'typed' }
  /** A step was left, an address chosen: worth a save of its own. */
  | { type: 'step-done' }
  /** 一時保存 was clicked. */
  | { type: 'save-clicked' }
  /** The page that shows the form is removed. */
  | { type: 'flush' }
  /** The document may never come back. */
  | { type: 'page-hidden' }
  /** The network or the session is back. */
  | { type: 'retry' }
  | { type: 'local-timer' }
  | { type: 'server-timer' }
  /** The browser holds a copy that another tab wrote since ours. */
  | { type: 'other-copy'; other: OtherCopy }
  | { type: 'saved'; saveId: string; etag: string; savedAt: string; expiresAt: string }
  /** The server has deleted the draft because this application is empty. */
  | { type: 'removed'; saveId: string }
  /** 412: somebody saved since. */
  | { type: 'outdated'; saveId: string }
  /** 410: the draft's week is over. */
  | { type: 'expired'; saveId: string }
  | { type: 'refused'; saveId: string }
  | { type: 'failed'; saveId: string; retryAfter?: number }
  /** The server's copy after a 412. `same`: it has the content that was sent. */
  | { type: 'found'; saveId: string; draft: ServerDraft; same: boolean }
  | { type: 'missing'; saveId: string }
  | { type: 'gone'; reason: GoneReason }
  /** Continue from what the server has, e.g. after a question; `unsaved` sends our content on top of it. */
  | { type: 'rebased'; base: SavedBase }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'closed' }

export type SavingEffect =
  /** Ignored while one waits: a long text is written several times while it is typed. */
  | { type: 'write-local-later' }
  | { type: 'write-local' }
  | { type: 'wait-for-server'; delayMs: number }
  | { type: 'stop-waiting' }
  /** Writes the browser's copy first, so that a save whose answer is lost is recognised after a reload. */
  | { type: 'save'; saveId: string; etag: string | null; silent: boolean }
  | { type: 'read'; saveId: string }
  | { type: 'save-on-page-hide'; saveId: string; etag: string | null }

/** What the reducer cannot compute: the network's state and an id for a save that may start now. */
export type SavingInput = { online: boolean; newSaveId: string }

export type Step = { state: Saving; effects: SavingEffect[] }

export const serverDelayMs = 2_000
const retryDelaysMs = [2_000, 4_000, 8_000, 16_000, 30_000]
/** A save may meet one of ours whose answer was lost: then the next round has the right tag. */
const maxRounds = 3
/** More saves than a night without answers makes; each is forgotten once a later one is confirmed. */
const rememberedSaves = 100

type Mode = 'open' | 'asking' | 'paused' | 'closed'

/** What each mode allows. */
const allowed: { [mode in Mode]: { writeLocal: boolean; send: boolean } } = {
  open: { writeLocal: true, send: true },
  asking: { writeLocal: true, send: false },
  paused: { writeLocal: false, send: false },
  closed: { writeLocal: false, send: false },
}

function modeOf({ closed, paused, question }: Saving): Mode {
  if (closed) return 'closed'
  if (paused) return 'paused'
  return question === null ? 'open' : 'asking'
}

/** What is deleted or submitted on purpose is not written into the browser again before the user says so. */
function mayWriteLocal(state: Saving): boolean {
  if (state.question?.kind === 'gone' && state.question.reason !== 'unknown') return false
  return allowed[modeOf(state)].writeLocal
}

function maySend(state: Saving): boolean {
  return allowed[modeOf(state)].send
}

export function startSaving(base: SavedBase, status: SavingState, question: Question | null): Saving {
  return {
    base,
    status: question === null ? status : { kind: 'undecided' },
    changes: 0,
    failures: 0,
    request: null,
    queued: null,
    localPending: false,
    question,
    paused: false,
    closed: false,
  }
}

/** The next state of saving and what has to be done for it. Pure: every rule of saving is in here. */
export function reduceSaving(state: Saving, event: SavingEvent, input: SavingInput): Step {
  switch (event.type) {
    case 'typed':
      return typed(changed(state))
    case 'step-done':
    case 'save-clicked': {
      const next = changed(state)
      if (next.closed || (next.paused && event.type === 'step-done')) return only(next)
      return then(writeNow(next), (written) => send(written, false, input))
    }
    case 'flush':
      return state.localPending ? writeNow(state) : only(state)
    case 'local-timer':
      return writeNow(state)
    case 'server-timer':
      return send(state, true, input)
    case 'retry':
      return send({ ...state, failures: 0 }, true, input)
    case 'page-hidden':
      return pageHidden(state, input)
    case 'other-copy':
      return ask(state, { kind: 'conflict', other: event.other })
    case 'gone':
      return gone(state, event.reason)
    case 'rebased':
      return rebased(state, event.base, input)
    case 'paused': {
      const flushed = state.localPending ? writeNow(state) : only(state)
      return then(flushed, (next) => ({
        state: { ...next, paused: true, queued: null },
        effects: [{ type: 'stop-waiting' }],
      }))
    }
    case 'resumed': {
      const next = { ...state, paused: false }
      return next.base.unsaved && maySend(next) ? wait(next, serverDelayMs) : only(next)
    }
    case 'closed':
      return { state: { ...state, closed: true, request: null, queued: null }, effects: [{ type: 'stop-waiting' }] }
    case 'saved':
    case 'removed':
    case 'outdated':
    case 'expired':
    case 'refused':
    case 'failed':
    case 'found':
    case 'missing': {
      // An answer to a request that no longer counts, e.g. because a question was asked meanwhile.
      if (state.request === null || state.request.saveId !== event.saveId) return only(state)
      return answered(state, state.request, event, input)
    }
  }
}

type Answer = Extract<SavingEvent, { saveId: string }>

function answered(state: Saving, request: Request, event: Answer, input: SavingInput): Step {
  switch (event.type) {
    case 'saved':
      return accept(state, request, event, input)
    case 'removed': {
      const base: SavedBase = { etag: null, savedAt: null, saveIds: [], unsaved: state.changes !== request.sentChanges }
      return done({ ...state, base, failures: 0, status: { kind: 'idle' } }, input, [{ type: 'write-local' }])
    }
    case 'outdated':
      return { state, effects: [{ type: 'read', saveId: request.saveId }] }
    case 'expired':
      return nextRound({ ...state, base: { ...state.base, etag: null } }, request, input)
    case 'refused':
      return done({ ...state, failures: 0, status: { kind: 'browser-only' } }, input)
    case 'failed':
      return retryLater(state, input, event.retryAfter)
    case 'missing':
      if (state.base.etag === null) return nextRound(state, request, input)
      return ask({ ...state, request: null }, { kind: 'gone', reason: 'unknown' })
    case 'found':
      return found(state, request, event, input)
  }
}

/** After a 412: the server's copy is ours, or the user chooses. */
function found(state: Saving, request: Request, event: Extract<Answer, { type: 'found' }>, input: SavingInput): Step {
  const { draft, same } = event
  if (draft.saveId === request.saveId || same) return accept(state, request, draft, input)
  // The tag that was refused is still the current one, e.g. because a proxy changes tags: another round cannot help.
  if (draft.etag === state.base.etag) return retryLater(state, input)
  if (state.base.saveIds.includes(draft.saveId)) {
    return nextRound({ ...state, base: { ...state.base, etag: draft.etag } }, request, input)
  }
  return ask(state, { kind: 'conflict', other: copyOnServer(draft, state.base) })
}

export function copyOnServer({ content, etag, savedAt }: ServerDraft, base: SavedBase): OtherCopy {
  return { source: 'device', content, at: savedAt, base: { ...base, etag, savedAt, unsaved: false }, stamp: null }
}

function accept(
  state: Saving,
  { saveId, sentChanges }: Request,
  { etag, savedAt, expiresAt }: { etag: string; savedAt: string; expiresAt: string },
  input: SavingInput,
): Step {
  const unsaved = state.changes !== sentChanges
  // Saves before this one can no longer be what the server holds, those after it still can.
  const saveIds = state.base.saveIds.slice(0, state.base.saveIds.indexOf(saveId) + 1)
  const next: Saving = {
    ...state,
    base: { etag, savedAt, unsaved, saveIds },
    failures: 0,
    status: { kind: 'saved', at: savedAt, expiresAt },
  }
  return done(next, input, [{ type: 'write-local' }])
}

/** The request is over: what was asked for meanwhile starts now, what was typed meanwhile waits for its delay. */
function done(state: Saving, input: SavingInput, effects: SavingEffect[] = []): Step {
  const { queued } = state
  const next: Saving = { ...state, request: null, queued: null }
  const follow =
    queued !== null
      ? send(next, queued.silent, input)
      : next.base.unsaved && next.status.kind !== 'browser-only' && maySend(next)
        ? wait(next, serverDelayMs)
        : only(next)
  return { state: follow.state, effects: [...effects, ...follow.effects] }
}

function nextRound(state: Saving, request: Request, input: SavingInput): Step {
  if (!maySend(state)) return done(state, input)
  if (request.round + 1 >= maxRounds) return retryLater(state, input)
  return start(state, { ...request, round: request.round + 1 }, input)
}

function retryLater(state: Saving, input: SavingInput, retryAfterSeconds = 0): Step {
  const delayMs = retryDelaysMs[Math.min(state.failures, retryDelaysMs.length - 1)] ?? serverDelayMs
  const next: Saving = {
    ...state,
    request: null,
    failures: state.failures + 1,
    status: input.online ? { kind: 'failed' } : { kind: 'offline' },
  }
  if (state.queued !== null) return send({ ...next, queued: null }, state.queued.silent, input)
  return maySend(next) ? wait(next, Math.max(delayMs, retryAfterSeconds * 1000)) : only(next)
}

/** One save at a time: what comes while one is on its way is sent after it. */
function send(state: Saving, silent: boolean, input: SavingInput): Step {
  if (!maySend(state) || !state.base.unsaved) return { state, effects: [{ type: 'stop-waiting' }] }
  if (state.request !== null) {
    return { state: { ...state, queued: { silent: silent && (state.queued?.silent ?? true) } }, effects: [] }
  }
  if (!input.online) return { state: { ...state, status: { kind: 'offline' } }, effects: [{ type: 'stop-waiting' }] }
  return start(state, { saveId: '', sentChanges: 0, round: 0, silent }, input)
}

function start(state: Saving, request: Request, { newSaveId }: SavingInput): Step {
  const next = withSaveId(state, newSaveId)
  return {
    state: {
      ...next,
      status: { kind: 'saving' },
      request: { ...request, saveId: newSaveId, sentChanges: state.changes },
    },
    effects: [
      { type: 'stop-waiting' },
      { type: 'save', saveId: newSaveId, etag: next.base.etag, silent: request.silent },
    ],
  }
}

function withSaveId(state: Saving, saveId: string): Saving {
  const saveIds = [saveId, ...state.base.saveIds].slice(0, rememberedSaves)
  return { ...state, base: { ...state.base, saveIds } }
}

function changed(state: Saving): Saving {
  return { ...state, changes: state.changes + 1, base: { ...state.base, unsaved: true } }
}

function typed(state: Saving): Step {
  const local: Step = mayWriteLocal(state)
    ? { state: { ...state, localPending: true }, effects: [{ type: 'write-local-later' }] }
    : only(state)
  return maySend(state) ? then(local, (next) => wait(next, serverDelayMs)) : local
}

function writeNow(state: Saving): Step {
  const next = { ...state, localPending: false }
  return mayWriteLocal(state) ? { state: next, effects: [{ type: 'write-local' }] } : only(next)
}

function pageHidden(state: Saving, input: SavingInput): Step {
  if (!state.base.unsaved || state.paused || state.closed) return only(state)
  const { etag } = state.base
  return then(writeNow(withSaveId(state, input.newSaveId)), (next) => {
    if (!maySend(next)) return only(next)
    // The page may live on: the ordinary save then finds its own id on the server.
    const later = wait(next, serverDelayMs)
    if (!input.online) return later
    const leave: SavingEffect = { type: 'save-on-page-hide', saveId: input.newSaveId, etag }
    return { state: later.state, effects: [leave, ...later.effects] }
  })
}

/** A draft that only existed as an empty form, here, is no loss to ask about. */
function gone(state: Saving, reason: GoneReason): Step {
  if (state.paused || state.closed) return only(state)
  if (state.base.etag === null && !state.base.unsaved) return only(state)
  return ask(state, { kind: 'gone', reason })
}

function ask(state: Saving, question: Question): Step {
  if (state.closed) return only(state)
  return {
    state: { ...state, question, request: null, queued: null, status: { kind: 'undecided' } },
    effects: [{ type: 'stop-waiting' }],
  }
}

function rebased(state: Saving, base: SavedBase, input: SavingInput): Step {
  const next: Saving = { ...state, base, question: null, request: null, queued: null, failures: 0 }
  if (base.unsaved) return then(writeNow(changed(next)), (written) => send(written, false, input))
  return then(writeNow({ ...next, status: { kind: 'idle' } }), (written) => ({
    state: written,
    effects: [{ type: 'stop-waiting' }],
  }))
}

function wait(state: Saving, delayMs: number): Step {
  return { state, effects: [{ type: 'wait-for-server', delayMs }] }
}

function only(state: Saving): Step {
  return { state, effects: [] }
}

function then(first: Step, next: (state: Saving) => Step): Step {
  const second = next(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}
