import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DraftContent, ServerAnswer, ServerDraft } from './draft-content.ts'
import { createDraftSaver } from './draft-saver.ts'
import type { SaverDeps } from './draft-saver.ts'
import type { Question, SavedBase, SavingState } from './saving-state.ts'
import type { SaveAnswer } from './draft-server.ts'

const week = '2026-11-28T10:00:00+09:00'
const at = '2026-11-21T10:00:00+09:00'
function saved(etag: string): SaveAnswer {
  return { kind: 'saved', etag, savedAt: at, expiresAt: week }
}
const down: SaveAnswer = { kind: 'failed', problem: { kind: 'unavailable', status: 503, fields: [] } }

function content(name: string): DraftContent {
  return {
    formVersion: 'a1',
    answers: { applicant: { name } },
    step: 'applicant',
    shippingAddress: null,
    reapplyOf: null,
  }
}

function theirs(over: Partial<ServerDraft> = {}): { kind: 'found'; draft: ServerDraft } {
  return {
    kind: 'found',
    draft: { content: content('別の端末'), saveId: 'theirs', etag: '"9"', savedAt: at, expiresAt: week, ...over },
  }
}

const theirsToChoose: Extract<Question, { kind: 'conflict' }> = {
  kind: 'conflict',
  other: {
    source: 'device',
    content: content('別の端末'),
    at,
    base: { etag: '"9"', savedAt: at, saveIds: ['save-1'], unsaved: false },
    stamp: null,
  },
}

function setUp(start: Partial<SavedBase> = {}) {
  const now = { content: content('港'), online: true, answers: [] as SaveAnswer[], read: theirs() as ServerAnswer }
  let ids = 0
  const states: SavingState[] = []
  const save = vi.fn<SaverDeps['server']['save']>(async () => now.answers.shift() ?? saved('"1"'))
  const writeLocal = vi.fn<SaverDeps['writeLocal']>(async () => ({ kind: 'written' }))
  const sendOnLeave = vi.fn<SaverDeps['sendOnLeave']>(() => true)
  const onQuestion = vi.fn<SaverDeps['onQuestion']>()
  const remove = vi.fn<SaverDeps['server']['remove']>(async () => undefined)
  const onLocalRefused = vi.fn<() => void>()
  const saver = createDraftSaver(
    {
      server: { save, read: async () => now.read, remove },
      content: () => now.content,
      writeLocal,
      sendOnLeave,
      newSaveId: () => `save-${(ids += 1)}`,
      isOnline: () => now.online,
      onState: (state) => states.push(state),
      onLocalRefused,
      onQuestion,
    },
    { etag: null, savedAt: null, saveIds: [], unsaved: false, ...start },
  )
  return {
    saver,
    now,
    save,
    remove,
    writeLocal,
    sendOnLeave,
    onQuestion,
    onLocalRefused,
    states,
    last: () => states.at(-1),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('saving while typing', () => {
  it('writes the browser copy within 300 ms of the first keystroke, however long typing goes on', async () => {
    const { saver, writeLocal } = setUp()
    for (let key = 0; key < 6; key += 1) {
      saver.typed()
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(writeLocal).toHaveBeenCalledOnce()
  })

  it('saves on the server two seconds after the last keystroke, not before', async () => {
    const { saver, save, last } = setUp()
    saver.typed()
    await vi.advanceTimersByTimeAsync(1_500)
    saver.typed()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(save).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(save).toHaveBeenCalledExactlyOnceWith(content('港'), 'save-1', null, true)
    expect(last()).toEqual({ kind: 'saved', at, expiresAt: week })
  })

  it('saves at once when a step is done, and says so', async () => {
    const { saver, save, states } = setUp()
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledOnce()
    expect(states.map(({ kind }) => kind)).toEqual(['saving', 'saved'])
  })

  it('sends nothing when nothing changed', async () => {
    const { saver, save, sendOnLeave } = setUp()
    saver.retry()
    saver.onPageHide()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).not.toHaveBeenCalled()
    expect(sendOnLeave).not.toHaveBeenCalled()
  })

  it('carries the tag of the last save to the next', async () => {
    const { saver, save } = setUp()
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenLastCalledWith(content('港'), 'save-2', '"1"', false)
  })

  it('has one save under way at a time and sends what came meanwhile afterwards', async () => {
    const { saver, save, now } = setUp()
    let answer: (answer: SaveAnswer) => void = () => undefined
    save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    now.content = content('港 花子')
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(save).toHaveBeenCalledOnce()
    answer(saved('"1"'))
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledTimes(2)
    expect(save).toHaveBeenLastCalledWith(content('港 花子'), 'save-2', '"1"', false)
  })

  it('tells once that the browser keeps nothing, and saves on the server all the same', async () => {
    const { saver, save, writeLocal, onLocalRefused } = setUp()
    writeLocal.mockResolvedValue({ kind: 'refused' })
    saver.typed()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(onLocalRefused).toHaveBeenCalled()
    expect(save).toHaveBeenCalledOnce()
  })
})

describe('a save that fails', () => {
  it('is tried again by itself, later each time, and not before Retry-After', async () => {
    const { saver, save, now, last } = setUp()
    now.answers = [down, { kind: 'failed', problem: { kind: 'too-many', retryAfter: 7, fields: [] } }]
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(last()).toEqual({ kind: 'failed' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(save).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(6_999)
    expect(save).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(save).toHaveBeenCalledTimes(3)
    expect(last()?.kind).toBe('saved')
  })

  it('waits for the network without asking, and goes on when it is back', async () => {
    const { saver, save, now, last } = setUp()
    now.online = false
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(last()).toEqual({ kind: 'offline' })
    expect(save).not.toHaveBeenCalled()
    now.online = true
    saver.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(last()?.kind).toBe('saved')
  })

  it('is kept in the browser only when the server will never take it, until the next change', async () => {
    const { saver, save, now, last } = setUp()
    now.answers = [{ kind: 'refused', problem: { kind: 'invalid', status: 413, fields: [] } }]
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(last()).toEqual({ kind: 'browser-only' })
    expect(save).toHaveBeenCalledOnce()
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(last()?.kind).toBe('saved')
  })

  it('makes a new draft when the stored one has expired', async () => {
    const { saver, save, now } = setUp({ etag: '"1"' })
    now.answers = [{ kind: 'gone' }]
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenLastCalledWith(content('港'), 'save-2', null, false)
  })
})

describe('a save somebody else was faster with', () => {
  it('is put to the user, and nothing is saved until the choice', async () => {
    const { saver, save, now, onQuestion } = setUp({ etag: '"1"' })
    now.answers = [{ kind: 'conflict' }]
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(onQuestion).toHaveBeenCalledExactlyOnceWith(theirsToChoose)
    saver.typed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).toHaveBeenCalledOnce()
    saver.rebase({ etag: '"9"', savedAt: at, saveIds: ['save-1'], unsaved: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenLastCalledWith(content('港'), 'save-2', '"9"', false)
  })

  it('is no conflict when the copy there is the one just sent', async () => {
    const { saver, now, onQuestion, last, save } = setUp({ etag: '"1"' })
    now.answers = [{ kind: 'conflict' }]
    now.read = theirs({ saveId: 'save-1', etag: '"2"' })
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(onQuestion).not.toHaveBeenCalled()
    expect(last()?.kind).toBe('saved')
    expect(saver.base()).toMatchObject({ etag: '"2"', unsaved: false })
    expect(save).toHaveBeenCalledOnce()
  })

  it('is no conflict when it was sent while the page was left', async () => {
    const { saver, now, onQuestion, save, sendOnLeave } = setUp({ etag: '"1"' })
    saver.typed()
    saver.onPageHide()
    expect(sendOnLeave).toHaveBeenCalledExactlyOnceWith(content('港'), 'save-1', '"1"')
    now.content = content('港 花子')
    now.answers = [{ kind: 'conflict' }]
    now.read = theirs({ saveId: 'save-1', etag: '"2"' })
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(onQuestion).not.toHaveBeenCalled()
    expect(save).toHaveBeenLastCalledWith(content('港 花子'), 'save-3', '"2"', false)
  })

  it('is no conflict when both say the same', async () => {
    const { saver, now, onQuestion, last } = setUp({ etag: '"1"' })
    now.answers = [{ kind: 'conflict' }]
    now.read = theirs({ content: content('港') })
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(onQuestion).not.toHaveBeenCalled()
    expect(last()?.kind).toBe('saved')
  })

  it('asks before a draft that was there and is gone is created again', async () => {
    const { saver, now, save, onQuestion, last } = setUp({ etag: '"1"' })
    now.answers = [{ kind: 'conflict' }]
    now.read = { kind: 'none' }
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).toHaveBeenCalledOnce()
    expect(onQuestion).toHaveBeenCalledExactlyOnceWith({ kind: 'gone', reason: 'unknown' })
    expect(last()).toEqual({ kind: 'undecided' })
    saver.rebase({ etag: null, savedAt: null, saveIds: [], unsaved: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenLastCalledWith(content('港'), 'save-2', null, false)
  })

  it('retries later instead of at once when the tag that was refused is still the current one', async () => {
    const { saver, now, save, onQuestion } = setUp({ etag: '"1"', saveIds: ['save-0'] })
    now.answers = [{ kind: 'conflict' }]
    now.read = theirs({ saveId: 'save-0', etag: '"1"' })
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(save).toHaveBeenCalledOnce()
    expect(onQuestion).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(save).toHaveBeenCalledTimes(2)
  })
})

describe('another tab', () => {
  it('that has written another copy is put to the user before anything is sent', async () => {
    const { saver, save, writeLocal, onQuestion } = setUp()
    writeLocal.mockResolvedValueOnce({ kind: 'other-copy', other: theirsToChoose.other })
    saver.typed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onQuestion).toHaveBeenCalledExactlyOnceWith(theirsToChoose)
    expect(save).not.toHaveBeenCalled()
  })

  it('that has submitted or deleted the draft stops both copies until the user has decided', async () => {
    const { saver, save, writeLocal, sendOnLeave } = setUp({ etag: '"1"' })
    saver.goneElsewhere('submitted')
    saver.typed()
    saver.stepDone()
    saver.onPageHide()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([save, writeLocal, sendOnLeave].map(({ mock }) => mock.calls)).toEqual([[], [], []])
  })

  it('that has submitted the draft makes the answer of a save on its way void', async () => {
    const { saver, save, last } = setUp({ etag: '"1"' })
    let answer: (answer: SaveAnswer) => void = () => undefined
    save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    saver.goneElsewhere('submitted')
    answer(saved('"2"'))
    await vi.advanceTimersByTimeAsync(0)
    expect(last()).toEqual({ kind: 'undecided' })
    expect(saver.base()).toMatchObject({ etag: '"1"', unsaved: true })
  })

  it('is no matter to an empty form without a draft', () => {
    const { saver, onQuestion } = setUp()
    saver.goneElsewhere('deleted')
    expect(onQuestion).not.toHaveBeenCalled()
  })
})

describe('an application without any answer', () => {
  const nothing: DraftContent = { ...content(''), answers: {} }

  it('makes no draft', async () => {
    const { saver, save, now } = setUp()
    now.content = nothing
    expect(await saver.saveNow()).toEqual({ kind: 'idle' })
    expect(save).not.toHaveBeenCalled()
  })

  it('deletes the draft on the server, as soon as there is a network', async () => {
    const { saver, save, remove, now } = setUp({ etag: '"9"' })
    now.content = nothing
    now.online = false
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(remove).not.toHaveBeenCalled()
    now.online = true
    saver.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(remove).toHaveBeenCalledOnce()
    expect(saver.base()).toEqual({ etag: null, savedAt: null, saveIds: [], unsaved: false })
    expect(save).not.toHaveBeenCalled()
  })

  it('does not delete what another device has saved since', async () => {
    const { saver, remove, now, onQuestion } = setUp({ etag: '"1"' })
    now.content = nothing
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(remove).not.toHaveBeenCalled()
    expect(onQuestion).toHaveBeenCalledOnce()
  })
})

describe('stopping before a submission', () => {
  it('waits for the save under way and starts no other', async () => {
    const { saver, save } = setUp()
    let answer: (answer: SaveAnswer) => void = () => undefined
    save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    let stopped = false
    void saver.pause().then(() => (stopped = true))
    await vi.advanceTimersByTimeAsync(0)
    expect(stopped).toBe(false)
    answer(saved('"1"'))
    await vi.advanceTimersByTimeAsync(0)
    expect(stopped).toBe(true)
    saver.typed()
    saver.onPageHide()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).toHaveBeenCalledOnce()
  })

  it('saves again once the submission was refused', async () => {
    const { saver, save } = setUp()
    await saver.pause()
    saver.typed()
    saver.resume()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(save).toHaveBeenCalledOnce()
  })
})
