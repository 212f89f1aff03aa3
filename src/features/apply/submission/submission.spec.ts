import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderSubmission, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { createSubmission } from './submission.ts'
import type { SubmissionAnswer, SubmissionPort } from './submission.ts'
import type { SubmissionStart } from './submission-state.ts'

const body: OrderSubmission = {
  serviceId: 'residence-certificate',
  type: 'individual',
  formVersion: 'a1',
  answers: { copy: { copies: 1 } },
  attachments: [],
  locale: 'ja',
}
const order: SubmittedOrder = { orderId: 'OR-1', receiptNumber: '2026-000001', status: 'NOT_STARTED' }
const created: SubmissionAnswer = { kind: 'created', order }
const unknown: SubmissionAnswer = { kind: 'unknown', problem: { kind: 'timeout', fields: [] } }
const still: SubmissionAnswer = { kind: 'still-unknown', problem: null }
const refused: SubmissionAnswer = {
  kind: 'refused',
  refusal: 'fields',
  problem: { kind: 'invalid', status: 422, fields: [{ pointer: '/answers/copy/copies', code: 'maximum' }] },
}

function setUp(from: Partial<SubmissionStart> = {}) {
  const answers: { send: SubmissionAnswer[]; ask: SubmissionAnswer[] } = { send: [], ask: [] }
  const kept: SubmissionStart[] = []
  const now = { online: true }
  let keys = 0
  const send = vi.fn<SubmissionPort['send']>(async () => answers.send.shift() ?? created)
  const ask = vi.fn<SubmissionPort['ask']>(async () => answers.ask.shift() ?? still)
  const run = createSubmission(
    {
      port: { send, ask },
      newKey: () => `new-key-${(keys += 1)}`,
      isOnline: () => now.online,
      persist: async (start) => void kept.push(start),
      onView: () => undefined,
    },
    { key: 'key-1', phase: 'editing', body: null, ...from },
  )
  return { run, answers, send, ask, kept, now }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('pressing send', () => {
  it('sends once with the key and ends with the order', async () => {
    const { run, send } = setUp()
    const view = await run.press(body)
    expect(send).toHaveBeenCalledExactlyOnceWith(body, 'key-1')
    expect(view).toMatchObject({ phase: 'done', order })
  })

  it('sends once for two presses in one tick', async () => {
    const { run, send } = setUp()
    const first = run.press(body)
    expect(run.press(body)).toBeNull()
    await first
    expect(run.press(body)).toBeNull()
    expect(send).toHaveBeenCalledOnce()
  })

  it('keeps key, phase and body before anything leaves, so that a crash is asked about', async () => {
    const { run, kept, send } = setUp()
    send.mockImplementationOnce(async () => {
      expect(kept).toEqual([{ key: 'key-1', phase: 'sending', body: JSON.stringify(body) }])
      return created
    })
    await run.press(body)
    expect(kept.at(-1)).toEqual({ key: 'key-1', phase: 'done', body: null })
  })

  it('sends nothing without a network, and says so', async () => {
    const { run, send, now } = setUp()
    now.online = false
    const view = await run.press(body)
    expect(view).toMatchObject({ phase: 'editing', refusal: { kind: 'offline' } })
    now.online = true
    await vi.advanceTimersByTimeAsync(120_000)
    expect(send).not.toHaveBeenCalled()
  })

  it('leaves the key unused when it is refused: the corrected answers take the same', async () => {
    const { run, send, answers } = setUp()
    answers.send = [refused]
    expect(await run.press(body)).toMatchObject({ phase: 'editing', refusal: { kind: 'fields' } })
    const corrected = { ...body, answers: { copy: { copies: 2 } } }
    expect(await run.press(corrected)).toMatchObject({ phase: 'done', refusal: null })
    expect(send).toHaveBeenLastCalledWith(corrected, 'key-1')
  })
})

describe('an unknown outcome', () => {
  it('is asked for at 1, 2, 4 … seconds and nothing is sent again by itself', async () => {
    const { run, send, ask, answers } = setUp()
    answers.send = [unknown]
    expect(await run.press(body)).toMatchObject({ phase: 'waiting' })
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

  it('is asked for no earlier than the provider wished', async () => {
    const { run, ask, answers } = setUp()
    answers.send = [{ kind: 'unknown', problem: null, retryAfter: 5 }]
    await run.press(body)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ask).toHaveBeenCalledOnce()
  })

  it('takes no press', async () => {
    const { run, answers } = setUp()
    answers.send = [unknown]
    await run.press(body)
    expect(run.press(body)).toBeNull()
    expect(run.sendAgain()).toBeNull()
  })

  it('becomes the order when the first press had arrived', async () => {
    const { run, send, answers } = setUp()
    answers.send = [unknown]
    answers.ask = [still, created]
    await run.press(body)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(run.view()).toMatchObject({ phase: 'done', order })
    expect(send).toHaveBeenCalledOnce()
  })

  it('offers to send again only after the provider says that nothing arrived: same key, same body', async () => {
    const { run, send, answers } = setUp()
    answers.send = [unknown]
    answers.ask = [{ kind: 'never-arrived' }]
    await run.press(body)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run.view().phase).toBe('not-arrived')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(send).toHaveBeenCalledOnce()
    expect(await run.sendAgain()).toMatchObject({ phase: 'done' })
    expect(send).toHaveBeenLastCalledWith(body, 'key-1')
  })

  it('can be left for the answers once nothing arrived, and the key stays', async () => {
    const { run, send, answers } = setUp()
    answers.send = [unknown]
    answers.ask = [{ kind: 'never-arrived' }]
    await run.press(body)
    await vi.advanceTimersByTimeAsync(1_000)
    run.edit()
    expect(run.view().phase).toBe('editing')
    await run.press(body)
    expect(send).toHaveBeenLastCalledWith(body, 'key-1')
  })

  it('that ends in a refusal takes a new key, as the old one is bound to the refused body', async () => {
    const { run, send, answers } = setUp()
    answers.send = [unknown]
    answers.ask = [refused]
    await run.press(body)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run.view()).toMatchObject({ phase: 'editing', refusal: { kind: 'fields' } })
    await run.press(body)
    expect(send).toHaveBeenLastCalledWith(body, 'new-key-1')
  })

  it('is asked for at once on wish, without a second question beside it', async () => {
    const { run, ask, answers } = setUp()
    answers.send = [unknown]
    await run.press(body)
    run.askNow()
    run.askNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(ask).toHaveBeenCalledOnce()
  })

  it('is asked for after a reload with the kept key, and nothing is sent', async () => {
    const { run, send, ask } = setUp({ phase: 'waiting', body: JSON.stringify(body) })
    run.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(ask).toHaveBeenCalledExactlyOnceWith('key-1')
    expect(send).not.toHaveBeenCalled()
  })

  it('is not asked for any more once the application was closed', async () => {
    const { run, ask, answers } = setUp()
    answers.send = [unknown]
    await run.press(body)
    run.stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(ask).not.toHaveBeenCalled()
  })
})
