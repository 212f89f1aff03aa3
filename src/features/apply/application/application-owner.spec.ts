import 'fake-indexeddb/auto'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { wireApi } from '../../../api/wiring.ts'
import { resultShown } from '../../../payment/remembered-order.ts'
import { anyRules, fakeDeps } from '../testing/fake-deps.ts'
import type { Problem } from '../../../lib/problem.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { FakeStorage } from '../../../lib/testing/fake-storage.ts'
import type { ApplicationStore } from './application-store.ts'
import type { SubmissionBody } from '../submission/submission-server.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applicationName } from '../draft/draft.ts'
import { localDrafts } from '../draft/local-drafts.ts'
import type { LocalDraft, SaveAnswer, ServerAnswer } from '../draft/draft.ts'
import type { SubmissionAnswer } from '../submission/submission-server.ts'
import {
  backFromCache,
  beginAnother,
  changeDraft,
  enter,
  forgetAll,
  leavePage,
  openOnce,
  ownership,
  prefetchDraft,
} from './application-owner.ts'
import { closeApplications, lossChange, lossOfLogOut, openQuestion } from './log-out.ts'

const key = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }
const rules = anyRules

function ports(read: ApplicationDeps['server']['read'] = async () => ({ kind: 'none' })): ApplicationDeps {
  const deps = fakeDeps({ newId: () => 'an-id-of-some-length', local: { ...localDrafts } })
  return { ...deps, server: { ...deps.server, read } }
}

const name = applicationName(key)
const written = { kind: 'written', record: null }

/** Opens it as its pages do. */
async function show(deps: ApplicationDeps, of = key): Promise<{ store: ApplicationStore; leave: () => void }> {
  const leave = enter(applicationName(of))
  await ownership.claim(applicationName(of))
  return { store: await openOnce(of, rules, deps, false), leave }
}

/** The browser has no space left, until the test is over. */
function refuseStorage(): void {
  storage.full = true
  onTestFinished(() => {
    storage.full = false
  })
}

const body: SubmissionBody = { ...key, formVersion: 'v1', answers: {}, attachments: [], locale: 'ja' }

const earlier: LocalDraft = {
  ...key,
  submission: { key: 'key-1', phase: 'editing', body: null },
  content: {
    formVersion: 'v1',
    answers: { applicant: { name: '前回' } },
    step: null,
    shippingAddress: null,
    unplaced: [],
    registered: [],
    reapplyOf: null,
  },
  changedAt: new Date().toISOString(),
  unsaved: true,
  etag: null,
  savedAt: null,
  baseContent: null,
  applicationId: 'of-an-earlier-visit',
}

const storage = new FakeStorage()
vi.stubGlobal('localStorage', storage)

const otherTab = new BroadcastChannel('portal-applications')
afterAll(() => otherTab.close())

const asked = vi.fn<() => void>()
let status = 404
let token = 'token'
const server = setupServer(
  http.get('http://portal.test/app/web/o/drafts/:serviceId/:type', () => {
    asked()
    return HttpResponse.json({ code: 'SE_CO_0404' }, { status })
  }),
  http.put('http://portal.test/app/web/o/drafts/:serviceId/:type', () =>
    HttpResponse.json({ code: 'SE_CO_0412' }, { status: status === 404 ? 412 : status }),
  ),
)

function onSave(answer: () => Response | Promise<Response>): void {
  server.use(http.put('http://portal.test/app/web/o/drafts/:serviceId/:type', answer))
}

/** The requests of this page get the token of another user until the test is over. */
function signInAsOther(): void {
  const claims = { 'cognito:username': 'minato-city__U-2', exp: Date.now() / 1000 + 3_600 }
  token = `.${btoa(JSON.stringify(claims))}.`
  onTestFinished(() => {
    token = 'token'
  })
}

/** Another tab edits these applications until the test is over. */
async function editElsewhere(...names: string[]): Promise<void> {
  const closed = Promise.withResolvers<void>()
  for (const each of names)
    await new Promise<void>((granted) => {
      const request = navigator.locks.request(`application/${each}`, () => {
        granted()
        return closed.promise
      })
      // This tab may take it.
      request.catch(() => undefined)
    })
  onTestFinished(() => closed.resolve())
}

beforeAll(() => {
  server.listen()
  wireApi({
    baseUrl: 'http://portal.test/app/web',
    timeoutMs: 1_000,
    language: () => 'ja',
    tenantGate: async () => undefined,
    user: () => 'resident',
    getIdToken: async () => token,
    refreshSession: async () => null,
    pageHasSession: () => true,
  })
})
afterEach(async () => {
  await forgetAll()
  localDrafts.remove(key)
  asked.mockClear()
  server.resetHandlers()
  status = 404
})
afterAll(() => server.close())

describe('opening an application', () => {
  it('returns the same one to every page', async () => {
    const first = openOnce(key, rules, ports(), false)
    expect(openOnce(key, rules, ports(), false)).toBe(first)
    expect(await openOnce(key, rules, ports(), true)).toBe(await first)
  })

  it('an application that failed to open is not retried until its page was left', async () => {
    const read = vi.fn<ApplicationDeps['server']['read']>().mockRejectedValueOnce(new Error('broken'))
    read.mockResolvedValue({ kind: 'none' })
    const leave = enter(name)
    await ownership.claim(name)
    const failing = openOnce(key, rules, ports(read), false)
    await expect(failing).rejects.toThrow('broken')
    expect(openOnce(key, rules, ports(read), false)).toBe(failing)
    leave()
    await vi.waitFor(() => expect(ownership.held()).toEqual([]))
    await expect(openOnce(key, rules, ports(read), false)).resolves.toBeDefined()
  })

  it('uses the copy that was prefetched while the form was loading, once', async () => {
    prefetchDraft(key)
    prefetchDraft(key)
    const read = vi.fn<ApplicationDeps['server']['read']>(async () => ({ kind: 'none' }))
    await openOnce(key, rules, ports(read), false)
    prefetchDraft(key)
    expect(asked).toHaveBeenCalledOnce()
    expect(read).not.toHaveBeenCalled()
  })

  it('requests the copy again after it has taken the application over from another tab, which may have saved', async () => {
    await editElsewhere(name)
    prefetchDraft(key)
    await ownership.claim(name)
    prefetchDraft(key)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  })

  it('prefetches no copy while another tab edits the application, e.g. until that is killed', async () => {
    await ownership.claim(name)
    const closed = Promise.withResolvers<void>()
    const elsewhere = navigator.locks.request(`application/${name}`, { steal: true }, () => closed.promise)
    await vi.waitFor(() => expect(ownership.place(name).kind).toBe('elsewhere'))
    prefetchDraft(key)
    closed.resolve()
    await elsewhere
    await ownership.takeOver(name)
    expect(asked).not.toHaveBeenCalled()
    prefetchDraft(key)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  })
})

describe('leaving the pages of an application', () => {
  it('sends what was typed, writes it and releases the application', async () => {
    const all = ports()
    const saved = Promise.withResolvers<SaveAnswer>()
    all.server.save = vi.fn<ApplicationDeps['server']['save']>(() => saved.promise)
    const { store, leave } = await show(all)
    store.input('/applicant/name', '港')
    leave()
    await vi.waitFor(() => expect(all.server.save).toHaveBeenCalledOnce())
    expect(ownership.held(), 'no other tab opens it before it is written').toEqual([name])
    saved.resolve({ kind: 'saved', etag: '"1"', savedAt: '' })
    await vi.waitFor(() => expect(ownership.held()).toEqual([]))
    expect(store.isOver()).toBe(true)
  })

  it('a next visit while it is being written opens what was written', async () => {
    const order: string[] = []
    const all = ports(async () => {
      order.push('read')
      return { kind: 'none' }
    })
    const saved = Promise.withResolvers<SaveAnswer>()
    all.server.save = () => saved.promise
    const { store, leave } = await show(all)
    store.input('/applicant/name', '港')
    leave()
    await new Promise((resolve) => setTimeout(resolve))
    const next = show(all)
    order.push('written')
    saved.resolve({ kind: 'saved', etag: '"1"', savedAt: '' })
    expect((await next).store).not.toBe(store)
    expect(order).toEqual(['read', 'written', 'read'])
    expect(ownership.held()).toEqual([name])
  })

  it('leaves one application when the flow of another one is entered', async () => {
    const { store, leave } = await show(ports())
    leave()
    const other = await show(ports(), { ...key, type: 'corporate' })
    await vi.waitFor(() => expect(ownership.held()).toEqual([`${name.slice(0, -'individual'.length)}corporate`]))
    expect([store.isOver(), other.store.isOver()]).toEqual([true, false])
  })
})

describe('the next visit after an application has ended', () => {
  const order = { orderId: 'OR-1', receiptNumber: '2026-000001', status: 'NOT_STARTED' } as const

  /** An application that is being sent; `answer` ends that. */
  async function sending(over: Partial<ApplicationDeps['server']> = {}, local: Partial<ApplicationDeps['local']> = {}) {
    const deps = ports()
    const sent = Promise.withResolvers<SubmissionAnswer>()
    const submit = { ...deps.submit, send: () => sent.promise }
    const all = { ...deps, server: { ...deps.server, ...over }, local: { ...deps.local, ...local }, submit }
    const { store, leave } = await show(all)
    store.input('/applicant/name', '港')
    const submitted = store.submit(body)
    await vi.waitFor(() => expect(store.state().submission.phase).toBe('sending'))
    const answer = async () => {
      sent.resolve({ kind: 'created', order })
      await submitted
    }
    return { store, leave, answer }
  }

  it('shows the application that is being sent, which no list deletes meanwhile', async () => {
    const { store, leave, answer } = await sending()
    leave()
    const change = vi.fn<() => Promise<void>>(async () => undefined)
    const deletion = changeDraft({ draft: key, typed: 'discarded', change })
    await expect(deletion).rejects.toMatchObject({ problem: { code: 'SE_CO_0409' } })
    expect(change).not.toHaveBeenCalled()
    await answer()
    expect((await show(ports())).store).toBe(store)
  })

  it.each<[string, (store: ApplicationStore, answer: () => Promise<void>) => Promise<void>]>([
    [
      'result was shown',
      async (store, answer) => {
        await answer()
        beginAnother()
        expect(await openOnce(key, rules, ports(), false), 'its result has not been shown').toBe(store)
        store.resultShown()
      },
    ],
    ['answers were discarded', async (store) => store.discard()],
  ])('begins another one after its %s', async (_end, finish) => {
    const { store, answer } = await sending()
    const before = ownership.place(name)
    await finish(store, answer)
    beginAnother()
    await vi.waitFor(() => expect(ownership.place(name)).toMatchObject({ kind: 'here' }))
    expect(ownership.place(name), 'the page opens it again').not.toEqual(before)
    const next = await openOnce(key, rules, ports(), false)
    expect(next).not.toBe(store)
    expect(next.state().submission.phase).toBe('editing')
  })

  it('leads once to a result that arrived after the user had left, also to look at another form', async () => {
    const { store, leave, answer } = await sending()
    leave()
    const other = await show(ports(), { ...key, type: 'corporate' })
    await answer()
    other.leave()
    const again = await show(ports())
    expect(again.store).toBe(store)
    expect(again.store.state().submission).toMatchObject({ phase: 'done', order })
    resultShown(order.orderId)
    again.leave()
    await vi.waitFor(() => expect(ownership.held()).toEqual([]))
    expect((await show(ports())).store).not.toBe(store)
  })

  it('leads to its result until a page has shown that, which did not load at once', async () => {
    const { leave, answer } = await sending({}, localDrafts)
    await answer()
    leave()
    await vi.waitFor(() => expect(ownership.held()).toEqual([]))
    const left = () => localDrafts.listOf(key.tenantId, key.userId)
    expect(await left()).toMatchObject([{ submission: { phase: 'waiting', orderId: order.orderId } }])
    resultShown('OR-2')
    expect(await left()).toHaveLength(1)
    resultShown(order.orderId)
    expect(await left()).toEqual([])
  })

  it.each([
    ['has been begun', async () => undefined],
    ['was begun by another device', () => Promise.reject(new Error('a draft of this order exists'))],
  ])('opens the draft of a re-application that %s instead of an unseen result', async (_how, change) => {
    const { store, leave, answer } = await sending()
    leave()
    await answer()
    await changeDraft({ draft: key, typed: 'kept', change }).catch(() => undefined)
    expect((await show(ports())).store).not.toBe(store)
  })
})

describe('a draft that is changed outside its form', () => {
  const found = (name: string, etag: string): ServerAnswer => ({
    kind: 'found',
    draft: {
      content: {
        formVersion: 'v1',
        answers: { applicant: { name } },
        step: null,
        shippingAddress: null,
        unplaced: [],
        registered: [],
        reapplyOf: null,
      },
      applicationId: etag,
      etag,
      savedAt: new Date().toISOString(),
    },
  })

  it('a form no longer shows or sends a changed draft (delete, or replace by a re-application)', async () => {
    const save = vi.fn<ApplicationDeps['server']['save']>(async () => ({ kind: 'conflict' }))
    let answer = found('削除した下書き', '"1"')
    const all = ports(async () => answer)
    all.server.save = save
    localDrafts.receive({ ...earlier, write: 1, unsaved: false })
    const { store: old } = await show(all)
    await changeDraft({
      draft: key,
      typed: 'discarded',
      change: async () => {
        answer = found('差し戻された申請', '"2"')
      },
    })
    expect(await localDrafts.listOf(key.tenantId, key.userId)).toEqual([])
    old.input('/applicant/name', '削除した後')
    await old.saveNow()
    expect(save).not.toHaveBeenCalled()
    const next = await openOnce(key, rules, all, false)
    expect(next.answersNow()).toEqual({ applicant: { name: '差し戻された申請' } })
  })

  it('waits for a pending save, so that this save cannot create the draft again', async () => {
    const order: string[] = []
    const answered = Promise.withResolvers<void>()
    const all = ports()
    all.server.save = async () => {
      order.push('save starts')
      await answered.promise
      order.push('save ends')
      return { kind: 'saved', etag: '"1"', savedAt: '' }
    }
    const { store } = await show(all)
    store.input('/applicant/name', '港')
    void store.saveNow()
    await vi.waitFor(() => expect(order).toEqual(['save starts']))
    const held = changeDraft({ draft: key, typed: 'discarded', change: async () => void order.push('deleted') })
    await new Promise((resolve) => setTimeout(resolve))
    answered.resolve()
    await held
    expect(order.slice(-2)).toEqual(['save ends', 'deleted'])
  })

  it('keeps what could not be saved if the change fails, and during a re-application', async () => {
    localDrafts.receive({ ...earlier, write: 1 })
    const failing = changeDraft({ draft: key, typed: 'discarded', change: () => Promise.reject(new Error('offline')) })
    await expect(failing).rejects.toThrow('offline')
    await changeDraft({ draft: key, typed: 'kept', change: async () => undefined })
    expect(await localDrafts.listOf(key.tenantId, key.userId)).toEqual([earlier])
    expect(ownership.held(), 'the form may be opened in any tab').toEqual([])
    localDrafts.remove(key)
  })

  it('opens in its form again after the change, if the user has gone there meanwhile', async () => {
    const changed = Promise.withResolvers<void>()
    const change = vi.fn<() => Promise<void>>(() => changed.promise)
    const changing = changeDraft({ draft: key, typed: 'kept', change })
    await vi.waitFor(() => expect(change).toHaveBeenCalledOnce())
    enter(name)
    const before = ownership.place(name)
    changed.resolve()
    await changing
    await vi.waitFor(() => expect(ownership.place(name).kind).toBe('here'))
    expect(ownership.place(name)).not.toEqual(before)
  })

  it('lets the tab that edits the draft write it first', async () => {
    const order: string[] = []
    const write = ({ data }: MessageEvent<{ kind: string; request: string }>) => {
      if (data.kind !== 'take') return
      order.push('written')
      otherTab.postMessage({ kind: 'hand-over', request: data.request, answer: written })
    }
    otherTab.addEventListener('message', write)
    await editElsewhere(name)
    await changeDraft({ draft: key, typed: 'discarded', change: async () => void order.push('deleted') })
    otherTab.removeEventListener('message', write)
    expect(order).toEqual(['written', 'deleted'])
  })
})

describe('a log-out that the page learns of twice', () => {
  it('reports unsent answers both times, and ends neither before the form is closed', async () => {
    const all = ports()
    all.server.save = async () => ({ kind: 'failed', problem: { kind: 'offline', fields: [] } })
    const { store } = await show(all)
    store.input('/applicant/name', '港')
    const first = closeApplications(key.tenantId, key.userId)
    const second = closeApplications(key.tenantId, key.userId).then((outcome) => [outcome, store.isOver()])
    expect(await second).toEqual(['unsent', true])
    expect(await first).toBe('unsent')
  })
})

describe('what a log-out would lose', () => {
  const loss = () => lossOfLogOut(key.tenantId, key.userId)

  async function openWith(all: ApplicationDeps, typed = '港'): Promise<ApplicationStore> {
    const { store } = await show(all)
    if (typed !== '') store.input('/applicant/name', typed)
    return store
  }

  it('a log-out loses nothing if the open form can be saved, and the form remains open', async () => {
    const save = vi.fn<() => void>()
    onSave(() => {
      save()
      return HttpResponse.json({ savedAt: '2026-11-21T10:00:00Z', expiresAt: '2026-11-28T10:00:00Z' })
    })
    const store = await openWith(ports())
    expect(await loss()).toBe('nothing')
    expect(save).toHaveBeenCalledOnce()
    expect(store.isOver()).toBe(false)
    expect(await openOnce(key, rules, ports(), false)).toBe(store)
  })

  it('a log-out does not lose what the user has discarded, and reports nothing unsent', async () => {
    const store = await openWith(ports())
    store.discard()
    expect(await loss()).toBe('nothing')
    expect(await closeApplications(key.tenantId, key.userId)).toBe('sent')
  })

  it('does not wait for a form that is still being opened, and finds its draft of an earlier visit', async () => {
    localDrafts.receive({ ...earlier, write: 1, etag: 'e-1' })
    void show(ports(() => new Promise(() => {})))
    await vi.waitFor(() => expect(ownership.held()).toEqual([name]))
    expect(await loss()).toBe('undecided')
    expect(await openQuestion()).not.toBeNull()
    localDrafts.remove(key)
    expect(await loss()).toBe('nothing')
    expect(await openQuestion()).toBeNull()
  })

  it('a log-out loses nothing of an earlier visit that was emptied', async () => {
    status = 503
    localDrafts.receive({ ...earlier, write: 1, content: { ...earlier.content, answers: {} } })
    expect(await loss()).toBe('nothing')
    localDrafts.remove(key)
  })

  it('a log-out loses nothing of a form in which nothing was typed', async () => {
    await openWith(ports(), '')
    expect(await loss()).toBe('nothing')
  })

  it('a log-out would lose the answers that could not be saved; they stay in the form', async () => {
    onSave(() => HttpResponse.json({}, { status: 503 }))
    const store = await openWith(ports())
    expect(await loss()).toBe('answers')
    expect(store.isOver()).toBe(false)
    expect(store.answersNow()).toEqual({ applicant: { name: '港' } })
  })

  it('a log-out leads to an open question instead of naming the network as the cause', async () => {
    const all = ports()
    all.server.save = async () => ({ kind: 'saved', etag: '"1"', savedAt: '' })
    const store = await openWith(all)
    await store.saveNow()
    all.server.save = async () => ({ kind: 'conflict' })
    store.input('/applicant/name', '港 花子')
    await store.saveNow()
    expect(store.state().question?.kind).toBe('gone')
    store.postpone()
    expect(await loss()).toBe('undecided')
    expect(store.state().question, 'the user may log out nevertheless').toMatchObject({ isPostponed: true })
    expect(await openQuestion()).toBe('/application/minato-city/water-start/individual')
    expect(store.state().question).toMatchObject({ isPostponed: false })
  })

  it('a log-out would lose the result of a submission that has not been answered', async () => {
    const all = ports()
    all.submit.send = () => new Promise(() => {})
    const store = await openWith(all)
    void store.submit(body)
    expect(await loss()).toBe('result')
  })

  it.each([
    ['on another copy than the API has', 'e-1', 404, 'undecided', '/application/minato-city/water-start/individual'],
    ['while the API does not respond', null, 503, 'answers', null],
  ] as const)(
    'a log-out would lose what an earlier visit could not send: a draft %s',
    async (_copy, etag, answer, expected, page) => {
      status = answer
      localDrafts.receive({ ...earlier, write: 1, etag })
      expect(await loss()).toBe(expected)
      expect(await openQuestion()).toBe(page)
      expect(await localDrafts.listOf(key.tenantId, key.userId)).toHaveLength(1)
      localDrafts.remove(key)
    },
  )

  it('a log-out would lose the answers if saving them takes too long', async () => {
    onSave(() => new Promise(() => {}))
    await openWith(ports())
    expect(await loss()).toBe('answers')
  })
})

describe('a log-out with a draft of an earlier visit', () => {
  it('does not create the draft of one that was sent elsewhere, and reports it as unsent', async () => {
    const tags: (string | null)[] = []
    server.use(
      http.put('http://portal.test/app/web/o/drafts/:serviceId/:type', ({ request }) => {
        tags.push(request.headers.get('If-Match'))
        return HttpResponse.json({ code: 'SE_CO_0412' }, { status: 412 })
      }),
    )
    localDrafts.receive({ ...earlier, write: 1, etag: '"1"' })
    expect(await closeApplications(key.tenantId, key.userId)).toBe('unsent')
    expect(tags, 'once more, because another tab may have saved it meanwhile').toEqual(['"1"', '"1"'])
  })
})

describe('other tabs of the user', () => {
  /** The other tab edits the application, and gives that record to a tab that takes over. */
  function answerTakes(record: LocalDraft): () => void {
    const answer = ({ data }: MessageEvent<{ kind: string; request: string }>) => {
      if (data.kind !== 'take') return
      const given = { ...record, write: 1 }
      otherTab.postMessage({ kind: 'hand-over', request: data.request, answer: { kind: 'written', record: given } })
    }
    otherTab.addEventListener('message', answer)
    const stop = () => otherTab.removeEventListener('message', answer)
    onTestFinished(stop)
    return stop
  }

  /** The answers that the other tab receives from now on. */
  function received(): () => unknown[] {
    const messages: unknown[] = []
    const listen = ({ data }: MessageEvent<{ kind: string }>) => {
      if (data.kind !== 'take') messages.push(data)
    }
    otherTab.addEventListener('message', listen)
    onTestFinished(() => otherTab.removeEventListener('message', listen))
    return () => messages
  }

  it('a log-out in another tab closes the form, which then writes nothing to the browser', async () => {
    const written: LocalDraft[] = []
    const all = ports()
    all.local.write = (draft) => {
      written.push(draft)
      return true
    }
    const { store } = await show(all)
    otherTab.postMessage({ kind: 'logged-out', tenantId: key.tenantId, userId: key.userId })
    await vi.waitFor(() => expect(store.isOver()).toBe(true))
    store.input('/applicant/name', 'ログアウトの後')
    await store.saveNow()
    expect(written).toEqual([])
  })

  it('a log-out that this tab learns of after another user has signed in sends nothing', async () => {
    const { store } = await show(ports())
    store.input('/applicant/name', '港')
    signInAsOther()
    const save = vi.fn<() => Response>(() => HttpResponse.json({ savedAt: '2026-11-21T10:00:00Z' }))
    onSave(save)
    expect(await closeApplications(key.tenantId, key.userId)).toBe('unsent')
    expect([store.isOver(), asked.mock.calls, save.mock.calls]).toEqual([true, [], []])
    expect(await localDrafts.listOf(key.tenantId, key.userId)).toEqual([])
  })

  it('a log-out saves nothing if another user signs in while it looks for the draft', async () => {
    const { store } = await show(ports())
    store.input('/applicant/name', '港')
    asked.mockImplementationOnce(signInAsOther)
    const save = vi.fn<() => Response>(() => HttpResponse.json({ savedAt: '2026-11-21T10:00:00Z' }))
    onSave(save)
    expect(await closeApplications(key.tenantId, key.userId)).toBe('unsent')
    expect([asked.mock.calls.length, save.mock.calls]).toEqual([1, []])
  })

  it('this tab writes what was typed before another tab logs out', async () => {
    const write = vi.fn<ApplicationDeps['local']['write']>(() => true)
    const all = ports()
    const { store } = await show({ ...all, local: { ...all.local, write } })
    store.input('/applicant/name', '港')
    otherTab.postMessage({ kind: 'logging-out', tenantId: key.tenantId, userId: key.userId })
    await vi.waitFor(() => expect(write.mock.lastCall?.[0].content.answers).toEqual({ applicant: { name: '港' } }))
    expect(store.isOver(), 'the user may decide to stay').toBe(false)
  })

  it('a question before a log-out ends with the result that it is about, here or in another tab', async () => {
    const messages = received()
    const all = ports()
    const sending = Promise.withResolvers<SubmissionAnswer>()
    all.submit.send = () => sending.promise
    const { store } = await show(all)
    store.input('/applicant/name', '港')
    void store.submit(body)
    expect(await lossOfLogOut(key.tenantId, key.userId)).toBe('result')
    const outcome = vi.spyOn(store, 'outcome')
    otherTab.postMessage({ kind: 'logging-out', tenantId: key.tenantId, userId: key.userId })
    await vi.waitFor(() => expect(outcome).toHaveBeenCalledOnce())
    const { signal } = new AbortController()
    const isOver = vi.fn<() => void>()
    void lossChange(signal).then(isOver)
    store.askNow()
    await Promise.resolve()
    expect(isOver).not.toHaveBeenCalled()
    sending.resolve({ kind: 'refused', refusal: 'general', problem: { kind: 'invalid', fields: [] } })
    await vi.waitFor(() => expect(isOver).toHaveBeenCalledOnce())
    await vi.waitFor(() => expect(messages()).toContainEqual({ kind: 'result', name, order: null }))
    const elsewhere = lossChange(signal)
    otherTab.postMessage({ kind: 'result', name: 'minato-city/U-1/other/individual', order: null })
    await elsewhere
  })

  it('a log-out sends what another tab has written', async () => {
    await editElsewhere(name, 'minato-city/U-2/water-start/individual')
    const write = ({ data }: MessageEvent<{ kind: string }>) =>
      data.kind === 'logging-out' && localDrafts.receive({ ...earlier, write: 1 })
    otherTab.addEventListener('message', write)
    expect(await lossOfLogOut(key.tenantId, key.userId)).toBe('undecided')
    otherTab.removeEventListener('message', write)
    expect(await openQuestion()).toBe('/application/minato-city/water-start/individual')
  })

  it.each([
    ['nothing', {}, 'another tab does not edit it', false],
    ['result', {}, 'another tab waits for the outcome', true],
    ['nothing', { orderId: 'OR-1' }, 'another tab has the order', true],
  ])('a log-out would lose %s of what was sent (%o) if %s', async (loss, order, _state, isOpen) => {
    if (isOpen) await editElsewhere(name)
    localDrafts.receive({ ...earlier, write: 1, submission: { key: 'key-1', phase: 'waiting', body: '{}', ...order } })
    expect(await lossOfLogOut(key.tenantId, key.userId)).toBe(loss)
  })

  it('a log-out would lose the file that another tab is uploading', async () => {
    await editElsewhere(name)
    localStore.set(`portal.uploads.${name}`, '{"/a/file":["図面.pdf"]}')
    expect(await lossOfLogOut(key.tenantId, key.userId)).toBe('answers')
  })

  it('a page from the cache of the browser, which another document has logged out, writes and sends nothing', async () => {
    const write = vi.fn<ApplicationDeps['local']['write']>(() => true)
    const sendOnLeave = vi.fn<ApplicationDeps['server']['sendOnLeave']>(() => true)
    const save = vi.fn<ApplicationDeps['server']['save']>(async () => ({ kind: 'conflict' }))
    const deps = ports()
    const watched = { ...deps, local: { ...deps.local, write }, server: { ...deps.server, sendOnLeave, save } }
    const { store } = await show(watched)
    const { promise, resolve } = Promise.withResolvers<ServerAnswer>()
    const opening = openOnce(
      { ...key, type: 'corporate' },
      rules,
      { ...watched, server: { ...watched.server, read: () => promise } },
      false,
    )
    await ownership.claim(applicationName({ ...key, type: 'corporate' }))
    store.input('/applicant/name', '港')
    leavePage()
    expect(write).toHaveBeenCalledOnce()
    expect(sendOnLeave).toHaveBeenCalledOnce()
    write.mockClear()
    sendOnLeave.mockClear()
    resolve({ kind: 'none' })
    for (const each of [store, await opening]) {
      each.input('/applicant/name', '港 花子')
      each.retry()
      each.onPageHide()
    }
    // The browser reports that the page is visible before it reports that the page is back.
    backFromCache()
    expect(ownership.place(name).kind).toBe('unclaimed')
    await Promise.resolve()
    for (const effect of [write, sendOnLeave, save]) expect(effect).not.toHaveBeenCalled()
  })

  it('a log-out would lose what another tab has and the browser does not store', async () => {
    status = 503
    await editElsewhere(name)
    const answer = ({ data }: MessageEvent<{ kind: string }>) => {
      if (data.kind === 'logging-out') otherTab.postMessage({ kind: 'unstored', record: { ...earlier, write: 1 } })
    }
    otherTab.addEventListener('message', answer)
    onTestFinished(() => otherTab.removeEventListener('message', answer))
    expect(await lossOfLogOut(key.tenantId, key.userId)).toBe('answers')
    expect(await lossOfLogOut(key.tenantId, 'U-2'), 'of another user').toBe('nothing')
  })

  it('gives what the browser does not store to the tab that logs out', async () => {
    const messages = received()
    refuseStorage()
    const { store } = await show(ports())
    store.input('/applicant/name', '港')
    otherTab.postMessage({ kind: 'logging-out', tenantId: key.tenantId, userId: key.userId })
    await vi.waitFor(() =>
      expect(messages()).toMatchObject([{ kind: 'unstored', record: { content: { answers: store.answersNow() } } }]),
    )
  })

  it('a log-out in another tab does not close the form of another user', async () => {
    const write = vi.fn<ApplicationDeps['local']['write']>(() => true)
    const all = ports()
    const { store } = await show({ ...all, local: { ...all.local, write } })
    store.input('/applicant/name', '港')
    otherTab.postMessage({ kind: 'logged-out', tenantId: key.tenantId, userId: 'U-2' })
    otherTab.postMessage({ kind: 'logging-out', tenantId: key.tenantId, userId: key.userId })
    await vi.waitFor(() => expect(write, 'the later message has arrived').toHaveBeenCalled())
    expect(store.isOver()).toBe(false)
  })

  it('another tab continues with what this one has written, and this one writes nothing more', async () => {
    const messages = received()
    const all = ports()
    const write = vi.spyOn(all.local, 'write')
    const { store } = await show(all)
    store.input('/applicant/name', '港')
    otherTab.postMessage({ kind: 'take', name, request: 'R-1' })
    await vi.waitFor(() =>
      expect(messages()).toMatchObject([{ request: 'R-1', answer: { record: { unsaved: true } } }]),
    )
    expect(write.mock.lastCall?.[0].content.answers).toEqual({ applicant: { name: '港' } })
    expect(ownership.place(name)).toEqual({ kind: 'elsewhere' })
    write.mockClear()
    store.input('/applicant/name', '港 花子')
    store.onPageHide()
    expect(write).not.toHaveBeenCalled()
  })

  it('another tab continues with what the browser does not store, although the API saves nothing', async () => {
    const messages = received()
    const all = { ...ports(), local: localDrafts }
    refuseStorage()
    const { store } = await show(all)
    store.input('/applicant/name', '港')
    otherTab.postMessage({ kind: 'take', name, request: 'R-4' })
    await vi.waitFor(() => expect(messages()).toContainEqual(expect.objectContaining({ kind: 'hand-over' })))
    expect(messages()).toMatchObject([
      {
        kind: 'hand-over',
        request: 'R-4',
        answer: {
          kind: 'written',
          record: {
            applicationId: 'an-id-of-some-length',
            unsaved: true,
            content: { answers: { applicant: { name: '港' } } },
          },
        },
      },
    ])
    expect(ownership.place(name)).toEqual({ kind: 'elsewhere' })
  })

  it('continues with what another tab had and the browser does not store', async () => {
    refuseStorage()
    void navigator.locks.request(`application/${name}`, () => new Promise<void>(() => {})).catch(() => undefined)
    otherTab.addEventListener('message', ({ data }: MessageEvent<{ kind: string; request: string }>) => {
      if (data.kind !== 'take') return
      otherTab.postMessage({
        kind: 'hand-over',
        request: data.request,
        answer: { kind: 'written', record: { ...earlier, write: 1 } },
      })
    })
    const { store } = await show(ports())
    expect(store.answersNow()).toEqual(earlier.content.answers)
    expect(store.state().question).toBeNull()
  })

  it('continues with what the browser has, not with what an earlier owner gave and this tab did not open', async () => {
    const stop = answerTakes(earlier)
    const others = Promise.withResolvers<void>()
    void navigator.locks.request(`application/${name}`, () => others.promise).catch(() => undefined)
    await changeDraft({ draft: key, typed: 'kept', change: async () => undefined })
    stop()
    others.resolve()
    const newer = { ...earlier, content: { ...earlier.content, answers: { applicant: { name: '続き' } } } }
    localDrafts.receive({ ...newer, write: 1 })
    const { store } = await show(ports())
    expect(store.answersNow()).toEqual(newer.content.answers)
  })

  it('gives what it was given to the next tab, while the form is still being opened', async () => {
    refuseStorage()
    const messages = received()
    const stop = answerTakes(earlier)
    void navigator.locks.request(`application/${name}`, () => new Promise<void>(() => {})).catch(() => undefined)
    enter(name)
    await ownership.claim(name)
    stop()
    const deps = { ...ports(() => new Promise(() => {})), local: localDrafts }
    void openOnce(key, rules, deps, false)
    await localDrafts.listOf(key.tenantId, key.userId)
    otherTab.postMessage({ kind: 'take', name, request: 'R-6' })
    await vi.waitFor(() => expect(messages()).toMatchObject([{ answer: { record: { content: earlier.content } } }]))
  })

  it('gives what it was given to the next tab, while a question is open and nothing was typed since', async () => {
    refuseStorage()
    const messages = received()
    const stop = answerTakes(earlier)
    void navigator.locks.request(`application/${name}`, () => new Promise<void>(() => {})).catch(() => undefined)
    const draft = { content: { ...earlier.content, answers: {} }, applicationId: 'another', etag: '"1"', savedAt: '' }
    const found: ServerAnswer = { kind: 'found', draft }
    const { store } = await show({ ...ports(async () => found), local: localDrafts })
    stop()
    expect(store.state().question?.kind).toBe('conflict')
    otherTab.postMessage({ kind: 'take', name, request: 'R-5' })
    await vi.waitFor(() => expect(messages()).toMatchObject([{ answer: { record: { content: earlier.content } } }]))
  })

  it('a form that is still being opened is handed over at once', async () => {
    const messages = received()
    enter(name)
    await ownership.claim(name)
    void openOnce(
      key,
      rules,
      ports(() => new Promise(() => {})),
      false,
    )
    otherTab.postMessage({ kind: 'take', name, request: 'R-2' })
    await vi.waitFor(() => expect(messages()).toEqual([{ kind: 'hand-over', request: 'R-2', answer: written }]))
  })

  it.each([
    ['refused', null],
    ['sent', { orderId: 'OR-1', receiptNumber: '2026-000001', status: 'NOT_STARTED' }],
  ] as const)('no other tab takes over what is being sent; it learns the result: %s', async (_result, order) => {
    const messages = received()
    const all = ports()
    const sending = Promise.withResolvers<SubmissionAnswer>()
    all.submit.send = () => sending.promise
    const { store } = await show(all)
    store.input('/applicant/name', '港')
    void store.submit(body)
    otherTab.postMessage({ kind: 'take', name, request: 'R-3' })
    await vi.waitFor(() =>
      expect(messages()).toEqual([{ kind: 'hand-over', request: 'R-3', answer: { kind: 'sending' } }]),
    )
    expect(ownership.place(name).kind).toBe('here')
    const problem: Problem = { kind: 'invalid', fields: [] }
    sending.resolve(order === null ? { kind: 'refused', refusal: 'general', problem } : { kind: 'created', order })
    await vi.waitFor(() => expect(messages()).toContainEqual({ kind: 'result', name, order }))
  })
})
