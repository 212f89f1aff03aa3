import { draftLifetimeMs } from './draft.ts'
import type { ServerDraft } from './draft.ts'
import type {
  Loss,
  ReadDraft,
  Question,
  Request,
  SavedBase,
  Saving,
  SavingEffect,
  SavingEvent,
  SavingInput,
  SavingState,
  Step,
} from './saving-types.ts'

export const serverDelayMs = 2_000
const retryDelaysMs = [2_000, 4_000, 8_000, 16_000, 30_000]
/** The API may have a save of ours with a lost response: then the next round has the right tag. */
export const maxRounds = 3

function maySend(state: Saving, input: SavingInput): boolean {
  return input.mode === 'open' && state.question === null
}

export const nothingSaved: SavedBase = {
  etag: null,
  savedAt: null,
  sent: false,
  unsaved: false,
  baseContent: null,
}

export const unknownLoss: Loss = { reason: 'unknown' }

/** Whether a save may have created a draft; its response may be lost or pending. */
export function mayExistOnServer({ etag, sent }: SavedBase): boolean {
  return etag !== null || sent
}

/** A continued draft shows its save time before anything is saved again. */
function savedBefore({ savedAt, unsaved }: SavedBase): SavingState {
  if (savedAt === null || unsaved) return { kind: 'idle' }
  return { kind: 'saved', at: savedAt, expiresAt: new Date(Date.parse(savedAt) + draftLifetimeMs).toISOString() }
}

export function startSaving(base: SavedBase, question: Question | null): Saving {
  return {
    base,
    status: question === null ? savedBefore(base) : { kind: 'undecided' },
    changes: 0,
    failures: 0,
    requests: 0,
    request: null,
    queued: null,
    localPending: false,
    question,
  }
}

/** The next state of saving and its effects. Pure: every rule of saving is in here. */
export function reduceSaving(state: Saving, event: SavingEvent, input: SavingInput): Step {
  switch (event.type) {
    case 'typed':
      return typed(changed(state), input)
    case 'step-done':
    case 'save-clicked': {
      const next = changed(state)
      if (input.mode === 'held') return only(next)
      return then(writeNow(next, input), (written) => send(written, false, input))
    }
    case 'flush':
      // The document may end, before the database has written, without telling this page: see `step-left`.
      return state.localPending ? writeNow(state, input, leaveCopy) : only(state)
    case 'local-timer':
      return state.localPending ? writeNow(state, input) : only(state)
    case 'server-timer':
      return send(state, true, input)
    case 'retry':
      return send({ ...state, failures: 0 }, true, input)
    case 'page-hidden':
      return pageHidden(state, input)
    case 'theirs':
      return ask(state, { kind: 'conflict', theirs: event.draft, conflicts: null })
    case 'gone':
      return gone(state, event, input)
    case 'rebased':
      return rebased(state, event.base, input)
    case 'held': {
      const flushed = state.localPending ? writeNow(state, input) : only(state)
      return then(flushed, (next) => ({ state: { ...next, queued: null }, effects: [{ type: 'stop-waiting' }] }))
    }
    case 'released': {
      const flushed = state.localPending ? writeNow(state, input) : only(state)
      if (!state.base.unsaved || !maySend(state, input)) return flushed
      return then(flushed, (next) => wait(next, serverDelayMs))
    }
    case 'saved':
    case 'removed':
    case 'outdated':
    case 'expired':
    case 'refused':
    case 'failed':
    case 'offline':
    case 'found':
    case 'missing':
    case 'submitted': {
      // A response to an outdated request, e.g. because a question was opened meanwhile.
      if (state.request === null || state.request.id !== event.request) return only(state)
      return answered(state, state.request, event, input)
    }
  }
}

type Answer = Extract<SavingEvent, { request: number }>

function answered(state: Saving, request: Request, event: Answer, input: SavingInput): Step {
  switch (event.type) {
    case 'saved':
      return accept(state, request, event, input)
    case 'removed': {
      const base: SavedBase = { ...nothingSaved, unsaved: state.changes !== request.sentChanges }
      return done({ ...state, base, failures: 0, status: { kind: 'idle' } }, input, [{ type: 'write-local' }])
    }
    case 'outdated':
      return { state, effects: [{ type: 'read', request: request.id }] }
    case 'expired':
      return nextRound({ ...state, base: { ...state.base, etag: null } }, request, input)
    case 'refused':
      return done({ ...state, failures: 0, status: { kind: 'browser-only' } }, input)
    case 'failed': {
      // The page may be replaced because of the same problem, e.g. if the tenant has closed.
      const flushed = state.localPending ? writeNow(state, input) : only(state)
      return then(flushed, (next) => retryLater(next, { kind: 'failed' }, input, event.retryAfter))
    }
    case 'offline': {
      const base = { ...state.base, sent: request.wasSent }
      return retryLater({ ...state, base }, { kind: 'offline' }, input)
    }
    case 'missing':
      if (state.base.etag === null) return nextRound(state, request, input)
      return ask(state, { kind: 'gone', ...unknownLoss })
    case 'submitted':
      return ask(state, { kind: 'gone', ...event.loss })
    case 'found':
      return found(state, request, event, input)
  }
}

/** After a 412: the server's copy is ours, or another device has saved since. */
function found(state: Saving, request: Request, event: Extract<Answer, { type: 'found' }>, input: SavingInput): Step {
  const { draft, verdict } = event
  if (verdict === 'same') return accept(state, request, draft, input)
  // The refused tag is still the current one, e.g. because a proxy changes tags: another round cannot help.
  if (draft.etag === state.base.etag) return retryLater(state, { kind: 'failed' }, input)
  if (verdict === 'theirs') return ask(state, { kind: 'conflict', theirs: draft, conflicts: null })
  return nextRound({ ...state, base: seen(state.base, draft) }, request, input)
}

/** The base for submitting this application in the place of the server's copy; null if that is not ours. */
export function baseToSubmit({ base }: Saving, read: ReadDraft): SavedBase | null {
  switch (read.kind) {
    case 'none':
      return base.etag === null ? base : null
    case 'expired':
      return { ...base, etag: null }
    case 'found':
      return read.verdict === 'theirs' ? null : seen(base, read.draft)
  }
}

/** Continues the server's copy. */
function seen(base: SavedBase, { etag, content }: Pick<ServerDraft, 'etag' | 'content'>): SavedBase {
  return { ...base, etag, baseContent: content }
}

function accept(
  state: Saving,
  { sentChanges }: Request,
  { content, etag, savedAt, expiresAt }: Pick<ServerDraft, 'content' | 'etag' | 'savedAt' | 'expiresAt'>,
  input: SavingInput,
): Step {
  const unsaved = state.changes !== sentChanges
  const next: Saving = {
    ...state,
    base: { etag, savedAt, unsaved, sent: false, baseContent: content },
    failures: 0,
    status: { kind: 'saved', at: savedAt, expiresAt },
  }
  return done(next, input, [{ type: 'write-local' }])
}

/** The request is over: a requested save starts now, text typed meanwhile waits for its delay. */
function done(state: Saving, input: SavingInput, effects: SavingEffect[] = []): Step {
  const { queued } = state
  const next: Saving = { ...state, request: null, queued: null }
  const follow =
    queued !== null
      ? send(next, queued.silent, input)
      : next.base.unsaved && next.status.kind !== 'browser-only' && maySend(next, input)
        ? wait(next, serverDelayMs)
        : only(next)
  return { state: follow.state, effects: [...effects, ...follow.effects] }
}

function nextRound(state: Saving, request: Request, input: SavingInput): Step {
  if (!maySend(state, input)) return done(state, input)
  if (request.round + 1 >= maxRounds) return retryLater(state, { kind: 'failed' }, input)
  return start(state, { silent: request.silent, round: request.round + 1 })
}

function retryLater(state: Saving, status: SavingState, input: SavingInput, retryAfterSeconds = 0): Step {
  const delayMs = retryDelaysMs[Math.min(state.failures, retryDelaysMs.length - 1)] ?? serverDelayMs
  const next: Saving = {
    ...state,
    request: null,
    failures: state.failures + 1,
    status,
  }
  if (state.queued !== null) return send({ ...next, queued: null }, state.queued.silent, input)
  return maySend(next, input) ? wait(next, Math.max(delayMs, retryAfterSeconds * 1000)) : only(next)
}

/** One save at a time: changes during a pending save are sent after it. */
function send(state: Saving, silent: boolean, input: SavingInput): Step {
  if (!maySend(state, input) || !state.base.unsaved) return { state, effects: [{ type: 'stop-waiting' }] }
  if (state.request !== null) {
    return { state: { ...state, queued: { silent: silent && (state.queued?.silent ?? true) } }, effects: [] }
  }
  return start(state, { silent, round: 0 })
}

function start(state: Saving, { silent, round }: Pick<Request, 'silent' | 'round'>): Step {
  const { sent: wasSent, etag } = state.base
  const id = state.requests + 1
  // An automatic retry that may fail as well does not hide for half a minute that the server has no copy.
  const isRetry = silent && (state.status.kind === 'failed' || state.status.kind === 'offline')
  return {
    state: {
      ...state,
      base: { ...state.base, sent: true },
      requests: id,
      status: isRetry ? state.status : { kind: 'saving' },
      request: { id, sentChanges: state.changes, round, silent, wasSent },
    },
    effects: [{ type: 'stop-waiting' }, { type: 'save', request: id, etag, silent }],
  }
}

function changed(state: Saving): Saving {
  return { ...state, changes: state.changes + 1, base: { ...state.base, unsaved: true } }
}

function typed(state: Saving, input: SavingInput): Step {
  const pending = { ...state, localPending: true }
  if (input.mode === 'held') return only(pending)
  const local: Step = { state: pending, effects: [{ type: 'write-local-later' }] }
  return maySend(state, input) ? then(local, (next) => wait(next, serverDelayMs)) : local
}

const leaveCopy: SavingEffect = { type: 'write-local', isLeaving: true }

function writeNow(state: Saving, input: SavingInput, effect: SavingEffect = { type: 'write-local' }): Step {
  if (input.mode === 'held') return only(state)
  return { state: { ...state, localPending: false }, effects: [effect] }
}

function pageHidden(state: Saving, input: SavingInput): Step {
  if (!state.base.unsaved || input.mode === 'held') return only(state)
  const { etag } = state.base
  return then(writeNow(state, input, leaveCopy), (written) => {
    if (!maySend(written, input)) return only(written)
    const next = { ...written, base: { ...written.base, sent: true } }
    // The page may continue to exist: the ordinary save then finds its own draft on the server.
    const later = wait(next, serverDelayMs)
    const leave: SavingEffect = { type: 'save-on-page-hide', etag }
    return { state: later.state, effects: [leave, ...later.effects] }
  })
}

/** If this tab only had an empty form, the draft can be dropped without a question. */
function gone(state: Saving, { type, ...loss }: { type: 'gone' } & Loss, input: SavingInput): Step {
  if (input.mode === 'held') return only(state)
  if (state.base.etag === null && !state.base.unsaved) return only(state)
  return ask(state, { kind: type, ...loss })
}

function ask(state: Saving, question: Question): Step {
  return {
    state: { ...state, question, request: null, queued: null, status: { kind: 'undecided' } },
    effects: [{ type: 'stop-waiting' }],
  }
}

function rebased(state: Saving, base: SavedBase, input: SavingInput): Step {
  const next: Saving = {
    ...state,
    base,
    status: savedBefore(base),
    question: null,
    request: null,
    queued: null,
    failures: 0,
  }
  if (base.unsaved) return then(writeNow(changed(next), input), (written) => send(written, false, input))
  return then(writeNow(next, input), (written) => ({
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
