import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../../form-model/canonical.ts'
import type { Answers, Definition } from '../../../../form-model/definition.ts'
import { valueAt } from '../../../../form-model/pointer.ts'
import type { DraftContent } from './draft.ts'
import { addressPointer, merge as mergeIn, withTheirs } from './merge.ts'

function content(answers: Answers, over: Partial<DraftContent> = {}): DraftContent {
  return {
    formVersion: 'v1',
    answers,
    step: null,
    shippingAddress: null,
    unplaced: [],
    registered: [],
    reapplyOf: null,
    ...over,
  }
}

const files = { type: 'array', items: { type: 'string', format: 'attachment-id' } }
const schema = { type: 'object', properties: { files } }
const definition = { steps: [{ id: 'papers', schema }] } as unknown as Pick<Definition, 'steps'>

function merge(before: DraftContent | null, mine: DraftContent, theirs: DraftContent) {
  return mergeIn(before, mine, theirs, definition)
}

const base = content({ applicant: { name: { family: '港', given: '花子' }, phone: '03' }, papers: { copies: 1 } })

describe('two copies of one application', () => {
  it('keep the answers that only one of them has changed', () => {
    const mine = content({ applicant: { name: { family: '南', given: '花子' }, phone: '03' }, papers: { copies: 1 } })
    const theirs = content({ applicant: { name: { family: '港', given: '花子' }, phone: '06' }, papers: { copies: 2 } })
    expect(merge(base, mine, theirs)).toEqual({
      content: content({ applicant: { name: { family: '南', given: '花子' }, phone: '06' }, papers: { copies: 2 } }),
      conflicts: [],
    })
  })

  it('ask about an answer that both have changed, and about no other', () => {
    const mine = content({ applicant: { phone: '03' }, papers: { copies: 5 } })
    const theirs = content({ applicant: { phone: '06' }, papers: { copies: 7, reason: '相続' } })
    const merged = merge(base, mine, theirs)
    expect(merged.conflicts).toEqual(['/papers/copies'])
    expect(merged.content.answers).toEqual({ applicant: { phone: '06' }, papers: { copies: 5, reason: '相続' } })
    expect(withTheirs(merged, theirs).answers).toEqual({
      applicant: { phone: '06' },
      papers: { copies: 7, reason: '相続' },
    })
  })

  it('treat a list as one answer', () => {
    const people = (...names: string[]) => content({ papers: { people: names } })
    expect(merge(people('港'), people('港', '南'), people('港')).content).toEqual(people('港', '南'))
    expect(merge(people('港'), people('港', '南'), people('港', '北')).conflicts).toEqual(['/papers/people'])
  })

  it.each([
    ['both add one', ['AT-1'], ['AT-1', 'AT-2'], ['AT-1', 'AT-3'], ['AT-1', 'AT-3', 'AT-2']],
    ['both add the first one', undefined, ['AT-1'], ['AT-2'], ['AT-2', 'AT-1']],
    ['one adds, the other removes', ['AT-1'], ['AT-1', 'AT-2'], [], ['AT-2']],
    ['one removes, the other adds', ['AT-1'], undefined, ['AT-1', 'AT-2'], ['AT-2']],
    ['both replace one', ['AT-1'], ['AT-2'], ['AT-3'], ['AT-3', 'AT-2']],
  ])('combine their files without a question: %s', (_what, before, mine, theirs, merged) => {
    const withFiles = (ids: string[] | undefined) => content({ papers: ids === undefined ? {} : { files: ids } })
    expect(merge(withFiles(before), withFiles(mine), withFiles(theirs))).toEqual({
      content: withFiles(merged),
      conflicts: [],
    })
  })

  it('treat the delivery address as one answer', () => {
    const to = (recipient: string | null) => content({}, { shippingAddress: recipient === null ? null : { recipient } })
    expect(merge(to('港'), to('南'), to('港')).content.shippingAddress).toEqual({ recipient: '南' })
    expect(merge(to('港'), to('港'), to(null)).content.shippingAddress).toBeNull()
    const merged = merge(to('港'), to('南'), to('北'))
    expect(merged.conflicts).toEqual([addressPointer])
    expect(withTheirs(merged, to('北')).shippingAddress).toEqual({ recipient: '北' })
  })

  it('keep the page of the user, and the returned application that one of them corrects', () => {
    const mine = content({}, { step: 'papers' })
    const theirs = content({}, { step: 'applicant', reapplyOf: 'OR-1' })
    expect(merge(null, mine, theirs).content).toMatchObject({ step: 'papers', reapplyOf: 'OR-1' })
  })

  it('combine without a common copy: an answer of only one of them is kept', () => {
    const merged = merge(null, content({ a: { x: 1, y: 1 } }), content({ a: { y: 2, z: 3 } }))
    expect(merged).toEqual({ content: content({ a: { x: 1, y: 1, z: 3 } }), conflicts: ['/a/y'] })
  })

  it('take an emptied answer for one that was never entered', () => {
    expect(merge(content({ a: {} }), content({ a: { x: '' } }), content({ a: { x: '南' } }))).toEqual({
      content: content({ a: { x: '南' } }),
      conflicts: [],
    })
  })
})

const text = fc.constantFrom('', '港', '南', '北')
const value = fc.oneof(
  text,
  fc.constant(undefined),
  fc.integer({ max: 3, min: 0 }),
  fc.array(fc.constantFrom('AT-1', 'AT-2')),
)
const group = fc.record({ family: value, given: value }, { requiredKeys: [] })
const answers: fc.Arbitrary<Answers> = fc.dictionary(
  fc.constantFrom('applicant', 'papers'),
  fc.record({ name: group, phone: value, copies: value }, { requiredKeys: [] }),
)
const copy: fc.Arbitrary<DraftContent> = fc.record({
  formVersion: fc.constant('v1'),
  answers,
  step: fc.constant(null),
  shippingAddress: fc.constantFrom(null, { recipient: '港' }, { recipient: '南' }),
  unplaced: fc.uniqueArray(fc.constantFrom(...['港', '南'].map((value) => ({ key: '/fax', title: 'FAX', value })))),
  registered: fc.subarray(['/applicant/phone', '/papers/copies']),
  reapplyOf: fc.constantFrom(null, 'OR-1'),
})
const pointers = ['applicant', 'papers'].flatMap((step) =>
  ['name/family', 'name/given', 'phone', 'copies'].map((field) => `/${step}/${field}`),
)

/** An answer as text; an emptied one is the same as one that was never entered. */
function at({ answers: of }: DraftContent, pointer: string): string {
  const answer = valueAt(of, pointer)
  return answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0)
    ? ''
    : canonicalJson(answer)
}

function textOf(of: DraftContent): string {
  return canonicalJson([pointers.map((pointer) => at(of, pointer)), of.shippingAddress, of.reapplyOf])
}

describe('any two copies of any application', () => {
  it('lose no answer that one of them has changed', () => {
    fc.assert(
      fc.property(copy, copy, copy, (before, mine, theirs) => {
        const merged = merge(before, mine, theirs)
        for (const pointer of pointers) {
          const [was, here, there, now] = [before, mine, theirs, merged.content].map((of) => at(of, pointer))
          const isBoth = here !== was && there !== was && here !== there
          expect([merged.conflicts.includes(pointer), now], pointer).toEqual([isBoth, here === was ? there : here])
        }
        expect(merged.conflicts.filter((pointer) => ![...pointers, addressPointer].includes(pointer))).toEqual([])
      }),
    )
  })

  it('give the same result on both devices, except what is asked', () => {
    fc.assert(
      fc.property(copy, copy, copy, (before, mine, theirs) => {
        const here = merge(before, mine, theirs)
        const there = merge(before, theirs, mine)
        expect(here.conflicts.toSorted()).toEqual(there.conflicts.toSorted())
        expect(textOf(withTheirs(here, theirs))).toBe(textOf(there.content))
      }),
    )
  })

  it('show the result once: it is newer than both', () => {
    fc.assert(
      fc.property(copy, copy, copy, (before, mine, theirs) => {
        const { content: merged } = merge(before, mine, theirs)
        const again = merge(theirs, merged, theirs)
        expect(again.conflicts).toEqual([])
        expect(textOf(again.content)).toBe(textOf(merged))
        expect(merge(before, mine, mine).conflicts).toEqual([])
        expect(textOf(merge(before, mine, mine).content)).toBe(textOf(mine))
      }),
    )
  })
})
