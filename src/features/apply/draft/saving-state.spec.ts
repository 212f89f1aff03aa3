import { describe, expect, it } from 'vitest'
import { baseToSubmit, mayExistOnServer, reduceSaving, serverDelayMs, startSaving } from './saving-state.ts'
import type { DraftContent, ServerDraft } from './draft.ts'
import { receivedOrder } from '../testing/fake-deps.ts'
import type { Question, Request, SavedBase, Saving, SavingEvent, SavingInput } from './saving-types.ts'

const at = '2026-11-21T10:00:00+09:00'
const expiresAt = '2026-11-28T10:00:00+09:00'
const base: SavedBase = { etag: '"1"', savedAt: at, sent: false, baseContent: null, unsaved: true }
/** While a save is pending, or after one whose response was lost. */
const sentBase: SavedBase = { ...base, sent: true }
const open: SavingInput = { mode: 'open' }
const held: SavingInput = { mode: 'held' }
const content: DraftContent = {
  formVersion: 'a1',
  answers: { applicant: { name: '港' } },
  step: 'applicant',
  shippingAddress: null,
  unplaced: [],
  registered: [],
  reapplyOf: null,
}
const theirs: ServerDraft = { content, applicationId: 'theirs', etag: '"9"', savedAt: at, expiresAt }
const conflict: Question = { kind: 'conflict', theirs, conflicts: null }

function saving(over: Partial<Saving> = {}): Saving {
  return { ...startSaving(base, null), requests: 2, ...over }
}
function request(over: Partial<Request> = {}): Request {
  return { id: 2, sentChanges: 0, round: 0, silent: true, wasSent: false, ...over }
}
/** While the second request has no response. */
function pending(over: Partial<Saving> = {}): Saving {
  return saving({ base: sentBase, request: request(), status: { kind: 'saving' }, ...over })
}
function after(state: Saving, event: SavingEvent, input = open) {
  return reduceSaving(state, event, input)
}

const stop = { type: 'stop-waiting' }
const waiting = { type: 'wait-for-server', delayMs: serverDelayMs }
const save = { type: 'save', request: 3, etag: '"1"', silent: true }
const saved = { type: 'saved', request: 2, content, etag: '"2"', savedAt: at, expiresAt } as const

describe('the start', () => {
  it('the start shows when the draft was saved, unless it was changed since or waits for a decision', () => {
    expect(startSaving({ ...base, unsaved: false }, null).status).toMatchObject({ kind: 'saved', at })
    expect(startSaving(base, null)).toEqual({
      base,
      status: { kind: 'idle' },
      changes: 0,
      failures: 0,
      requests: 0,
      request: null,
      queued: null,
      localPending: false,
      question: null,
    })
    expect(startSaving(base, conflict)).toMatchObject({
      status: { kind: 'undecided' },
      question: conflict,
    })
  })
})

describe('a draft', () => {
  it('a draft may exist at the API once it has a tag or a save was sent', () => {
    expect(mayExistOnServer(base)).toBe(true)
    expect(mayExistOnServer({ ...sentBase, etag: null })).toBe(true)
    expect(mayExistOnServer({ ...base, etag: null })).toBe(false)
  })
})

describe('a keystroke', () => {
  it('a keystroke is written into the browser soon, and sent after a pause', () => {
    const { state, effects } = after(saving({ base: { ...base, unsaved: false } }), { type: 'typed' })
    expect(state).toMatchObject({ changes: 1, localPending: true, base: { unsaved: true } })
    expect(effects).toEqual([{ type: 'write-local-later' }, waiting])
  })

  it('a keystroke is written only into the browser while a question is open', () => {
    expect(after(saving({ question: conflict }), { type: 'typed' }).effects).toEqual([{ type: 'write-local-later' }])
    const unknown = saving({ question: { kind: 'gone', reason: 'unknown' } })
    expect(after(unknown, { type: 'typed' }).effects).toEqual([{ type: 'write-local-later' }])
  })

  it('a keystroke has no effect yet while saving is held', () => {
    expect(after(saving(), { type: 'typed' }, held).effects).toEqual([])
  })
})

describe.each(['step-done', 'save-clicked'] as const)('%s', (type) => {
  it('the change is written and sent at once, and shown', () => {
    const { state, effects } = after(saving({ localPending: true }), { type })
    expect(state).toMatchObject({ changes: 1, localPending: false, status: { kind: 'saving' } })
    expect(state.request).toEqual({ id: 3, sentChanges: 1, round: 0, silent: false, wasSent: false })
    expect(state.base.sent).toBe(true)
    expect(effects).toEqual([{ type: 'write-local' }, stop, { ...save, silent: false }])
  })

  it('a change is only counted while saving is held', () => {
    const { state, effects } = after(saving(), { type }, held)
    expect(state).toEqual({ ...saving(), changes: 1 })
    expect(effects).toEqual([])
  })
})

describe('a copy for the browser that is due', () => {
  it('a due copy is written after the timer, once', () => {
    const written = after(saving({ localPending: true }), { type: 'local-timer' })
    expect(written).toEqual({ state: saving(), effects: [{ type: 'write-local' }] })
    expect(after(written.state, { type: 'local-timer' }).effects).toEqual([])
  })

  it('a flush keeps a due copy until the database has it, once', () => {
    const written = after(saving({ localPending: true }), { type: 'flush' })
    expect(written).toEqual({ state: saving(), effects: [{ type: 'write-local', isLeaving: true }] })
    expect(after(written.state, { type: 'flush' }).effects).toEqual([])
  })
})

describe('the pause after a keystroke', () => {
  it('ends with a silent save', () => {
    const { state, effects } = after(saving({ failures: 3 }), { type: 'server-timer' })
    expect(state).toMatchObject({ failures: 3, status: { kind: 'saving' } })
    expect(state.request).toEqual({ id: 3, sentChanges: 0, round: 0, silent: true, wasSent: false })
    expect(effects).toEqual([stop, save])
  })

  it('ends without a save if nothing changed or none is allowed', () => {
    const unchanged = saving({ base: { ...base, unsaved: false } })
    expect(after(unchanged, { type: 'server-timer' })).toEqual({ state: unchanged, effects: [stop] })
    const asking = saving({ question: conflict })
    expect(after(asking, { type: 'server-timer' })).toEqual({ state: asking, effects: [stop] })
  })

  it('lets the next save wait for the present one, which is silent if all waiting ones are', () => {
    const queued = after(pending(), { type: 'server-timer' })
    expect(queued).toEqual({ state: pending({ queued: { silent: true } }), effects: [] })
    const clicked = after(queued.state, { type: 'save-clicked' }).state
    expect(clicked.queued).toEqual({ silent: false })
    expect(after(clicked, { type: 'server-timer' }).state.queued).toEqual({ silent: false })
  })
})

describe('a retry after the network or the session is back', () => {
  it('a retry is silent, and its next failure waits the shortest time again', () => {
    const { state, effects } = after(saving({ failures: 4 }), { type: 'retry' })
    expect(state.failures).toBe(0)
    expect(effects).toEqual([stop, save])
  })
})

describe('a page that is hidden', () => {
  it('the draft of a hidden page is written and sent at once, and a later save checks it', () => {
    const { state, effects } = after(saving({ localPending: true }), { type: 'page-hidden' })
    expect(state).toMatchObject({ localPending: false, base: { sent: true } })
    expect(effects).toEqual([
      { type: 'write-local', isLeaving: true },
      { type: 'save-on-page-hide', etag: '"1"' },
      waiting,
    ])
  })

  it('the draft of a hidden page is only written while a question is open', () => {
    const local = { type: 'write-local', isLeaving: true }
    expect(after(saving({ question: conflict }), { type: 'page-hidden' }).effects).toEqual([local])
  })

  it('changes nothing if everything is saved or saving is held', () => {
    const unchanged = saving({ base: { ...base, unsaved: false } })
    expect(after(unchanged, { type: 'page-hidden' })).toEqual({ state: unchanged, effects: [] })
    expect(after(saving(), { type: 'page-hidden' }, held)).toEqual({ state: saving(), effects: [] })
  })
})

describe('the response to a save', () => {
  it('shows when it was saved and how long it is kept, and is written into the browser', () => {
    const { state, effects } = after(pending({ failures: 2 }), saved)
    expect(state).toEqual(
      saving({
        base: { etag: '"2"', savedAt: at, sent: false, baseContent: content, unsaved: false },
        status: { kind: 'saved', at, expiresAt },
      }),
    )
    expect(effects).toEqual([{ type: 'write-local' }])
  })

  it('covers only what was sent: later text waits for its own save', () => {
    const { state, effects } = after(pending({ changes: 1 }), saved)
    expect(state.base.unsaved).toBe(true)
    expect(effects).toEqual([{ type: 'write-local' }, waiting])
    expect(after(pending({ changes: 1 }), saved, held).effects).toEqual([{ type: 'write-local' }])
  })

  it('starts the save that waited for it', () => {
    const { state, effects } = after(pending({ changes: 1, queued: { silent: false } }), saved)
    expect(state).toMatchObject({ queued: null, request: { id: 3, sentChanges: 1, silent: false } })
    expect(effects).toEqual([{ type: 'write-local' }, stop, { ...save, etag: '"2"', silent: false }])
  })

  it('a response is ignored if it is for another save or none', () => {
    const late = { ...saved, request: 1 }
    expect(after(pending(), late)).toEqual({ state: pending(), effects: [] })
    expect(after(saving(), saved)).toEqual({ state: saving(), effects: [] })
  })

  it('a response reports that the draft is deleted because it is empty', () => {
    const nothing: SavedBase = { etag: null, savedAt: null, sent: false, baseContent: null, unsaved: false }
    const { state, effects } = after(pending({ failures: 1 }), { type: 'removed', request: 2 })
    expect(state).toEqual(saving({ base: nothing }))
    expect(effects).toEqual([{ type: 'write-local' }])
    const typed = after(pending({ changes: 1 }), { type: 'removed', request: 2 })
    expect(typed.state.base).toEqual({ ...nothing, unsaved: true })
    expect(typed.effects).toEqual([{ type: 'write-local' }, waiting])
  })

  it('after a final refusal, only the browser keeps the text', () => {
    const { state, effects } = after(pending({ failures: 1 }), { type: 'refused', request: 2 })
    expect(state).toEqual(saving({ base: sentBase, status: { kind: 'browser-only' } }))
    expect(effects).toEqual([])
  })
})

describe('a save without a network', () => {
  const offline = { type: 'offline', request: 2 } as const

  it('a save without a network is retried like any other, and shown as such meanwhile', () => {
    const { state, effects } = after(pending({ failures: 1 }), offline)
    expect(state).toMatchObject({ failures: 2, status: { kind: 'offline' }, request: null })
    expect(effects).toEqual([{ type: 'wait-for-server', delayMs: 4_000 }])
    expect(after(state, { type: 'server-timer' }).state.status).toEqual({ kind: 'offline' })
    expect(after(state, { type: 'save-clicked' }).state.status).toEqual({ kind: 'saving' })
  })

  it.each([true, false])(
    'a save without a network was not sent: %s is whether an earlier one may be stored',
    (wasSent) => {
      const { state } = after(pending({ request: request({ wasSent }) }), offline)
      expect(state.base.sent).toBe(wasSent)
    },
  )
})

describe('a save that failed', () => {
  const failed = { type: 'failed', request: 2 } as const

  it.each([
    [0, 2_000],
    [1, 4_000],
    [2, 8_000],
    [3, 16_000],
    [4, 30_000],
    [5, 30_000],
    [50, 30_000],
  ])('a save is retried after %d failures in %d ms', (failures, delayMs) => {
    const { state, effects } = after(pending({ failures }), failed)
    expect(state).toEqual(saving({ base: sentBase, failures: failures + 1, status: { kind: 'failed' } }))
    expect(effects).toEqual([{ type: 'wait-for-server', delayMs }])
  })

  it('a failed save is still shown as failed during an automatic retry, but not after a click', () => {
    const failedOnce = after(pending(), failed).state
    expect(after(failedOnce, { type: 'server-timer' }).state).toMatchObject({
      status: { kind: 'failed' },
      request: { id: 3 },
    })
    expect(after(failedOnce, { type: 'save-clicked' }).state.status).toEqual({ kind: 'saving' })
  })

  it('a failed save is retried no sooner than the API asks', () => {
    const effectsAfter = (retryAfter: number) => after(pending(), { ...failed, retryAfter }).effects
    expect(effectsAfter(20)).toEqual([{ type: 'wait-for-server', delayMs: 20_000 }])
    expect(effectsAfter(1)).toEqual([{ type: 'wait-for-server', delayMs: 2_000 }])
  })

  it('writes a pending copy into the browser first', () => {
    const { state, effects } = after(pending({ localPending: true }), failed)
    expect(state.localPending).toBe(false)
    expect(effects).toEqual([{ type: 'write-local' }, waiting])
  })

  it('the save that waited for a failed one follows at once', () => {
    const { state, effects } = after(pending({ changes: 1, queued: { silent: true } }), failed)
    expect(state).toMatchObject({ queued: null, failures: 1, status: { kind: 'failed' }, request: { id: 3 } })
    expect(effects).toEqual([stop, save])
  })

  it('a failed save is not retried while saving is held', () => {
    expect(after(pending(), failed, held).effects).toEqual([])
  })
})

describe('a save that another one came before', () => {
  const found = { type: 'found', request: 2, draft: theirs, verdict: 'theirs' } as const
  const ours = { ...found, verdict: 'ours' } as const

  it('asks for the copy at the API first', () => {
    const { state, effects } = after(pending(), { type: 'outdated', request: 2 })
    expect(state).toEqual(pending())
    expect(effects).toEqual([{ type: 'read', request: 2 }])
  })

  it('an outdated save counts as saved if the copy at the API has the same content', () => {
    const { state, effects } = after(pending(), { ...found, verdict: 'same' })
    expect(state).toMatchObject({ base: { etag: '"9"', unsaved: false }, status: { kind: 'saved', at, expiresAt } })
    expect(effects).toEqual([{ type: 'write-local' }])
  })

  it('an outdated save is sent again on top of an earlier save of this application, silently if it was silent', () => {
    const { state, effects } = after(pending(), ours)
    expect(state.request).toEqual({ id: 3, sentChanges: 0, round: 1, silent: true, wasSent: true })
    expect(effects).toEqual([stop, { ...save, etag: '"9"' }])
  })

  it('an outdated save is sent at most three times in a row', () => {
    const second = after(pending({ request: request({ round: 1 }) }), ours).state
    expect(second.request).toMatchObject({ round: 2 })
    const third = after(pending({ request: request({ round: 2 }) }), ours)
    expect(third.state).toMatchObject({ request: null, failures: 1, status: { kind: 'failed' } })
    expect(third.effects).toEqual([waiting])
  })

  it('an outdated save is sent later while saving is held', () => {
    const { state, effects } = after(pending(), ours, held)
    expect(state).toMatchObject({ request: null, base: { etag: '"9"' } })
    expect(effects).toEqual([])
  })

  it('an outdated save is retried later if the refused tag is still the current one', () => {
    const { state, effects } = after(pending(), { ...ours, draft: { ...theirs, etag: '"1"' } })
    expect(state).toMatchObject({ request: null, failures: 1 })
    expect(effects).toEqual([waiting])
  })

  it('waits if the copy is of another device', () => {
    const { state, effects } = after(pending({ queued: { silent: true } }), found)
    expect(state).toEqual(saving({ base: sentBase, status: { kind: 'undecided' }, question: conflict }))
    expect(effects).toEqual([stop])
  })
})

describe('the base of a submission that named another draft', () => {
  const found = { kind: 'found', draft: theirs, verdict: 'theirs' } as const

  it('the base is the own one if neither has a draft, and for the user to decide if the named draft is gone', () => {
    const unsaved: SavedBase = { ...base, etag: null }
    expect(baseToSubmit(saving({ base: unsaved }), { kind: 'none' })).toEqual(unsaved)
    expect(baseToSubmit(saving(), { kind: 'none' })).toBeNull()
  })

  it('names no draft if the named one has expired', () => {
    expect(baseToSubmit(saving(), { kind: 'expired' })).toEqual({ ...base, etag: null })
  })

  it('names the draft at the API if it is ours or has the same answers; else another device has saved since', () => {
    const named = { ...base, etag: '"9"', baseContent: content }
    expect(baseToSubmit(saving(), found)).toBeNull()
    expect(baseToSubmit(saving(), { ...found, verdict: 'same' })).toEqual(named)
    expect(baseToSubmit(saving(), { ...found, verdict: 'ours' })).toEqual(named)
  })
})

describe('a draft that the API has no more', () => {
  it('a missing draft is created again if its week is over', () => {
    const { state, effects } = after(pending(), { type: 'expired', request: 2 })
    expect(state).toMatchObject({ base: { etag: null }, request: { round: 1 } })
    expect(effects).toEqual([stop, { ...save, etag: null }])
  })

  it('a missing draft is created again if it was never confirmed; otherwise the user is asked', () => {
    const missing = { type: 'missing', request: 2 } as const
    const unconfirmed = pending({ base: { ...base, etag: null } })
    expect(after(unconfirmed, missing).effects).toEqual([stop, { ...save, etag: null }])
    const { state, effects } = after(pending(), missing)
    expect(state).toMatchObject({ question: { kind: 'gone', reason: 'unknown' }, request: null })
    expect(effects).toEqual([stop])
  })

  it('a draft of an application that has become an order is a question, also if it was never confirmed', () => {
    const loss = { reason: 'earlier', received: { order: receivedOrder({}), isOtherAddress: false } } as const
    const unconfirmed = pending({ base: { ...base, etag: null } })
    const { state, effects } = after(unconfirmed, { type: 'submitted', request: 2, loss })
    expect(state).toMatchObject({ question: { kind: 'gone', reason: 'earlier' }, request: null })
    expect(effects).toEqual([stop])
  })

  it('a missing draft is no question for an empty form without a draft', () => {
    const gone = { type: 'gone', reason: 'unknown' } as const
    const empty = saving({ base: { etag: null, savedAt: null, sent: false, baseContent: null, unsaved: false } })
    expect(after(empty, gone)).toEqual({ state: empty, effects: [] })
    expect(after(saving({ base: { ...base, unsaved: false } }), gone).state.question).not.toBeNull()
    expect(after(saving({ base: { ...base, etag: null } }), gone).state.question).not.toBeNull()
  })
})

describe('a copy of another device', () => {
  it('a copy of another device is a question, and a response to a pending save is ignored', () => {
    const { state, effects } = after(pending(), { type: 'theirs', draft: theirs })
    expect(state).toEqual(saving({ base: sentBase, status: { kind: 'undecided' }, question: conflict }))
    expect(effects).toEqual([stop])
    expect(after(state, saved).state).toBe(state)
  })
})

describe('continuing from a copy', () => {
  const asked = saving({
    question: conflict,
    status: { kind: 'undecided' },
    failures: 3,
    queued: { silent: true },
    localPending: true,
  })

  it('continuing from a copy of the API writes it into the browser and sends nothing', () => {
    const next: SavedBase = { ...base, etag: '"9"', unsaved: false }
    const { state, effects } = after(asked, { type: 'rebased', base: next })
    const status = { kind: 'saved', at, expiresAt: '2026-11-28T01:00:00.000Z' } as const
    expect(state).toEqual(saving({ base: next, status }))
    expect(effects).toEqual([{ type: 'write-local' }, stop])
  })

  it('continuing from a copy of this page sends it at once, on top of the other copy', () => {
    const { state, effects } = after(asked, { type: 'rebased', base: { ...base, etag: '"9"' } })
    expect(state).toMatchObject({ changes: 1, question: null, failures: 0, request: { id: 3, silent: false } })
    expect(effects).toEqual([{ type: 'write-local' }, stop, { ...save, etag: '"9"', silent: false }])
  })
})

describe('holding', () => {
  it('stops the waiting save and writes a pending copy while that is allowed', () => {
    const state = saving({ localPending: true, queued: { silent: true } })
    expect(after(state, { type: 'held' })).toEqual({ state: saving(), effects: [{ type: 'write-local' }, stop] })
    expect(after(saving(), { type: 'held' }).effects).toEqual([stop])
  })

  it('ends with the save of what changed', () => {
    const state = saving({ localPending: true })
    expect(after(state, { type: 'released' })).toEqual({ state: saving(), effects: [{ type: 'write-local' }, waiting] })
    expect(after(saving(), { type: 'released' }).effects).toEqual([waiting])
    expect(after(saving({ base: { ...base, unsaved: false } }), { type: 'released' }).effects).toEqual([])
    expect(after(saving({ question: conflict }), { type: 'released' }).effects).toEqual([])
  })
})
