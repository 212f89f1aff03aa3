import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { ApplicationKey, SubmissionStart } from '../draft/draft.ts'
import type { SubmissionAnswer, SubmissionBody, SubmissionServer } from '../submission/submission-server.ts'
import { anyRules, fakeDeps } from '../testing/fake-deps.ts'
import { createStore } from './application-store.ts'
import { emptyContent } from './content-state.ts'

const body: SubmissionBody = {
  serviceId: 'residence-certificate',
  type: 'individual',
  formVersion: 'a1',
  answers: { copy: { copies: 1 } },
  attachments: [],
  locale: 'ja',
}
const applicationId = 'application-1'
const order: SubmittedOrder = { orderId: 'OR-1', receiptNumber: '2026-000001', status: 'NOT_STARTED' }
const created: SubmissionAnswer = { kind: 'created', order }
const unknown: SubmissionAnswer = { kind: 'unknown', problem: { kind: 'timeout', fields: [] } }
const still: SubmissionAnswer = { kind: 'still-unknown', problem: null }
const refused = {
  kind: 'refused',
  refusal: 'fields',
  problem: { kind: 'invalid', status: 422, fields: [{ pointer: '/answers/copy/copies', code: 'maximum' }] },
} satisfies SubmissionAnswer

const applicationKey: ApplicationKey = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'x', type: 'individual' }

function setUp(from: Partial<SubmissionStart> = {}, rules = anyRules) {
  const answers: { send: SubmissionAnswer[]; ask: SubmissionAnswer[] } = { send: [], ask: [] }
  const kept: SubmissionStart[] = []
  let keys = 0
  const send = vi.fn<SubmissionServer['send']>(async () => answers.send.shift() ?? created)
  const ask = vi.fn<SubmissionServer['ask']>(async () => answers.ask.shift() ?? still)
  const deps = fakeDeps({
    submit: { ...fakeDeps().submit, send, ask },
    newId: () => `new-key-${(keys += 1)}`,
  })
  deps.local.write = ({ submission: written }) => {
    kept.push(written)
    return true
  }
  const remove = vi.fn<() => void>()
  deps.local.remove = remove
  const submission: SubmissionStart = { key: 'key-1', phase: 'editing', body: null, ...from }
  const base = { etag: null, savedAt: null, baseContent: null, unsaved: false }
  const run = createStore(applicationKey, rules, deps, {
    applicationId,
    content: emptyContent('v1'),
    base,
    submission,
  })
  return { run, answers, send, ask, kept, remove }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('submitting', () => {
  it('sends once with the key and ends with the order', async () => {
    const { run, send } = setUp()
    const view = await run.submit(body)
    expect(send).toHaveBeenCalledExactlyOnceWith({ applicationId, ...body }, 'key-1', null)
    expect(view).toMatchObject({ phase: 'done', order })
  })

  it('sends once for two clicks in one tick', async () => {
    const { run, send } = setUp()
    const first = run.submit(body)
    expect(run.submit(body)).toBeNull()
    await first
    expect(run.submit(body)).toBeNull()
    expect(send).toHaveBeenCalledOnce()
  })

  it('stores key, phase and body before anything is sent, so that a crash can be resolved', async () => {
    const { run, kept, send, remove } = setUp()
    send.mockImplementationOnce(async () => {
      expect(kept).toEqual([{ key: 'key-1', phase: 'sending', body: JSON.stringify({ applicationId, ...body }) }])
      return created
    })
    await run.submit(body)
    expect(kept.at(-1)).toMatchObject({ key: 'key-1', phase: 'waiting' })
    expect(remove).not.toHaveBeenCalled()
    run.resultShown()
    expect(remove).toHaveBeenCalledOnce()
  })

  it.each([
    ['a password', { format: 'password' }],
    ['a value that is only written', { writeOnly: true }],
  ])('stores no body with %s, so that a reload only asks for the outcome', async (_what, of) => {
    const properties = { pin: { type: 'string', ...of }, copies: { type: 'integer' } }
    const step = { id: 'copy', title: '', schema: { type: 'object', properties } }
    const rules = { ...anyRules, definition: { formVersion: 'v1', steps: [step] } }
    for (const [answers, isKept] of [
      [{ copy: { copies: 1, pin: '4921' } }, false],
      [{ copy: { copies: 1 } }, true],
    ] as const) {
      const { run, kept, send } = setUp({}, rules)
      await run.submit({ ...body, answers })
      expect(send.mock.lastCall?.[0]).toMatchObject({ answers })
      expect(kept.map((submission) => submission.body !== null)).toEqual(kept.map(() => isKept))
      expect(JSON.stringify(kept)).not.toContain('4921')
    }
  })

  it('leaves the key unused if it is refused: the corrected answers use the same key', async () => {
    const { run, send, answers } = setUp()
    answers.send = [refused]
    expect(await run.submit(body)).toMatchObject({ phase: 'editing', refusal: { kind: 'fields' } })
    const corrected = { ...body, answers: { copy: { copies: 2 } } }
    expect(await run.submit(corrected)).toMatchObject({ phase: 'done', refusal: null })
    expect(send).toHaveBeenLastCalledWith({ applicationId, ...corrected }, 'key-1', null)
  })
})

describe('the reason of a refusal', () => {
  it.each([
    ['duplicate', 'conflict'],
    ['offline', 'offline'],
  ] as const)('the reason of a refusal disappears for other answers: %s', async (refusal, kind) => {
    const { run, answers } = setUp()
    run.commit('papers', { name: '港' })
    answers.send = [{ kind: 'refused', refusal, problem: { kind, fields: [] } }]
    await run.submit(body)
    run.visit('papers')
    expect(run.state().submission.refusal, 'the same answers').toMatchObject({ kind: refusal })
    run.input('/papers/name', '港 花子')
    expect(run.state().submission.refusal).toBeNull()
  })

  it('stays if it is an error of a field, which ends with the error', async () => {
    const { run, answers } = setUp()
    run.commit('papers', { name: '港' })
    answers.send = [refused]
    await run.submit(body)
    run.input('/papers/name', '港 花子')
    expect(run.state().submission.refusal).toMatchObject({ kind: 'fields' })
  })
})

describe('a refused file', () => {
  it.each([
    ['a field with one file', { papers: { proof: 'AT-2' } }, '/papers/proof'],
    ['a field with several files', { papers: { plans: ['AT-1', 'AT-2'] } }, '/papers/plans'],
    ['a row of a list', { papers: { rows: [{}, { plan: 'AT-2' }] } }, '/papers/rows/1/plan'],
  ])('a refused file is an error of its field: %s', async (_case, filled, pointer) => {
    const { run, answers } = setUp()
    run.commit('papers', filled.papers)
    const problem = { ...refused.problem, fields: [{ pointer: '/attachments/1', code: 'unknown' }] }
    answers.send = [{ ...refused, problem }]
    await run.submit({ ...body, answers: filled, attachments: ['AT-1', 'AT-2'] })
    expect(run.state().serverErrors).toEqual([{ pointer, code: 'fileRefused' }])
  })

  it('a refused file that no answer names keeps its pointer', async () => {
    const { run, answers } = setUp()
    const problem = { ...refused.problem, fields: [{ pointer: '/attachments/7', code: 'unknown' }] }
    answers.send = [{ ...refused, problem }]
    await run.submit(body)
    expect(run.state().serverErrors).toEqual([{ pointer: '/attachments/7', code: 'unknown' }])
  })
})

describe('an unknown outcome', () => {
  it('an unknown outcome is polled after 1, 2, 4 … seconds, and nothing is resent automatically', async () => {
    const { run, send, ask, answers } = setUp()
    answers.send = [unknown]
    expect(await run.submit(body)).toMatchObject({ phase: 'waiting' })
    for (const [seconds, times] of [
      [1, 1],
      [2, 2],
      [4, 3],
      [8, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect(ask).toHaveBeenCalledTimes(times - 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(ask).toHaveBeenCalledTimes(times)
    }
    expect(ask).toHaveBeenLastCalledWith('key-1')
    expect(send).toHaveBeenCalledOnce()
  })

  it('an unknown outcome is polled no earlier than Retry-After', async () => {
    const { run, ask, answers } = setUp()
    answers.send = [{ kind: 'unknown', problem: null, retryAfter: 5 }]
    await run.submit(body)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ask).toHaveBeenCalledOnce()
  })

  it('ignores clicks', async () => {
    const { run, answers } = setUp()
    answers.send = [unknown]
    await run.submit(body)
    expect(run.submit(body)).toBeNull()
    expect(run.sendAgain()).toBeNull()
  })

  it('offers to send again only after the API reports that nothing arrived: same key, same body', async () => {
    const { run, send, answers } = setUp()
    answers.send = [unknown]
    answers.ask = [{ kind: 'never-arrived' }]
    await run.submit(body)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run.state().submission.phase).toBe('not-arrived')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(send).toHaveBeenCalledOnce()
    expect(await run.sendAgain()).toMatchObject({ phase: 'done' })
    expect(send).toHaveBeenLastCalledWith({ applicationId, ...body }, 'key-1', null)
  })

  it('opens the form and says that nothing arrived if the text of what was sent is damaged', async () => {
    const { run, answers } = setUp({ phase: 'waiting', body: null })
    answers.ask = [{ kind: 'never-arrived' }]
    await vi.advanceTimersByTimeAsync(3_000)
    expect(run.state().submission).toMatchObject({ phase: 'editing', refusal: { kind: 'not-arrived' } })
  })

  it('requires a new key after a refusal, because the old key is bound to the refused body', async () => {
    const { run, send, answers } = setUp()
    answers.send = [unknown]
    answers.ask = [refused]
    await run.submit(body)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run.state().submission).toMatchObject({ phase: 'editing', refusal: { kind: 'fields' } })
    await run.submit(body)
    expect(send).toHaveBeenLastCalledWith({ applicationId, ...body }, 'new-key-1', null)
  })

  it('requires a new key after a refused second attempt, because the first one may still arrive', async () => {
    const { run, send, answers } = setUp()
    answers.send = [unknown, { kind: 'refused', refusal: 'unauthenticated', problem: refused.problem }]
    answers.ask = [{ kind: 'never-arrived' }]
    await run.submit(body)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await run.sendAgain()).toMatchObject({ phase: 'editing', refusal: { kind: 'unauthenticated' } })
    const corrected = { ...body, answers: { copy: { copies: 2 } } }
    await run.submit(corrected)
    expect(send).toHaveBeenLastCalledWith({ applicationId, ...corrected }, 'new-key-1', null)
  })

  it('a click polls an unknown outcome at once', async () => {
    const { run, ask, answers } = setUp()
    answers.send = [unknown]
    await run.submit(body)
    run.askNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(ask).toHaveBeenCalledOnce()
  })

  it('an unknown outcome is no longer polled after the application was closed', async () => {
    const { run, ask, answers } = setUp()
    answers.send = [unknown]
    await run.submit(body)
    run.stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(ask).not.toHaveBeenCalled()
  })
})
