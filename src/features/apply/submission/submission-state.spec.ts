import { describe, expect, it } from 'vitest'
import {
  answered,
  changedAfter,
  edited,
  isLocked,
  hasEffect,
  nextPhase,
  notArrived,
  pollDelayMs,
  notSent,
  ofAnotherApplication,
  phaseAfterReload,
  refusedHere,
  startSubmission,
  submissionEvents,
  submissionPhases,
} from './submission-state.ts'
import type { SubmissionAnswer } from './submission-server.ts'
import type { SubmissionEvent, SubmissionPhase } from './submission-state.ts'

/** A second copy of the table on purpose: every pair that has an effect, and no other. */
const expected: [SubmissionPhase, SubmissionEvent, SubmissionPhase][] = [
  ['editing', 'submit', 'sending'],
  ['editing', 'created', 'done'],
  ['editing', 'received', 'editing'],
  ['sending', 'created', 'done'],
  ['sending', 'received', 'editing'],
  ['sending', 'outdated', 'sending'],
  ['sending', 'refused', 'editing'],
  ['sending', 'unknown', 'waiting'],
  ['waiting', 'created', 'done'],
  ['waiting', 'received', 'editing'],
  ['waiting', 'refused', 'editing'],
  ['waiting', 'unknown', 'waiting'],
  ['waiting', 'still-unknown', 'waiting'],
  ['waiting', 'never-arrived', 'not-arrived'],
  ['not-arrived', 'submit', 'sending'],
  ['not-arrived', 'created', 'done'],
  ['not-arrived', 'received', 'editing'],
  ['not-arrived', 'edit', 'editing'],
]

describe('the states of a submission', () => {
  const pairs = submissionPhases.flatMap((phase) => submissionEvents.map((event) => [phase, event] as const))

  it.each(pairs)('changes from %s by %s as the table says', (phase, event) => {
    const row = expected.find(([from, on]) => from === phase && on === event)
    expect(hasEffect(phase, event)).toBe(row !== undefined)
    expect(nextPhase(phase, event)).toBe(row?.[2] ?? phase)
  })

  it('sends only after a click: no other event leads to sending', () => {
    const into = pairs.filter(([phase, event]) => phase !== 'sending' && nextPhase(phase, event) === 'sending')
    expect(into).toEqual([
      ['editing', 'submit'],
      ['not-arrived', 'submit'],
    ])
  })

  it('ignores a second click while the first is pending or its outcome unknown', () => {
    for (const phase of ['sending', 'waiting', 'done'] as const) expect(hasEffect(phase, 'submit')).toBe(false)
  })

  it('locks the form in every phase but editing', () => {
    expect(submissionPhases.filter((phase) => !isLocked(phase))).toEqual(['editing'])
  })

  it('polls for the outcome of a request interrupted by a reload, and never sends it again', () => {
    expect(submissionPhases.map(phaseAfterReload)).toEqual(['editing', 'waiting', 'waiting', 'waiting', 'done'])
  })
})

describe('the delay before the next poll', () => {
  it('doubles from one second to thirty', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map((asked) => pollDelayMs(asked))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
  })

  it('the delay before the next poll is never shorter than Retry-After', () => {
    expect(pollDelayMs(0, 7)).toBe(7000)
    expect(pollDelayMs(4, 7)).toBe(16_000)
  })
})

describe('a submission that is not sent', () => {
  const sending = startSubmission({ key: 'key-1', phase: 'sending', body: '{}' })

  it('a submission that is not sent can be edited again', () => {
    expect(notSent(sending)).toMatchObject({ key: 'key-1', body: null, view: { phase: 'editing', refusal: null } })
  })

  it.each(['undecided', 'general'] as const)('says why: %s', (refusal) => {
    const { view } = refusedHere(sending, refusal)
    expect(view.phase).toBe('editing')
    expect(view.refusal).toEqual({ kind: refusal, problem: { kind: 'conflict', fields: [] } })
  })
})

describe('the reason of a refusal', () => {
  const sending = startSubmission({ key: 'key-1', phase: 'sending', body: '{}' })

  it('ends when the answers change, unless it has an end of its own', () => {
    const refused = (refusal: 'duplicate' | 'fields') =>
      answered(sending, { kind: 'refused', refusal, problem: { kind: 'invalid', fields: [] } }, 'key-2').submission
    expect(changedAfter(refused('duplicate')).view.refusal).toBeNull()
    expect(changedAfter(refused('fields')).view.refusal).toMatchObject({ kind: 'fields' })
  })

  it('a submission without a refusal has no reason to remove', () => {
    expect(changedAfter(sending)).toBe(sending)
  })
})

it('counts how often one click was sent because the draft was not the named one', () => {
  const sending = startSubmission({ key: 'key-1', phase: 'sending', body: '{}' })
  const once = answered(sending, { kind: 'outdated' }, 'key-2')
  expect(once).toEqual({ submission: { ...sending, sent: 1 }, askAfterMs: null })
  expect(answered(once.submission, { kind: 'outdated' }, 'key-2').submission.sent).toBe(2)
})

it('a submission is polled no more once it is known that nothing arrived', () => {
  const started = startSubmission({ key: 'key-1', phase: 'waiting', body: '{}' })
  const unreachable: SubmissionAnswer = {
    kind: 'still-unknown',
    problem: { kind: 'unavailable', fields: [] },
  }
  const { submission } = answered(started, unreachable, 'key-2')
  expect(submission.view.problem).not.toBeNull()
  const { submission: ended, askAfterMs } = answered(submission, { kind: 'never-arrived' }, 'key-2')
  expect(ended.view).toMatchObject({ phase: 'not-arrived', problem: null, asked: submission.view.asked })
  expect(askAfterMs).toBeNull()
})

it('a submission that did not arrive and cannot be sent again is refused as a whole, for no field', () => {
  const { view, body } = notArrived(startSubmission({ key: 'key-1', phase: 'not-arrived', body: '{}' }), 'key-2')
  expect(body).toBeNull()
  expect(view).toMatchObject({
    phase: 'editing',
    refusal: { kind: 'not-arrived', problem: { kind: 'conflict', fields: [] } },
  })
})

it('a response that the phase does not expect changes nothing', () => {
  const done = { ...startSubmission({ key: 'key-1', phase: 'done', body: null }), asking: true }
  const late: SubmissionAnswer[] = [
    { kind: 'refused', refusal: 'fields', problem: { kind: 'invalid', fields: [] } },
    { kind: 'unknown', problem: null, retryAfter: 5 },
    { kind: 'never-arrived' },
  ]
  for (const answer of late)
    expect(answered(done, answer, 'key-2')).toEqual({ submission: { ...done, asking: false }, askAfterMs: null })
})

describe('the key of another body', () => {
  const problem = { kind: 'conflict' as const, fields: [] }
  const fresh = startSubmission({ key: 'key-1', phase: 'not-arrived', body: '{}' })

  it('a key is new after a return to the answers, because what was sent may arrive late with the former one', () => {
    expect(edited(fresh, 'key-2')).toMatchObject({ key: 'key-2', body: null })
    expect(notArrived(fresh, 'key-2')).toMatchObject({ key: 'key-2', body: null })
  })

  it('a key is new after a refusal that was polled, which has bound the former one', () => {
    const waiting = startSubmission({ key: 'key-1', phase: 'waiting', body: '{}' })
    const refusal: SubmissionAnswer = { kind: 'refused', refusal: 'fields', problem }
    expect(answered(waiting, refusal, 'key-2').submission.key).toBe('key-2')
    const sending = startSubmission({ key: 'key-1', phase: 'sending', body: '{}' })
    expect(answered(sending, refusal, 'key-2').submission.key).toBe('key-1')
  })

  it('a key is new for another application', () => {
    expect(ofAnotherApplication(fresh, 'key-2').key).toBe('key-2')
  })
})
