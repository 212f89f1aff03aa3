import { describe, expect, it } from 'vitest'
import {
  isLocked,
  meansSomething,
  nextPhase,
  pauseBeforeAsking,
  phaseAfterReload,
  submissionEvents,
  submissionPhases,
} from './submission-state.ts'
import type { SubmissionEvent, SubmissionPhase } from './submission-state.ts'

/** Written out again on purpose: every pair that means something, and no other. */
const expected: [SubmissionPhase, SubmissionEvent, SubmissionPhase][] = [
  ['editing', 'press', 'sending'],
  ['sending', 'created', 'done'],
  ['sending', 'refused', 'editing'],
  ['sending', 'unknown', 'waiting'],
  ['waiting', 'created', 'done'],
  ['waiting', 'refused', 'editing'],
  ['waiting', 'unknown', 'waiting'],
  ['waiting', 'still-unknown', 'waiting'],
  ['waiting', 'never-arrived', 'not-arrived'],
  ['not-arrived', 'press', 'sending'],
  ['not-arrived', 'created', 'done'],
  ['not-arrived', 'edit', 'editing'],
]

describe('the states of a submission', () => {
  const pairs = submissionPhases.flatMap((phase) => submissionEvents.map((event) => [phase, event] as const))

  it.each(pairs)('in %s, %s leads where the table says', (phase, event) => {
    const row = expected.find(([from, on]) => from === phase && on === event)
    expect(meansSomething(phase, event)).toBe(row !== undefined)
    expect(nextPhase(phase, event)).toBe(row?.[2] ?? phase)
  })

  it('sends only from a press: no other event leads to sending', () => {
    const into = pairs.filter(([phase, event]) => phase !== 'sending' && nextPhase(phase, event) === 'sending')
    expect(into).toEqual([
      ['editing', 'press'],
      ['not-arrived', 'press'],
    ])
  })

  it('takes no second press while the first is under way or its outcome unknown', () => {
    for (const phase of ['sending', 'waiting', 'done'] as const) expect(meansSomething(phase, 'press')).toBe(false)
  })

  it('locks the form in every phase but editing', () => {
    expect(submissionPhases.filter((phase) => !isLocked(phase))).toEqual(['editing'])
  })

  it('asks what became of a press that a reload cut off, and never sends it', () => {
    expect(submissionPhases.map(phaseAfterReload)).toEqual(['editing', 'waiting', 'waiting', 'waiting', 'done'])
  })
})

describe('the pause before asking again', () => {
  it('doubles from one second to thirty', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map((asked) => pauseBeforeAsking(asked))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
  })

  it('is never shorter than the provider asked for', () => {
    expect(pauseBeforeAsking(0, 7)).toBe(7000)
    expect(pauseBeforeAsking(4, 7)).toBe(16_000)
  })
})
