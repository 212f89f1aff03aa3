import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApplicationKey, DraftContent, ServerAnswer, SavedBase, ServerDraft, SaveAnswer } from '../draft/draft.ts'
import { anyRules, fakeDeps } from '../testing/fake-deps.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { createStore } from './application-store.ts'
import type { Question, SavingState } from './application-types.ts'
import { savingState } from './state.ts'

const at = '2026-11-21T10:00:00+09:00'
function saved(etag: string): SaveAnswer {
  return { kind: 'saved', etag, savedAt: at }
}
const down: SaveAnswer = { kind: 'failed', problem: { kind: 'unavailable', status: 503, fields: [] } }

function content(name: string): DraftContent {
  return {
    formVersion: 'v1',
    answers: { applicant: { name } },
    step: 'applicant',
    shippingAddress: null,
    unplaced: [],
    registered: [],
    reapplyOf: null,
  }
}

function theirs(over: Partial<ServerDraft> = {}): { kind: 'found'; draft: ServerDraft } {
  return {
    kind: 'found',
    draft: {
      content: content('別の端末'),
      applicationId: 'theirs',
      etag: '"9"',
      savedAt: at,
      ...over,
    },
  }
}

const theirsToChoose: Question = {
  kind: 'conflict',
  rules: anyRules,
  base: null,
  theirs: theirs().draft,
  conflicts: null,
}

const key: ApplicationKey = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }

function setUp(start: Partial<SavedBase> = {}) {
  const now = { content: content('港'), online: true, answers: [] as SaveAnswer[], read: theirs() as ServerAnswer }
  let ids = 0
  const states: SavingState[] = []
  const questions: Question[] = []
  const save = vi.fn<ApplicationDeps['server']['save']>(async () => now.answers.shift() ?? saved('"1"'))
  const write = vi.fn<ApplicationDeps['local']['write']>(() => true)
  const sendOnLeave = vi.fn<ApplicationDeps['server']['sendOnLeave']>(() => true)
  const remove = vi.fn<ApplicationDeps['server']['remove']>(async () => ({ kind: 'removed' }))
  const empty = fakeDeps()
  const deps = fakeDeps({
    local: { ...empty.local, write },
    server: { save, read: async () => now.read, remove, sendOnLeave },
    newId: () => `id-${(ids += 1)}`,
    isOffline: async () => !now.online,
  })
  const store = createStore(key, anyRules, deps, {
    applicationId: 'ours',
    content: now.content,
    base: { etag: null, savedAt: null, baseContent: null, unsaved: false, ...start },
    submission: { key: 'key-1', phase: 'editing', body: null },
  })
  const begun = savingState(store.state())
  store.subscribe(() => {
    const { question } = store.state()
    const saving = savingState(store.state())
    if (saving.kind !== (states.at(-1) ?? begun).kind) states.push(saving)
    if (question !== null && question !== questions.at(-1)) questions.push(question)
  })
  const answers = () => now.content.answers.applicant ?? {}
  const saver = {
    typed: () => store.input('/applicant/name', answers().name),
    left: () => store.commit('applicant', answers()),
    stepDone() {
      store.commit('applicant', answers(), true)
      store.setShippingAddress(null)
    },
    saveNow() {
      store.commit('applicant', answers(), true)
      return store.saveNow()
    },
    onPageHide: store.onPageHide,
    composition: store.composition,
    retry: store.retry,
    chooseMine: () => store.resolveConflict('mine'),
    recreate: () => store.recreate(false),
    base: () => store.state().base,
  }
  return {
    saver,
    now,
    save,
    remove,
    write,
    sendOnLeave,
    questions,
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
  it('saves no second time if a field is left whose text is saved', async () => {
    const { saver, save, now } = setUp()
    now.content = content('港 花子')
    saver.typed()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(save).toHaveBeenCalledTimes(1)
    saver.left()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save, 'the version at the API stays the same for other devices').toHaveBeenCalledTimes(1)
    now.content = content('港')
    saver.left()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(save, 'but a text that leaving the field changes is saved').toHaveBeenCalledTimes(2)
  })

  it("writes the browser's copy within 300 ms of the first keystroke, even if typing continues", async () => {
    const { saver, write } = setUp()
    for (let key = 0; key < 6; key += 1) {
      saver.typed()
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(write).toHaveBeenCalledOnce()
  })

  it('saves on the server two seconds after the last keystroke, not before', async () => {
    const { saver, save, last } = setUp()
    saver.typed()
    await vi.advanceTimersByTimeAsync(1_500)
    saver.typed()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(save).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(save).toHaveBeenCalledExactlyOnceWith(content('港'), { applicationId: 'ours', etag: null }, true)
    expect(last()).toEqual({ kind: 'saved', at })
  })

  it('keeps half-converted text in the browser, and sends it two seconds after its composition', async () => {
    const { saver, now, save, write } = setUp()
    now.content = content('みなt')
    saver.composition(true)
    saver.typed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(write).toHaveBeenLastCalledWith(expect.objectContaining({ content: content('みなt') }))
    expect(save).not.toHaveBeenCalled()
    now.content = content('港')
    saver.typed()
    saver.composition(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(save).toHaveBeenCalledExactlyOnceWith(content('港'), { applicationId: 'ours', etag: null }, true)
  })

  it('sends half-converted text at once when the page is hidden, or without storage', async () => {
    const { saver, now, save, sendOnLeave, write } = setUp()
    now.content = content('みなt')
    saver.composition(true)
    saver.typed()
    saver.onPageHide()
    expect(sendOnLeave).toHaveBeenCalledExactlyOnceWith(content('みなt'), { applicationId: 'ours', etag: null })
    write.mockReturnValue(false)
    saver.typed()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(save).toHaveBeenCalledExactlyOnceWith(content('みなt'), { applicationId: 'ours', etag: null }, true)
  })

  it('sends half-converted text on a click, e.g. on 一時保存', async () => {
    const { saver, now, save } = setUp()
    now.content = content('みなt')
    saver.composition(true)
    saver.typed()
    await saver.saveNow()
    expect(save).toHaveBeenCalledOnce()
  })

  it('saves at once when a step is finished, and shows it', async () => {
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

  it('sends the tag of the last save with the next', async () => {
    const { saver, save } = setUp()
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenLastCalledWith(content('港'), { applicationId: 'ours', etag: '"1"' }, false)
  })

  it('the saver has one pending save at a time and sends later changes afterwards', async () => {
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
    expect(save).toHaveBeenLastCalledWith(content('港 花子'), { applicationId: 'ours', etag: '"1"' }, true)
  })
})

describe('a save that fails', () => {
  it('a failed save is retried automatically, with growing delays, and not before Retry-After', async () => {
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

  it('waits for the network without a request, and continues when it is back', async () => {
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

  it('a save that the server will never accept is kept in the browser only, until the next change', async () => {
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

  it('creates a new draft if the stored one has expired', async () => {
    const { saver, save, now } = setUp({ etag: '"1"' })
    now.answers = [{ kind: 'conflict' }]
    now.read = { kind: 'expired' }
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenLastCalledWith(content('港'), { applicationId: 'ours', etag: null }, false)
  })
})

describe('a save after another device has saved', () => {
  it('asks the user, and nothing is saved until the choice', async () => {
    const { saver, save, now, questions } = setUp({ etag: '"1"' })
    now.answers = [{ kind: 'conflict' }]
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(questions).toEqual([theirsToChoose])
    saver.typed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).toHaveBeenCalledOnce()
    saver.chooseMine()
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenLastCalledWith(content('港'), { applicationId: 'ours', etag: '"9"' }, false)
  })

  it('sends no draft for an empty form while the page is left', () => {
    const { saver, now, sendOnLeave } = setUp({ etag: '"1"' })
    now.content = content('')
    saver.typed()
    saver.onPageHide()
    expect(sendOnLeave).not.toHaveBeenCalled()
  })

  it('a save is no conflict if the copy at the API was sent while the page was left', async () => {
    const { saver, now, questions, save, sendOnLeave } = setUp({ etag: '"1"' })
    saver.typed()
    saver.onPageHide()
    expect(sendOnLeave).toHaveBeenCalledExactlyOnceWith(content('港'), { applicationId: 'ours', etag: '"1"' })
    now.content = content('港 花子')
    now.answers = [{ kind: 'conflict' }]
    now.read = theirs({ applicationId: 'ours', etag: '"2"' })
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(questions).toEqual([])
    expect(save).toHaveBeenLastCalledWith(content('港 花子'), { applicationId: 'ours', etag: '"2"' }, false)
  })

  it('a save is no conflict if both copies are equal', async () => {
    const { saver, now, questions, last } = setUp({ etag: '"1"' })
    now.answers = [{ kind: 'conflict' }]
    now.read = theirs({ content: content('港') })
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(questions).toEqual([])
    expect(last()?.kind).toBe('saved')
  })

  it('a click saves at once on the copy that a save with a lost response has created', async () => {
    const { saver, now, save } = setUp()
    now.answers = [down, { kind: 'conflict' }]
    saver.typed()
    await vi.advanceTimersByTimeAsync(2_000)
    now.read = theirs({ applicationId: 'ours', content: now.content })
    now.content = content('港 花子')
    saver.typed()
    expect(await saver.saveNow()).toEqual({ kind: 'saved', at })
    expect(save).toHaveBeenCalledTimes(3)
  })

  it('saves at once on its own draft also after several failures', async () => {
    const { saver, now, save } = setUp()
    now.answers = [down, down, down, { kind: 'conflict' }]
    now.read = theirs({ applicationId: 'ours' })
    saver.typed()
    await vi.advanceTimersByTimeAsync(2_000 + 2_000 + 4_000 + 8_000)
    expect(save).toHaveBeenCalledTimes(5)
    expect(save).toHaveBeenLastCalledWith(content('港'), { applicationId: 'ours', etag: '"9"' }, true)
    expect(saver.base()).toMatchObject({ etag: '"1"', unsaved: false })
  })

  it('waits longer each time where a proxy changes the tag with each response', async () => {
    const { saver, now, save } = setUp()
    let tags = 0
    save.mockImplementation(async () => {
      tags += 1
      now.read = theirs({ applicationId: 'ours', etag: `"proxy-${tags}"` })
      return { kind: 'conflict' }
    })
    saver.typed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save.mock.calls.length).toBeLessThanOrEqual(12)
  })

  it('asks before a draft that no longer exists is created again', async () => {
    const { saver, now, save, questions } = setUp({ etag: '"1"' })
    now.answers = [{ kind: 'conflict' }]
    now.read = { kind: 'none' }
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).toHaveBeenCalledOnce()
    expect(questions).toEqual([{ kind: 'gone', received: null }])
    saver.recreate()
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenLastCalledWith(content('港'), { applicationId: 'id-1', etag: null }, false)
  })

  it('retries later instead of at once if the refused tag is still the current one', async () => {
    const { saver, now, save, questions } = setUp({ etag: '"1"' })
    now.answers = [{ kind: 'conflict' }]
    now.read = theirs({ applicationId: 'ours', etag: '"1"' })
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(save).toHaveBeenCalledOnce()
    expect(questions).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(save).toHaveBeenCalledTimes(2)
  })
})

describe('an application without any answer', () => {
  const nothing: DraftContent = { ...content(''), answers: {} }

  it('does not create a draft', async () => {
    const { saver, save, now } = setUp()
    now.content = nothing
    now.read = { kind: 'none' }
    expect(await saver.saveNow()).toEqual({ kind: 'idle' })
    expect(save).not.toHaveBeenCalled()
  })

  it('deletes the draft on the server as soon as there is a network', async () => {
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
    expect(saver.base()).toEqual({ etag: null, savedAt: null, baseContent: null, unsaved: false })
    expect(save).not.toHaveBeenCalled()
  })

  it('does not delete what another device has saved since', async () => {
    const { saver, remove, now, questions } = setUp({ etag: '"1"' })
    remove.mockResolvedValue({ kind: 'conflict' })
    now.content = nothing
    saver.stepDone()
    await vi.advanceTimersByTimeAsync(0)
    expect(remove).toHaveBeenCalledExactlyOnceWith({ applicationId: 'ours', etag: '"1"' })
    expect(questions).toHaveLength(1)
  })
})
