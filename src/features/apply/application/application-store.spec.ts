import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderSubmission, Profile } from '../../../api/generated/api.schemas.ts'
import type { Problem } from '../../../lib/problem.ts'
import { company, receivedOrder } from '../testing/fake-deps.ts'
import { noUploads } from '../testing/no-uploads.ts'
import type { ApplicationDeps, FormRules } from './application-deps.ts'
import type { ApplicationKey, LocalDraft, ServerAnswer, ServerDraft, SaveAnswer } from '../draft/draft.ts'
import type { ApplicationStore } from './application-store.ts'
import { openApplication } from './open-application.ts'
import type { SubmissionAnswer, SubmissionBody } from '../submission/submission-server.ts'

const key: ApplicationKey = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }
const at = '2026-11-21T10:00:00.000Z'
const text = { type: 'string' }
function rules(formVersion: string, properties: object): FormRules {
  return {
    definition: { formVersion, steps: [{ id: 'applicant', schema: { type: 'object', properties } }] },
    errorsOf: () => [],
    toSend: (answers) => answers,
    inWords: (pointer, value) => ({ label: `${pointer} of ${formVersion}`, value: String(value) }),
    optionText: () => undefined,
  }
}
const current = rules('v2', { name: text, phone: text, password: { type: 'string', format: 'password' } })
const before = rules('v1', { name: text, fax: text })
const order = { orderId: 'OR-1', receiptNumber: '2026-000001', status: 'NOT_STARTED' } as const

function localDraft(over: Partial<LocalDraft> = {}): LocalDraft {
  return {
    ...key,
    content: {
      formVersion: 'v2',
      answers: { applicant: { name: '港' } },
      step: null,
      shippingAddress: null,
      unplaced: [],
      registered: [],
      reapplyOf: null,
    },
    changedAt: at,
    unsaved: false,
    etag: '"1"',
    savedAt: at,
    baseContent: null,
    applicationId: 'ours',
    submission: { key: 'of an earlier visit', phase: 'editing', body: null },
    ...over,
  }
}

function serverDraft(name: string, over: Partial<ServerDraft> = {}): ServerAnswer {
  const content = { ...localDraft().content, answers: { applicant: { name } } }
  return {
    kind: 'found',
    draft: { content, applicationId: 'theirs', etag: '"9"', savedAt: at, ...over },
  }
}

type World = ReturnType<typeof world>

function world(local: LocalDraft | null = null, server: ServerAnswer = { kind: 'none' }) {
  const here = {
    local,
    server,
    online: true,
    profile: null as Profile | null,
  }
  let ids = 0
  const save = vi.fn<ApplicationDeps['server']['save']>(async (): Promise<SaveAnswer> => ({
    kind: 'saved',
    etag: '"2"',
    savedAt: at,
  }))
  const remove = vi.fn<ApplicationDeps['server']['remove']>(async (): Promise<SaveAnswer> => ({ kind: 'removed' }))
  const send = vi.fn<ApplicationDeps['submit']['send']>(async (): Promise<SubmissionAnswer> => ({
    kind: 'created',
    order,
  }))
  const ask = vi.fn<ApplicationDeps['submit']['ask']>(async (): Promise<SubmissionAnswer> => ({
    kind: 'still-unknown',
    problem: null,
  }))
  const read = vi.fn<ApplicationDeps['submit']['read']>(async (orderId) => ({
    kind: 'received',
    order: receivedOrder({ applicant: { name: '前' } }, orderId),
  }))
  const write = vi.fn<(draft: LocalDraft) => boolean>((draft) => {
    here.local = draft
    return true
  })
  const sendOnLeave = vi.fn<ApplicationDeps['server']['sendOnLeave']>(() => true)
  const onSubmitted = vi.fn<ApplicationDeps['submitted']>()
  const deps: ApplicationDeps = {
    local: {
      claim: async () => here.local,
      write,
      remove: () => {
        here.local = null
      },
    },
    server: { read: async () => here.server, save, remove, sendOnLeave },
    submit: { send, ask, read },
    uploads: noUploads,
    profile: async () => here.profile,
    rulesOf: async (version) => (version === 'v1' ? before : null),
    published: async () => current,
    submitted: onSubmitted,
    now: () => Date.parse(at),
    newId: () => `id-${(ids += 1)}`,
    isOffline: async () => !here.online,
  }
  return {
    here,
    deps,
    onSubmitted,
    save,
    remove,
    send,
    ask,
    read,
    write,
    sendOnLeave,
    open: () => openApplication(key, current, deps),
  }
}

/** An application that was sent while a save had no response. */
async function submittedDuringSave() {
  const { here, open, save, send, remove } = world()
  let answer: (saved: SaveAnswer) => void = () => undefined
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const store = await open()
  store.commit('applicant', { name: '港' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(save).toHaveBeenCalledOnce()
  void store.submit(body({}))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  const { applicationId } = save.mock.lastCall?.[1] ?? { applicationId: 'no save' }
  return { here, store, send, remove, applicationId, answer: (saved: SaveAnswer) => answer(saved) }
}

/** As the pages build it. */
function body(answers: OrderSubmission['answers']): SubmissionBody {
  return { serviceId: key.serviceId, type: key.type, formVersion: 'v2', answers, attachments: [], locale: 'ja' }
}

describe('a form with a step that is filled in on opening', () => {
  const properties = { email: text, remark: text }
  const steps = [
    { id: 'intro', schema: { type: 'object' } },
    { id: 'applicant', schema: { type: 'object', properties }, ui: { 'ui:options': { prefill: 'card' } } },
  ]
  const form = { ...current, definition: { ...current.definition, steps } }

  it('begins at its first step with registered values, which do not create a draft', async () => {
    const { here, deps, save, write } = world()
    here.profile = company
    const store = await openApplication(key, form, deps)
    expect(store.state().content).toMatchObject({ answers: { applicant: { email: company.email } }, step: 'intro' })
    store.onPageHide()
    await store.close()
    expect([save.mock.calls, write.mock.calls]).toEqual([[], []])
  })

  it('opens empty if the profile cannot be read', async () => {
    const { deps } = world()
    expect((await openApplication(key, form, deps)).state().content.answers).toEqual({})
  })

  it('keeps the answers of a draft', async () => {
    const { here, deps } = world(null, serverDraft('港'))
    here.profile = company
    const store = await openApplication(key, form, deps)
    expect(store.state().content.answers).toEqual({ applicant: { name: '港' } })
  })
})

describe('a file that is being uploaded', () => {
  it('asks before the page is left, and puts the file into the draft although its field is not shown', async () => {
    const { deps, open } = world()
    let done: () => void = () => undefined
    deps.uploads = {
      ...noUploads,
      upload: (file) =>
        new Promise((resolve) => {
          done = () =>
            resolve({ attachmentId: 'AT-1', name: file.name, contentType: file.type, size: 1, scan: 'CLEAN' })
        }),
    }
    const store = await open()
    const queue = store.uploads.queueAt('/applicant/photo')
    const rules = { accept: [], maxBytes: undefined, maxTotalBytes: undefined, maxFiles: 1, purpose: 'x', single: true }
    queue.attach('/applicant/photo', {
      rules: () => rules,
      onAnswer: vi.fn<() => void>(),
      onEvent: vi.fn<() => void>(),
    })()
    await queue.add([new File(['any'], 'map.png', { type: 'image/png' })])
    expect(store.wouldLose()).toBe(true)
    done()
    await vi.waitFor(() => expect(store.state().content.answers.applicant).toEqual({ photo: 'AT-1' }))
    expect(store.answersNow().applicant).toEqual({ photo: 'AT-1' })
    expect(store.wouldLose()).toBe(false)
  })
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(Date.parse(at))
})
afterEach(() => {
  vi.useRealTimers()
})

describe('opening an application', () => {
  it('begins empty, saves nothing and creates a key', async () => {
    const { open, save, write } = world()
    const store = await open()
    expect(store.state()).toMatchObject({ content: { answers: {}, formVersion: 'v2' }, resumedFrom: null })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).not.toHaveBeenCalled()
    expect(write).not.toHaveBeenCalled()
  })

  it('does not begin empty while the API has not answered whether it has a copy', async () => {
    const problem: Problem = { kind: 'unavailable', status: 503, fields: [] }
    const { open, here } = world(null, { kind: 'unreachable', problem })
    await expect(open()).rejects.toMatchObject({ problem })
    here.server = serverDraft('港')
    expect((await open()).state().content.answers).toEqual({ applicant: { name: '港' } })
  })

  it("continues the browser's copy and sends the changes that the server never received", async () => {
    const { open, save } = world(
      localDraft({ unsaved: true }),
      serverDraft('前', { applicationId: 'ours', etag: '"3"' }),
    )
    const store = await open()
    expect(store.state().content.answers).toEqual({ applicant: { name: '港' } })
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledWith(
      expect.objectContaining({ answers: { applicant: { name: '港' } } }),
      { applicationId: 'ours', etag: '"3"' },
      true,
    )
  })

  it('continues on another device with the server copy', async () => {
    const store = await world(null, serverDraft('別の端末')).open()
    expect(store.state()).toMatchObject({ content: { answers: { applicant: { name: '別の端末' } } }, resumedFrom: at })
  })

  it.each(['applicant', 'copy'])('the form no longer asks whether to continue after 次へ to %s', async (step) => {
    const store = await world(null, serverDraft('別の端末')).open()
    store.visit(step)
    expect(store.state()).toMatchObject({
      resumedFrom: null,
      content: { answers: { applicant: { name: '別の端末' } } },
    })
  })

  it('does not ask whether to continue a draft made by re-applying', async () => {
    const answer = serverDraft('港')
    if (answer.kind === 'found') answer.draft.content.reapplyOf = 'OR-9'
    expect((await world(null, answer).open()).state().resumedFrom).toBeNull()
  })

  it('shows that a draft was deleted after its week, and begins empty', async () => {
    const store = await world(localDraft({ changedAt: '2026-11-14T10:00:00.000Z' }), { kind: 'expired' }).open()
    expect(store.state()).toMatchObject({ expired: true, lostOrigin: null, content: { answers: {} } })
  })

  it('remembers the returned application that a draft was to replace before its week was over', async () => {
    const local = localDraft({ changedAt: '2026-11-14T10:00:00.000Z' })
    const correction = { ...local, content: { ...local.content, reapplyOf: 'OR-9' } }
    const store = await world(correction, { kind: 'expired' }).open()
    expect(store.state()).toMatchObject({ expired: true, lostOrigin: 'OR-9', content: { reapplyOf: null } })
  })

  it('does not extend the week by opening the form or by its default values (R-07)', async () => {
    const changedAt = '2026-11-20T10:00:00.000Z'
    const onServer = serverDraft('前', { applicationId: 'ours', etag: '"1"' })
    const { open, write, here } = world(localDraft({ changedAt, unsaved: true }), onServer)
    const store = await open()
    store.commit('applicant', { name: '港', phone: '' }, true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(write).toHaveBeenCalled()
    expect(here.local?.changedAt).toBe(changedAt)
    store.input('/applicant/name', '港区')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(here.local?.changedAt).toBe(at)
  })

  it('converts the answers to the present form and keeps those without a place', async () => {
    const content = { ...localDraft().content, formVersion: 'v1', answers: { applicant: { name: '港', fax: '03' } } }
    const store = await world(localDraft({ content, unsaved: true }), { kind: 'none' }).open()
    expect(store.state().content).toMatchObject({ formVersion: 'v2', answers: { applicant: { name: '港' } } })
    expect(store.state().content.unplaced).toEqual([
      { key: '/applicant/fax', title: '/applicant/fax of v1', value: '03' },
    ])
  })

  it('treats a draft that was emptied and never saved as missing', async () => {
    const content = { ...localDraft().content, answers: { applicant: {} } }
    const store = await world(localDraft({ content, etag: null, unsaved: true })).open()
    expect(store.state().resumedFrom).toBeNull()
  })
})

describe('typing', () => {
  it('reaches the draft without a React update', async () => {
    const { open, here } = world()
    const store = await open()
    const listener = vi.fn<() => void>()
    store.subscribe(listener)
    store.input('/applicant/name', '港')
    expect(listener).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(300)
    expect(here.local?.content).toMatchObject({ answers: { applicant: { name: '港' } }, step: 'applicant' })
    store.commitStep()
    expect(store.state().content.answers).toEqual({ applicant: { name: '港' } })
  })

  it('typed text is in the browser at once when the page that shows it is removed', async () => {
    const { open, here } = world()
    const store = await open()
    store.input('/applicant/name', '港')
    store.commitStep()
    await vi.advanceTimersByTimeAsync(0)
    expect(here.local?.content).toMatchObject({ answers: { applicant: { name: '港' } } })
  })

  it('typed text in one step is not committed when another step of the page changes', async () => {
    const store = await world().open()
    store.input('/applicant/name', 'み')
    store.commit('copy', { copies: 1 })
    expect(store.state().content.answers).toEqual({ copy: { copies: 1 } })
  })

  it('keeps secrets out of both copies', async () => {
    const { open, here, save } = world()
    const store = await open()
    store.commit('applicant', { name: '港', password: 'Portal-2026!' })
    await store.saveNow()
    expect(JSON.stringify(here.local)).not.toContain('Portal-2026!')
    expect(JSON.stringify(save.mock.calls)).not.toContain('Portal-2026!')
    expect(store.state().content.answers).toEqual({ applicant: { name: '港', password: 'Portal-2026!' } })
  })

  it('does not create a draft from default values', async () => {
    const { open, save } = world()
    const store = await open()
    store.commit('applicant', { country: 'JP' }, true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).not.toHaveBeenCalled()
  })

  it('shows once that the browser stores nothing; only then would leaving lose something', async () => {
    const { open, write } = world()
    write.mockReturnValue(false)
    const store = await open()
    expect(store.wouldLose()).toBe(false)
    store.input('/applicant/name', '港')
    await vi.advanceTimersByTimeAsync(300)
    expect(store.state().localRefused).toBe(true)
    expect(store.wouldLose()).toBe(true)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(store.wouldLose()).toBe(false)
  })

  it('shows no longer that the browser stores nothing once a later copy is stored', async () => {
    const { open, write } = world()
    write.mockReturnValueOnce(false)
    const store = await open()
    store.input('/applicant/name', '港')
    await vi.advanceTimersByTimeAsync(300)
    expect(store.state().localRefused).toBe(true)
    store.input('/applicant/name', '港 花子')
    await vi.advanceTimersByTimeAsync(300)
    expect(store.state().localRefused).toBe(false)
  })

  it('typed text is in the browser as soon as the page is hidden, without waiting for the timer', async () => {
    const { open, here, write } = world()
    const store = await open()
    store.input('/applicant/name', '港')
    store.onPageHide()
    expect(write).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(0)
    expect(here.local?.content).toMatchObject({ answers: { applicant: { name: '港' } } })
  })

  it('typed text is in the browser as soon as an earlier save has failed, because the page may be replaced then', async () => {
    const { open, here, save } = world()
    let answer: (saved: SaveAnswer) => void = () => undefined
    save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    const store = await open()
    store.input('/applicant/name', '港')
    void store.saveNow()
    await vi.advanceTimersByTimeAsync(0)
    store.input('/applicant/name', '港 花子')
    answer({ kind: 'failed', problem: { kind: 'unavailable', status: 503, fields: [] } })
    await vi.advanceTimersByTimeAsync(0)
    expect(here.local?.content).toMatchObject({ answers: { applicant: { name: '港 花子' } } })
  })

  it('typed text is sent when the page is left', async () => {
    const { open, sendOnLeave } = world()
    const store = await open()
    store.input('/applicant/name', '港')
    store.onPageHide()
    expect(sendOnLeave).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ answers: { applicant: { name: '港' } } }),
      { applicationId: expect.any(String) as string, etag: null },
    )
  })
})

describe('two copies that both changed', () => {
  const both = () => world(localDraft({ unsaved: true }), serverDraft('別の端末'))

  it('two changed copies are shown to the user, and nothing is saved before the choice', async () => {
    const { open, save } = both()
    const store = await open()
    expect(store.state().question).toMatchObject({
      theirs: { content: { answers: { applicant: { name: '別の端末' } } } },
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).not.toHaveBeenCalled()
  })

  it('saving mine over theirs resolves two changed copies', async () => {
    const { open, save } = both()
    const store = await open()
    store.resolveConflict('mine')
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledWith(
      expect.objectContaining({ answers: { applicant: { name: '港' } } }),
      { applicationId: 'ours', etag: '"9"' },
      false,
    )
    expect(store.state().question).toBeNull()
  })

  it('putting theirs into the form, which is rendered again, resolves two changed copies', async () => {
    const { open, save } = both()
    const store = await open()
    const { revision } = store.state()
    store.resolveConflict('theirs')
    expect(store.state().content.answers).toEqual({ applicant: { name: '別の端末' } })
    expect(store.state().revision).toBeGreaterThan(revision)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).not.toHaveBeenCalled()
  })

  const other = { ...localDraft().content, answers: { applicant: { name: '港' }, papers: { copies: 2 } } }

  it('an answer that only the other device has changed is taken over without a question', async () => {
    const before = { ...localDraft().content, answers: { applicant: { name: '前' } } }
    const server = serverDraft('前')
    if (server.kind === 'found')
      server.draft.content = { ...other, answers: { ...other.answers, applicant: { name: '前' } } }
    const { open, save } = world(localDraft({ unsaved: true, baseContent: before }), server)
    const store = await open()
    const { revision } = store.state()
    store.settle()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state()).toMatchObject({ question: null, revision: revision + 1, content: { answers: other.answers } })
    expect(save).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ answers: other.answers }),
      { applicationId: 'ours', etag: '"9"' },
      false,
    )
  })

  it('a page takes the published version of the form if the copy to continue has another one than the page', async () => {
    const { deps } = world(localDraft({ unsaved: true }))
    const store = await openApplication(key, before, deps)
    expect(store.state().content).toEqual(localDraft().content)
  })

  it('a page compares in its own version of the form if the published one cannot be read', async () => {
    const { deps } = world(localDraft({ unsaved: true }))
    const store = await openApplication(key, before, { ...deps, published: async () => null })
    expect(store.state().content).toMatchObject({ formVersion: 'v1', answers: { applicant: { name: '港' } } })
  })

  it('a page stays in a version of the form that it has taken while a comparison was reading', async () => {
    const ofVersion = (formVersion: string, name: string) =>
      serverDraft(name, {
        etag: name,
        content: { ...localDraft().content, formVersion, answers: { applicant: { name } } },
      })
    const { here, deps } = world(null, ofVersion('v0', '港'))
    const ports = { ...deps, rulesOf: async (): Promise<FormRules | null> => null }
    ports.published = async () => before
    const store = await openApplication(key, before, ports)
    const read = Promise.withResolvers<null>()
    ports.rulesOf = () => read.promise
    here.server = ofVersion('v1', '別の端末')
    const comparing = store.compareWithServer()
    await vi.advanceTimersByTimeAsync(0)
    ports.published = async () => current
    await store.takePublishedForm()
    read.resolve(null)
    await comparing
    store.settle()
    expect(store.state()).toMatchObject({
      question: null,
      content: { formVersion: 'v2', answers: { applicant: { name: '別の端末' } } },
    })
  })

  it('a question closes by itself once both have the same answers', async () => {
    const { open } = both()
    const store = await open()
    store.settle()
    expect(store.state().question).toMatchObject({ conflicts: ['/applicant/name'] })
    store.postpone()
    store.input('/applicant/name', '別の端末')
    store.settle()
    expect(store.state()).toMatchObject({ question: null })
  })

  it('a question is about the latest copy of the other device', async () => {
    const { open, here } = both()
    const store = await open()
    store.settle()
    here.server = serverDraft('別の端末の次の文', { etag: '"10"' })
    await store.compareWithServer()
    store.settle()
    expect(store.state().question).toMatchObject({
      theirs: { content: { answers: { applicant: { name: '別の端末の次の文' } } } },
    })
    here.server = serverDraft('港', { etag: '"11"' })
    await store.compareWithServer()
    store.settle()
    expect(store.state().question).toBeNull()
  })

  it('a page that is shown again takes over what another device has saved, if nothing here is unsaved', async () => {
    const { open, here, save } = world(localDraft(), serverDraft('港', { etag: '"1"' }))
    const store = await open()
    here.server = serverDraft('別の端末', { etag: '"2"' })
    await store.compareWithServer()
    store.settle()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.state()).toMatchObject({ question: null, content: { answers: { applicant: { name: '別の端末' } } } })
    expect(save).not.toHaveBeenCalled()
  })

  it('a submission is not sent with answers of another device that the user has not seen', async () => {
    const { open, here, send } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    here.server = serverDraft('別の端末', { etag: '"7"' })
    send.mockResolvedValueOnce({ kind: 'outdated' })
    await store.submit(body({}))
    store.settle()
    expect(store.state()).toMatchObject({
      question: null,
      content: { answers: { applicant: { name: '別の端末' } } },
      submission: { phase: 'editing', refusal: { kind: 'merged' } },
    })
    expect(await store.submit(body({}))).toMatchObject({ phase: 'done', refusal: null })
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('the choice may be postponed, but a submission then shows why it does nothing', async () => {
    const { open, send } = both()
    const store = await open()
    store.postpone()
    expect(store.state().question).toMatchObject({ isPostponed: true })
    expect(await store.submit(body({}))).toMatchObject({ phase: 'editing', refusal: { kind: 'undecided' } })
    expect(store.state().question).toMatchObject({ isPostponed: false })
    expect(send).not.toHaveBeenCalled()
  })

  it('two changed copies prevent the submission if the last save before it finds them', async () => {
    const { open, send, save, here } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    here.server = serverDraft('別の端末')
    save.mockResolvedValueOnce({ kind: 'conflict' })
    store.commit('applicant', { name: '花子' })
    await vi.advanceTimersByTimeAsync(1_999)
    // The save starts just before the click and reads the other copy after it. The submission names the former one.
    send.mockResolvedValueOnce({ kind: 'outdated' })
    void store.saveNow()
    expect(await store.submit(body({}))).toMatchObject({ phase: 'editing', refusal: { kind: 'undecided' } })
    expect(send).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.anything(), '"1"')
    expect(store.state().question).not.toBeNull()
  })
})

describe('a submission whose result was unknown', () => {
  it('asks after the return to its answers if their draft was deleted meanwhile', async () => {
    const sent = JSON.stringify({ applicationId: 'ours', ...body({}) })
    const { open, here, ask, save } = world(
      localDraft({ submission: { key: 'mine', phase: 'waiting', body: sent } }),
      serverDraft('港', { applicationId: 'ours', etag: '"1"' }),
    )
    ask.mockResolvedValue({ kind: 'never-arrived' })
    const store = await open()
    await vi.advanceTimersByTimeAsync(0)
    here.server = { kind: 'none' }
    save.mockResolvedValueOnce({ kind: 'conflict' })
    store.editAgain()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.state().question).toEqual({ kind: 'gone', received: null })
    expect(here.local).toMatchObject({ unsaved: true, content: { answers: { applicant: { name: '港' } } } })
  })

  it('gives way to the correction of what it has become, because the user knows its result', async () => {
    const correction = { ...localDraft().content, reapplyOf: order.orderId }
    const { open, ask, here } = world(
      localDraft({ submission: { key: 'mine', phase: 'waiting', body: '{}' } }),
      serverDraft('港', { content: correction }),
    )
    ask.mockResolvedValue({ kind: 'created', order })
    const store = await open()
    expect(ask).toHaveBeenCalledExactlyOnceWith('mine')
    expect(store.state()).toMatchObject({ submission: { phase: 'editing' }, content: { reapplyOf: order.orderId } })
    expect(here.local).toBeNull()
  })

  it('the result is shown first if another application is corrected', async () => {
    const correction = { ...localDraft().content, reapplyOf: 'OR-0' }
    const { open, ask } = world(
      localDraft({ submission: { key: 'mine', phase: 'waiting', body: '{}' } }),
      serverDraft('港', { content: correction }),
    )
    ask.mockResolvedValue({ kind: 'created', order })
    const store = await open()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state().submission).toMatchObject({ phase: 'done', order })
  })
})

describe('一時保存 while a save is on its way', () => {
  it('reports half-converted text as saved only if the API has it', async () => {
    const { open, save } = world()
    const store = await open()
    const first = Promise.withResolvers<SaveAnswer>()
    save.mockReturnValueOnce(first.promise)
    store.input('/applicant/name', '港')
    void store.saveNow()
    await vi.advanceTimersByTimeAsync(0)
    store.composition(true)
    store.input('/applicant/name', '港 はなk')
    const clicked = store.saveNow()
    first.resolve({ kind: 'saved', etag: '"1"', savedAt: at })
    expect(await clicked).toEqual({ kind: 'saved', at })
    expect(save.mock.lastCall?.[0].answers).toEqual({ applicant: { name: '港 はなk' } })
  })
})

describe('a draft that no longer exists', () => {
  const opened = async () => {
    const all = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    return { ...all, store: await all.open() }
  }

  /** Another device has deleted the draft, or sent it. */
  async function lose(store: ApplicationStore, here: World['here'], save: World['save']): Promise<void> {
    here.server = { kind: 'none' }
    save.mockResolvedValueOnce({ kind: 'conflict' })
    await store.compareWithServer()
    await vi.advanceTimersByTimeAsync(0)
    save.mockClear()
  }

  it('a missing draft is not created again before the user decides', async () => {
    const { store, here, save, send } = await opened()
    await lose(store, here, save)
    store.input('/applicant/name', '港 花子')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.state().question).toEqual({ kind: 'gone', received: null })
    expect(save).not.toHaveBeenCalled()
    expect(await store.submit(body({}))).toMatchObject({ refusal: { kind: 'undecided' } })
    expect(send).not.toHaveBeenCalled()
    store.recreate(false)
    expect(store.state().submission.refusal, 'about the application before').toBeNull()
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ answers: { applicant: { name: '港 花子' } } }),
      { applicationId: expect.any(String) as string, etag: null },
      false,
    )
  })

  it.each([
    [true, null],
    [false, 'OR-9'],
  ] as const)(
    'a recreated draft of a correction replaces the returned application, unless it is one more: %s',
    async (isNew, origin) => {
      const local = localDraft()
      const { open, here, save } = world(
        { ...local, content: { ...local.content, reapplyOf: 'OR-9' } },
        serverDraft('港', { applicationId: 'ours', etag: '"1"', content: { ...local.content, reapplyOf: 'OR-9' } }),
      )
      const store = await open()
      await lose(store, here, save)
      store.input('/applicant/name', '港 花子')
      store.recreate(isNew)
      await vi.advanceTimersByTimeAsync(0)
      expect(store.state().content.reapplyOf).toBe(origin)
      expect(save).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ reapplyOf: origin }),
        { applicationId: expect.any(String) as string, etag: null },
        false,
      )
    },
  )

  it('a recreated draft keeps its answers beside one that another device has begun meanwhile', async () => {
    const { store, here, save } = await opened()
    await lose(store, here, save)
    const begun = serverDraft('別の人', { etag: '"20"' })
    here.server = begun
    save.mockResolvedValueOnce({ kind: 'conflict' })
    store.recreate(false)
    await vi.advanceTimersByTimeAsync(0)
    store.settle()
    expect(store.answersNow()).toEqual({ applicant: { name: '港' } })
    expect(store.state().question).toMatchObject({ kind: 'conflict', conflicts: ['/applicant/name'] })
  })

  it('one more application is not compared with a save of the former one that is on its way', async () => {
    const local = localDraft()
    const content = { ...local.content, reapplyOf: 'OR-9' }
    const { open, here, save } = world(
      { ...local, content },
      serverDraft('港', { applicationId: 'ours', etag: '"1"', content }),
    )
    const store = await open()
    const saving = Promise.withResolvers<SaveAnswer>()
    save.mockImplementation(async (saved, { applicationId, etag }) => {
      if (etag === null) return { kind: 'conflict' }
      if (etag !== '"1"') return { kind: 'saved', etag: '"3"', savedAt: at }
      here.server = serverDraft('', { applicationId, etag: '"2"', content: saved })
      return saving.promise
    })
    store.input('/applicant/name', '港 花')
    await vi.advanceTimersByTimeAsync(2_000)
    store.input('/applicant/name', '港 花子')
    store.recreate(true)
    await vi.advanceTimersByTimeAsync(0)
    saving.resolve({ kind: 'saved', etag: '"2"', savedAt: at })
    await vi.advanceTimersByTimeAsync(0)
    store.settle()
    expect(store.state()).toMatchObject({ question: null, content: { reapplyOf: null } })
    expect(store.answersNow()).toEqual({ applicant: { name: '港 花子' } })
  })

  it('a correction that another device has sent is continued as one more application', async () => {
    const local = localDraft()
    const { open, save } = world(
      { ...local, content: { ...local.content, reapplyOf: 'OR-9' } },
      serverDraft('港', { applicationId: 'ours', etag: '"1"', content: { ...local.content, reapplyOf: 'OR-9' } }),
    )
    const store = await open()
    store.recreate(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state().content.reapplyOf).toBeNull()
    expect(save.mock.lastCall?.[0]).toMatchObject({ reapplyOf: null, answers: store.state().content.answers })
    expect(save.mock.lastCall?.[1].etag, 'its draft went with the correction that was sent').toBeNull()
    store.recreate(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save, 'once').toHaveBeenCalledOnce()
  })

  it('the question about a missing draft returns after a reload, and the answers are kept until then', async () => {
    const { open, here, save } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    here.server = { kind: 'none' }
    save.mockResolvedValue({ kind: 'conflict' })
    await store.compareWithServer()
    await vi.advanceTimersByTimeAsync(0)
    store.postpone()
    store.stop()
    const again = await open()
    await vi.advanceTimersByTimeAsync(0)
    expect(again.state().question).toEqual({ kind: 'gone', received: null })
    expect(again.answersNow()).toEqual({ applicant: { name: '港' } })
  })

  it('leads to a question when the form is opened with local changes, after one save that names the former draft', async () => {
    const { open, save } = world(localDraft({ unsaved: true }), { kind: 'none' })
    save.mockResolvedValueOnce({ kind: 'conflict' })
    const store = await open()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.state().question).toEqual({ kind: 'gone', received: null })
    expect(save).toHaveBeenCalledExactlyOnceWith(expect.anything(), { applicationId: 'ours', etag: '"1"' }, true)
  })

  it('leaves nothing behind once it is discarded', async () => {
    const { store, here, save } = await opened()
    await lose(store, here, save)
    store.discard()
    store.input('/applicant/name', '港 花子')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(here.local).toBeNull()
    expect(save).not.toHaveBeenCalled()
    expect(store.isOver()).toBe(true)
  })
})

describe('visiting the form again', () => {
  it('adopts what another device has saved since, if nothing here is unsaved', async () => {
    const { open, here } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    here.server = serverDraft('別の端末')
    await store.compareWithServer()
    store.settle()
    expect(store.state().content.answers).toEqual({ applicant: { name: '別の端末' } })
  })

  it('keeps the text being typed', async () => {
    const { open, here } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    here.server = serverDraft('別の端末')
    const comparing = store.compareWithServer()
    store.input('/applicant/name', '花子')
    await comparing
    expect(store.answersNow()).toEqual({ applicant: { name: '花子' } })
  })
})

describe('submitting', () => {
  it('ends the draft: no copy in the browser and no save afterwards', async () => {
    const { open, here, save, remove, onSubmitted } = world()
    const store = await open()
    store.input('/applicant/name', '港')
    await store.submit(body({ applicant: { name: '港' } }))
    expect(onSubmitted).toHaveBeenCalledExactlyOnceWith(order)
    expect(store.state().submission).toMatchObject({ phase: 'done', order })
    store.resultShown()
    await vi.advanceTimersByTimeAsync(0)
    expect(here.local).toBeNull()
    store.input('/applicant/name', '港 花子')
    store.onPageHide()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).not.toHaveBeenCalled()
    expect(here.local).toBeNull()
    expect(remove).not.toHaveBeenCalled()
  })

  it('leads to its order after a reload, until the order was shown', async () => {
    const { open, send, ask } = world()
    const store = await open()
    store.input('/applicant/name', '港')
    await store.submit(body({ applicant: { name: '港' } }))
    ask.mockResolvedValue({ kind: 'created', order })
    const again = await open()
    await vi.advanceTimersByTimeAsync(0)
    expect(again.state().submission).toMatchObject({ phase: 'done', order })
    expect(send).toHaveBeenCalledOnce()
    again.resultShown()
    const next = await open()
    expect(next.state()).toMatchObject({ submission: { phase: 'editing' }, content: { answers: {} } })
  })

  it('waits for a pending save only for a limited time, and ignores its late response, because the API refuses it', async () => {
    const { here, store, send, remove, applicationId, answer } = await submittedDuringSave()
    expect(send).toHaveBeenCalledOnce()
    expect(send.mock.lastCall?.[0].applicationId).toBe(applicationId)
    expect(store.state().submission.phase).toBe('done')
    here.server = serverDraft('次の申請')
    answer({ kind: 'submitted', orderId: 'OR-1' })
    await vi.advanceTimersByTimeAsync(0)
    expect(remove).not.toHaveBeenCalled()
    expect(store.state()).toMatchObject({ question: null, submission: { phase: 'done' } })
  })

  it('names the saved draft, and asks before it replaces the newer one of another device', async () => {
    const { open, here, send } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    here.server = serverDraft('別の端末', { etag: '"7"' })
    send.mockResolvedValueOnce({ kind: 'outdated' })
    expect(await store.submit(body({}))).toMatchObject({ phase: 'editing', refusal: { kind: 'undecided' } })
    expect(send).toHaveBeenLastCalledWith({ applicationId: 'ours', ...body({}) }, expect.any(String), '"1"')
    expect(store.state().question).toMatchObject({
      kind: 'conflict',
      theirs: { content: { answers: { applicant: { name: '別の端末' } } } },
    })
    store.resolveConflict('mine')
    await vi.advanceTimersByTimeAsync(0)
    expect(await store.submit(body({}))).toMatchObject({ phase: 'done' })
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('asks if the draft is gone, because another device may have sent it', async () => {
    const { open, here, send } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    here.server = { kind: 'none' }
    send.mockResolvedValueOnce({ kind: 'outdated' })
    expect(await store.submit(body({}))).toMatchObject({ phase: 'editing', refusal: { kind: 'undecided' } })
    expect(store.state().question).toEqual({ kind: 'gone', received: null })
  })

  it.each([
    ['another device has saved a newer draft', serverDraft('別の端末', { etag: '"7"' }), 'conflict'],
    ['the draft is gone', { kind: 'none' }, 'gone'],
  ] as const)('keeps the answers and the question over a reload if %s', async (_case, server, kind) => {
    const { open, here, send, save } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    here.server = server
    send.mockResolvedValueOnce({ kind: 'outdated' })
    await store.submit(body({}))
    store.postpone()
    store.stop()
    save.mockResolvedValueOnce({ kind: 'conflict' })
    const again = await open()
    await vi.advanceTimersByTimeAsync(0)
    expect(again.state().question).toMatchObject({ kind })
    expect(again.answersNow()).toEqual({ applicant: { name: '港' } })
  })

  it('keeps the answers over a reload, and asks, if the draft has changed after the submission was accepted', async () => {
    const { open, here, send, ask, save } = world(
      localDraft(),
      serverDraft('港', { applicationId: 'ours', etag: '"1"' }),
    )
    const store = await open()
    send.mockResolvedValueOnce({ kind: 'unknown', problem: null })
    ask.mockResolvedValueOnce({ kind: 'refused', refusal: 'outdated', problem: { kind: 'conflict', fields: [] } })
    await store.submit(body({}))
    here.server = serverDraft('別の端末', { etag: '"7"' })
    save.mockResolvedValueOnce({ kind: 'conflict' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.state().submission).toMatchObject({ phase: 'editing', refusal: { kind: 'outdated' } })
    expect(here.local?.unsaved).toBe(true)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(store.state().question).toMatchObject({ kind: 'conflict' })
    expect(store.answersNow()).toEqual({ applicant: { name: '港' } })
  })

  it('asks nothing while the outcome is unknown, and sends only what was shown', async () => {
    const { open, here, save, send } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    let answer: (saved: SaveAnswer) => void = () => undefined
    save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    store.commit('applicant', { name: '港 花子' })
    await vi.advanceTimersByTimeAsync(2_000)
    send.mockResolvedValueOnce({ kind: 'unknown', problem: null })
    void store.submit(body({}))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(store.state().submission.phase).toBe('waiting')
    here.server = serverDraft('別の端末', { etag: '"7"' })
    answer({ kind: 'conflict' })
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state()).toMatchObject({ question: null, content: { answers: { applicant: { name: '港 花子' } } } })
  })

  it('sends again by itself if its own save has changed the tag', async () => {
    const { open, here, send } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    here.server = serverDraft('港', { applicationId: 'ours', etag: '"2"' })
    send.mockResolvedValueOnce({ kind: 'outdated' })
    expect(await store.submit(body({}))).toMatchObject({ phase: 'done' })
    expect(send.mock.calls.map(([, key, draftTag]) => [key, draftTag])).toEqual([
      [expect.any(String), '"1"'],
      [send.mock.calls[0]?.[1], '"2"'],
    ])
  })

  it('a submission can be tried again if the changed draft cannot be read', async () => {
    const { open, here, send } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    const store = await open()
    here.server = { kind: 'unreachable', problem: { kind: 'unavailable', status: 503, fields: [] } }
    send.mockResolvedValueOnce({ kind: 'outdated' })
    expect(await store.submit(body({}))).toMatchObject({
      phase: 'editing',
      refusal: { kind: 'general', problem: { status: 503 } },
    })
  })

  it('keeps the answers and names the fields if it is refused', async () => {
    const { open, send, save } = world()
    send.mockResolvedValueOnce({
      kind: 'refused',
      refusal: 'fields',
      problem: { kind: 'invalid', fields: [{ pointer: '/answers/applicant/name', code: 'maxLength' }] },
    })
    const store = await open()
    store.input('/applicant/name', '港')
    await store.submit(body({}))
    expect(store.state()).toMatchObject({
      serverErrors: [{ pointer: '/applicant/name', code: 'maxLength' }],
      submission: { phase: 'editing', refusal: { kind: 'fields' } },
    })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(save).toHaveBeenCalledOnce()
  })

  it('continues to save if there was no network to send it', async () => {
    const { open, here, save, send } = world()
    const store = await open()
    here.online = false
    store.input('/applicant/name', '港')
    expect(await store.submit(body({}))).toMatchObject({ refusal: { kind: 'offline' } })
    here.online = true
    store.retry()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(save).toHaveBeenCalled()
    expect(send).not.toHaveBeenCalled()
  })

  it('locks the answers while the outcome is unknown', async () => {
    const { open, send } = world()
    send.mockResolvedValueOnce({ kind: 'unknown', problem: null })
    const store = await open()
    store.commit('applicant', { name: '港' })
    await store.submit(body({}))
    store.input('/applicant/name', 'changed')
    store.commit('applicant', { name: 'changed' })
    store.commitStep()
    expect(store.state().content.answers).toEqual({ applicant: { name: '港' } })
  })

  it('polls after a reload, with the stored key', async () => {
    const sent = JSON.stringify({ applicationId: 'ours', ...body({}) })
    const { open, ask, send } = world(localDraft({ submission: { key: 'key-kept', phase: 'sending', body: sent } }))
    const store = await open()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state().submission.phase).toBe('waiting')
    expect(ask).toHaveBeenCalledWith('key-kept')
    expect(send).not.toHaveBeenCalled()
  })
})

describe('a submission that arrives after a correction', () => {
  /** The first version never arrived, as far as the API says, and the user has corrected it. */
  async function corrected() {
    const all = world()
    all.send.mockResolvedValueOnce({ kind: 'unknown', problem: null })
    all.ask.mockResolvedValueOnce({ kind: 'never-arrived' })
    const store = await all.open()
    store.commit('applicant', { name: '前' })
    await store.submit(body({ applicant: { name: '前' } }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.state().submission.phase).toBe('not-arrived')
    store.editAgain()
    return { ...all, store }
  }
  const received = receivedOrder({ applicant: { name: '前' } }, 'OR-1')

  it('a correction after a late submission is refused, and kept with the order that was received', async () => {
    const { store, send, here } = await corrected()
    store.commit('applicant', { name: '後' })
    send.mockResolvedValueOnce({ kind: 'received', order: received })
    const view = await store.submit(body({ applicant: { name: '後' } }))
    expect(view).toMatchObject({ phase: 'editing', order: null })
    expect(store.state()).toMatchObject({
      question: { kind: 'gone', received: { order: { orderId: 'OR-1' } } },
      content: { answers: { applicant: { name: '後' } } },
    })
    expect(here.local).toMatchObject({ unsaved: true, content: { answers: { applicant: { name: '後' } } } })
    const [[first, firstKey] = [], [second, secondKey] = []] = send.mock.calls
    expect(second?.applicationId).toBe(first?.applicationId)
    expect(secondKey).not.toBe(firstKey)
  })

  it('a late submission is found by the next save, and then nothing more is sent before the user decides', async () => {
    const { store, save, send } = await corrected()
    save.mockResolvedValue({ kind: 'submitted', orderId: 'OR-1' })
    store.commit('applicant', { name: '後' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.state().question).toMatchObject({ kind: 'gone', received: {} })
    expect(save).toHaveBeenCalledOnce()
    expect(await store.submit(body({ applicant: { name: '後' } }))).toMatchObject({ refusal: { kind: 'undecided' } })
    expect(send).toHaveBeenCalledOnce()
  })

  it('a late submission is the result if nothing was corrected', async () => {
    const { store, save, onSubmitted, here } = await corrected()
    save.mockResolvedValue({ kind: 'submitted', orderId: 'OR-1' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(store.state().submission).toMatchObject({ phase: 'done', order: { orderId: 'OR-1' } })
    expect(onSubmitted).toHaveBeenCalledOnce()
    expect(here.local?.submission.phase).toBe('waiting')
  })

  it('a late submission is looked for again if its order cannot be read', async () => {
    const { store, save, read } = await corrected()
    save.mockResolvedValue({ kind: 'submitted', orderId: 'OR-1' })
    const problem: Problem = { kind: 'unavailable', status: 503, fields: [] }
    read.mockResolvedValueOnce({ kind: 'refused', refusal: 'general', problem })
    store.commit('applicant', { name: '後' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(store.state()).toMatchObject({ question: null, trouble: 'failed' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(store.state().question).toMatchObject({ kind: 'gone', received: {} })
  })

  it('a late submission leads to another application if the user goes on with the correction', async () => {
    const { store, save, send } = await corrected()
    save.mockResolvedValueOnce({ kind: 'submitted', orderId: 'OR-1' })
    store.commit('applicant', { name: '後' })
    await vi.advanceTimersByTimeAsync(2_000)
    store.recreate(true)
    await vi.advanceTimersByTimeAsync(0)
    const applicationId = save.mock.lastCall?.[1].applicationId
    expect(applicationId).not.toBe(send.mock.calls[0]?.[0].applicationId)
    await store.submit(body({ applicant: { name: '後' } }))
    expect(send.mock.lastCall?.[0].applicationId).toBe(applicationId)
  })
})

describe('the identity of an application', () => {
  it('an application has the same id after a reload, so that the API refuses a late save of the former page', async () => {
    const { open, sendOnLeave, send } = world()
    const store = await open()
    store.input('/applicant/name', '港')
    store.onPageHide()
    await vi.advanceTimersByTimeAsync(0)
    store.stop()
    const again = await open()
    await again.submit(body(again.answersNow()))
    expect(send.mock.lastCall?.[0].applicationId).toBe(sendOnLeave.mock.lastCall?.[1].applicationId)
  })

  it('an application has another id after a submission or after starting over', async () => {
    const { open, save, send } = world()
    const ids: (string | undefined)[] = []
    const store = await open()
    store.input('/applicant/name', '港')
    await store.saveNow()
    ids.push(save.mock.lastCall?.[1].applicationId)
    store.startOver()
    await vi.advanceTimersByTimeAsync(0)
    store.input('/applicant/name', '港 花子')
    await store.saveNow()
    ids.push(save.mock.lastCall?.[1].applicationId)
    await store.submit(body({}))
    expect(send.mock.lastCall?.[0].applicationId).toBe(ids[1])
    store.resultShown()
    const next = await open()
    next.input('/applicant/name', '港')
    await next.saveNow()
    ids.push(save.mock.lastCall?.[1].applicationId)
    expect(new Set(ids).size).toBe(3)
  })
})

describe('closing', () => {
  it('sends unsaved answers on log-out, and waits no longer than the limit', async () => {
    const { open, save } = world()
    const store = await open()
    store.input('/applicant/name', '港')
    await store.close()
    expect(save).toHaveBeenCalledOnce()

    const slow = world()
    slow.save.mockImplementation(() => new Promise(() => undefined))
    const other = await slow.open()
    other.input('/applicant/name', '港')
    let closed = false
    void other.close(1_000).then(() => (closed = true))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(closed).toBe(true)
  })

  it('keeps the last keystroke in the browser, even if another user is next', async () => {
    const { open, here, save } = world()
    const store = await open()
    store.input('/applicant/name', '港')
    await store.close(0)
    expect(here.local?.content.answers).toEqual({ applicant: { name: '港' } })
    expect(save).not.toHaveBeenCalled()
  })

  it('starting over deletes both copies and empties the form', async () => {
    const { open, here, remove } = world(localDraft(), serverDraft('港', { applicationId: 'ours' }))
    const store = await open()
    store.startOver()
    expect(store.state()).toMatchObject({ content: { answers: {} }, resumedFrom: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(remove).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(here.local?.content.answers ?? {}).toEqual({})
  })

  it('stays empty after starting over without a network, and deletes the draft later', async () => {
    const { open, here, remove } = world(localDraft(), serverDraft('港', { applicationId: 'ours', etag: '"1"' }))
    here.online = false
    const store = await open()
    store.startOver()
    await store.close(0)
    const next = await open()
    expect(next.state()).toMatchObject({ content: { answers: {} }, resumedFrom: null, question: null })
    expect(remove).not.toHaveBeenCalled()
    here.online = true
    next.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(remove).toHaveBeenCalledOnce()
  })

  it('stops at once on request: nothing is written or sent any more', async () => {
    const { open, here, save, sendOnLeave } = world()
    const store = await open()
    store.input('/applicant/name', '港')
    store.stop()
    store.onPageHide()
    store.commitStep()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(here.local).toBeNull()
    expect(save).not.toHaveBeenCalled()
    expect(sendOnLeave).not.toHaveBeenCalled()
  })
})
