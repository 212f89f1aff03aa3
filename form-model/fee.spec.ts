import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Answers, FeeLine, FeeRule, StepAnswers } from './definition.ts'
import { evaluateFee, feeFields, feeTextKeys } from './fee.ts'
import type { EvaluatedFee } from './fee.ts'

function always() {
  return true
}

/** A fee that can be computed. */
function known(fee: FeeRule, answers: Answers, matches: (key: string) => boolean = always): EvaluatedFee {
  const result = evaluateFee({ fee }, answers, matches)
  if ('uncounted' in result) throw new Error(`No amount for ${result.uncounted.join()}`)
  return result
}

describe('a fee rule', () => {
  it('multiplies a fixed amount by an answer', () => {
    const fee: FeeRule = { lines: [{ text: 'copy', amount: 300, quantity: { answer: 'certificate/copies' } }] }
    expect(evaluateFee({ fee }, { certificate: { copies: 2 } }, always)).toEqual({
      lines: [
        {
          text: 'copy',
          unitAmount: 300,
          factors: [{ number: 2, of: 'quantity', field: 'certificate/copies' }],
          amount: 600,
          taxRate: 0,
        },
      ],
      total: 600,
      tax: 0,
    })
  })

  it('adds a line for each item of a list, named by its choice', () => {
    const fee: FeeRule = {
      lines: [
        {
          text: 'item',
          choice: 'items/lines/[]/kind',
          forEach: 'items/lines',
          amount: { byAnswer: 'items/lines/[]/kind', table: { futon: 400, sofa: 1200 } },
          quantity: { answer: 'items/lines/[]/count' },
        },
      ],
    }
    const lines = [{ kind: 'futon', count: 3 }, { kind: 'sofa', count: 1 }, { kind: 'sofa' }]
    const { lines: evaluated, total } = known(fee, { items: { lines } })
    expect(evaluated.map(({ choice, amount }) => [choice?.value, amount])).toEqual([
      ['futon', 1200],
      ['sofa', 1200],
    ])
    expect(evaluated[0]?.choice).toEqual({ field: 'items/lines/[]/kind', value: 'futon' })
    expect(total).toBe(2400)
  })

  it('names the fields whose answers decide amounts and quantities', () => {
    const fee: FeeRule = {
      lines: [
        { text: 'copy', amount: 300, quantity: { answer: 'certificate/copies' } },
        { text: 'item', choice: 'items/name', amount: { byAnswer: 'items/kind', table: {} }, quantity: 2 },
      ],
    }
    expect([...feeFields({ fee })]).toEqual(['certificate/copies', 'items/kind'])
    expect([...feeFields({})]).toEqual([])
  })

  it('takes the entries of a list by their own path too, and a number or yes as a choice', () => {
    const fee: FeeRule = {
      lines: [
        {
          text: 'item',
          choice: 'items/lines/[]/size',
          forEach: 'items/lines/[]',
          amount: { byAnswer: 'items/lines/[]/size', table: { 1: 100, true: 50 } },
        },
      ],
    }
    const lines = [{ size: 1 }, { size: true }, { size: null }, {}]
    const { lines: evaluated } = known(fee, { items: { lines } })
    expect(evaluated.map(({ amount, choice }) => [amount, choice?.value])).toEqual([
      [100, '1'],
      [50, undefined],
    ])
    expect(known(fee, {}).lines).toEqual([])
  })

  it('leaves the fee unknown for an answer without an amount, however it is written', () => {
    const amount = { byAnswer: 's/kind', table: { null: 1, '': 2, undefined: 3, '1,2': 4, odd: 1.5, less: -1 } }
    for (const kind of [['1,2'], [1, 2], {}, 'other', 'constructor', 'odd', 'less', 0, false])
      expect(evaluateFee({ fee: { lines: [{ text: 'a', amount }] } }, { s: { kind } }, always)).toEqual({
        uncounted: ['/s/kind'],
      })
    for (const kind of [null, undefined, ''])
      expect(known({ lines: [{ text: 'a', amount }] }, { s: { kind } }).lines).toEqual([])
  })

  it('names each answer without an amount once, and has none for the missing entry of a list', () => {
    const table = { byAnswer: 's/list/[]/kind', table: { a: 1 } }
    const line = { text: 'a', forEach: 's/list', amount: table, quantity: { answer: 's/list/[]/count' } }
    const list = [
      { kind: 'a', count: 2 },
      { kind: 'b', count: 1.5 },
      { kind: 'c', count: 0 },
    ]
    expect(evaluateFee({ fee: { lines: [line, line] } }, { s: { list } }, always)).toEqual({
      uncounted: ['/s/list/1/kind', '/s/list/1/count'],
    })
    expect(known({ lines: [{ text: 'b', amount: table, quantity: 2 }] }, { s: {} }).total).toBe(0)
  })

  it('asks only for the conditions that a line has', () => {
    const fee: FeeRule = { lines: [{ text: 'copy', amount: 300 }] }
    expect(known(fee, {}, () => false).total).toBe(300)
  })

  it('leaves out a line whose condition is false', () => {
    const fee: FeeRule = {
      lines: [
        { text: 'copy', amount: 300 },
        { text: 'postage', amount: 140, when: { required: ['delivery'] } },
      ],
    }
    expect(known(fee, {}, (key) => key !== 'fee:1').lines.map(({ text }) => text)).toEqual(['copy'])
    expect(known(fee, {}).total).toBe(440)
  })

  it('computes the included tax, rounded down once per rate', () => {
    const fee: FeeRule = {
      lines: [
        { text: 'a', amount: 105, taxRate: 10 },
        { text: 'b', amount: 105, taxRate: 10 },
        { text: 'c', amount: 107, taxRate: 8 },
        { text: 'd', amount: 300 },
      ],
    }
    expect(evaluateFee({ fee }, {}, always)).toMatchObject({ total: 617, tax: 19 + 7 })
  })

  it('leaves out a line whose quantity is not answered, and is unknown for one that cannot be counted', () => {
    const fee: FeeRule = { lines: [{ text: 'copy', amount: 300, quantity: { answer: 's/n' } }] }
    for (const n of [undefined, null, '']) expect(known(fee, { s: { n } }).total).toBe(0)
    for (const n of [-1, 1.5, '2', true, 2 ** 60])
      expect(evaluateFee({ fee }, { s: { n } }, always)).toEqual({ uncounted: ['/s/n'] })
    expect(evaluateFee({}, {}, always)).toEqual({ lines: [], total: 0, tax: 0 })
  })

  it('charges 0 only if each line has an amount or an answer of 0, or is not answered', () => {
    const answer = fc.oneof(
      fc.constantFrom('a', 'b', 'c', true, 'toString', ''),
      fc.integer(),
      fc.double(),
      fc.constant(undefined),
    )
    const table = fc.dictionary(fc.constantFrom('a', 'b', 'true', '1'), fc.nat(9), { noNullPrototype: true })
    const value = fc.oneof(
      fc.nat(9),
      fc.record({ answer: fc.constantFrom('s/x', 's/y') }),
      fc.record({ byAnswer: fc.constantFrom('s/x', 's/y'), table }),
    )
    const line = fc.record(
      { text: fc.constant('t'), amount: value, quantity: value },
      { requiredKeys: ['text', 'amount'] },
    )
    const isZero = (given: FeeLine['amount'], s: StepAnswers) => {
      if (typeof given !== 'object' || 'byAnswers' in given) return given === 0
      const [, name = ''] = ('answer' in given ? given.answer : given.byAnswer).split('/')
      if (s[name] === undefined || s[name] === '') return true
      return ('answer' in given ? s[name] : given.table[String(s[name] as string)]) === 0
    }
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), fc.record({ x: answer, y: answer }), (lines, s) => {
        const fee = evaluateFee({ fee: { lines } }, { s }, always)
        const isFree = !('uncounted' in fee) && fee.total === 0
        const hasReason = lines.every(({ amount, quantity = 1 }) => isZero(amount, s) || isZero(quantity, s))
        expect(isFree && !hasReason).toBe(false)
      }),
    )
  })

  it('looks an amount up by two answers, one of which may be in the entry', () => {
    const table = { low: { first: 100, second: 200 }, high: { first: 300 } }
    const line: FeeLine = {
      text: 'child',
      forEach: 's/children',
      amount: { byAnswers: ['s/income', 's/children/[]/grade'], table },
    }
    const children = [{ grade: 'second' }, { grade: 'first' }, {}]
    const { lines, total } = known({ lines: [line] }, { s: { income: 'low', children } })
    expect([lines.map(({ amount }) => amount), total]).toEqual([[200, 100], 300])
    for (const income of ['high', 'other', 'constructor'])
      expect(evaluateFee({ fee: { lines: [line] } }, { s: { income, children } }, always)).toHaveProperty('uncounted')
    expect(known({ lines: [line] }, { s: { children } }).lines).toEqual([])
    expect([...feeFields({ fee: { lines: [line] } })]).toEqual(['s/income', 's/children/[]/grade'])
  })

  it('multiplies twice, with decimals and a rounding, exactly as written', () => {
    const given: FeeLine = {
      text: 'area',
      amount: 350,
      quantity: { answer: 's/area' },
      times: { answer: 's/months' },
      rounding: { mode: 'down', to: 100 },
    }
    const { lines } = known({ lines: [given] }, { s: { area: 12.5, months: 6 } })
    expect(lines).toEqual([
      {
        text: 'area',
        unitAmount: 350,
        factors: [
          { number: 12.5, of: 'quantity', field: 's/area' },
          { number: 6, of: 'times', field: 's/months' },
        ],
        rounding: { mode: 'down', to: 100 },
        amount: 26_200,
        taxRate: 0,
      },
    ])
    const rounded = (mode: 'down' | 'half-up' | 'up', to: 1 | 10 | 100, amount: number, area: number) =>
      known({ lines: [{ ...given, amount, rounding: { mode, to } }] }, { s: { area, months: 1 } }).total
    // 0.1 × 30 is more than 3 in binary numbers, and 1.005 × 100 is less than 100.5.
    expect([rounded('up', 1, 30, 0.1), rounded('half-up', 1, 100, 1.005)]).toEqual([3, 101])
    expect([rounded('down', 10, 99, 1), rounded('half-up', 10, 95, 1), rounded('up', 100, 101, 1)]).toEqual([
      90, 100, 200,
    ])
    expect([rounded('down', 1, 100, 1e-7), rounded('up', 1, 100, 1e-7)]).toEqual([0, 1])
    expect(evaluateFee({ fee: { lines: [given] } }, { s: { area: 1e300, months: 6 } }, always)).toEqual({
      uncounted: ['/s/area', '/s/months'],
    })
  })

  it('keeps an amount within its limits, but what is free stays free', () => {
    const charged = (amount: number, n: number) => {
      const limited: FeeLine = { text: 'a', amount, minimum: 500, maximum: 900, rounding: { mode: 'down', to: 100 } }
      const [line] = known({ lines: [{ ...limited, quantity: { answer: 's/n' } }] }, { s: { n } }).lines
      return [line?.amount, line?.limit, line?.rounding?.to]
    }
    expect(charged(10, 0.5)).toEqual([500, 'minimum', undefined])
    expect(charged(650, 1)).toEqual([600, undefined, 100])
    expect(charged(700, 2)).toEqual([900, 'maximum', undefined])
    expect(charged(0, 2)).toEqual([0, undefined, undefined])
  })

  it('keeps the sum of the lines within the limits of the whole fee, with its share of the tax', () => {
    const total = (...amounts: number[]) => {
      const lines = amounts.map((amount): FeeLine => ({ text: 'a', amount, taxRate: 10 }))
      const fee = known({ lines, minimum: 500, maximum: 900 }, {})
      return [fee.lines.map(({ amount }) => amount), fee.total, fee.tax, fee.limit]
    }
    expect(total(100, 120)).toEqual([[100, 120], 500, 45, 'minimum'])
    expect(total(330, 220)).toEqual([[330, 220], 550, 50, undefined])
    expect(total(500, 600)).toEqual([[500, 600], 900, 81, 'maximum'])
    expect(total(0, 0)).toEqual([[0, 0], 0, 0, undefined])
  })

  it('exempts nobody while the condition of an exemption is not chosen', () => {
    const line: FeeLine = { text: 'a', amount: 300, exempt: { text: 'welfare' } }
    expect(known({ lines: [line] }, {}).total).toBe(300)
  })

  it('charges another amount or a share from an entry of a list on', () => {
    const line: FeeLine = {
      text: 'child',
      forEach: 's/families/[]/children',
      amount: { answer: 's/families/[]/children/[]/fee' },
      fromEntry: [
        { from: 2, percent: 50, text: 'second' },
        { from: 4, amount: 10, text: 'fourth' },
      ],
    }
    const children = (...fees: (number | undefined)[]) => ({
      children: fees.map((fee) => (fee === undefined ? {} : { fee })),
    })
    const families = [children(100, undefined, 200, 300, 400, 500), children(600)]
    const { lines } = known({ lines: [line] }, { s: { families } })
    expect(lines.map(({ amount, reason, percent }) => [amount, reason, percent])).toEqual([
      [100, undefined, undefined],
      [100, 'second', 50],
      [150, 'second', 50],
      [10, 'fourth', undefined],
      [10, 'fourth', undefined],
      [600, undefined, undefined],
    ])
    const odd = { families: [children(1, 1)] }
    expect(evaluateFee({ fee: { lines: [line] } }, { s: odd }, always)).toEqual({
      uncounted: ['/s/families/0/children/1/fee'],
    })
    const fixed = { ...line, amount: 1 }
    expect(evaluateFee({ fee: { lines: [fixed] } }, { s: odd }, always)).toEqual({
      uncounted: ['/s/families/0/children/1'],
    })
  })

  it('leaves the fee unknown for an amount that is written as no whole number from 0', () => {
    for (const amount of [-1, 12.5])
      expect(evaluateFee({ fee: { lines: [{ text: 'a', amount }] } }, {}, always)).toEqual({ uncounted: [''] })
  })

  it('costs nothing where it is exempt or announced later', () => {
    const exempt = { when: {}, text: 'welfare' }
    const lines: FeeLine[] = [
      { text: 'a', amount: { answer: 's/n' }, exempt },
      { text: 'b', amount: 'later' },
      { text: 'c', amount: 5, exempt },
    ]
    const { lines: evaluated, total } = known({ lines }, { s: { n: 'x' } }, (key) => key === 'fee:0:exempt')
    expect(evaluated.map(({ text, amount, reason, isLater }) => [text, amount, reason, isLater])).toEqual([
      ['a', 0, 'welfare', undefined],
      ['b', 0, undefined, true],
      ['c', 5, undefined, undefined],
    ])
    expect(total).toBe(5)
    expect(lines.flatMap(feeTextKeys)).toEqual(['a', 'welfare', 'b', 'c', 'welfare'])
  })

  it('counts each entry of a list once, or is unknown for a line that does not count the entries', () => {
    const path = fc.constantFrom('s/fixed', 's/list/[]/x', 's/other/[]/x', 's/list/[]/inner/[]/x')
    const forEach = fc.constantFrom('s/list', 's/list/[]', 's/other', 's/list/[]/inner', 's/fixed', 's/missing')
    const line = fc.record(
      { text: fc.constant('t'), amount: fc.record({ answer: path }), quantity: fc.record({ answer: path }), forEach },
      { requiredKeys: ['text', 'amount'] },
    )
    const entry = fc.record({ x: fc.nat(9) })
    const list = fc.array(fc.record({ x: fc.nat(9), inner: fc.array(entry, { maxLength: 2 }) }), { maxLength: 3 })
    const answers = fc.record({ fixed: fc.integer({ min: 1, max: 9 }), list, other: fc.array(entry, { maxLength: 3 }) })
    const seen = { counted: 0, unknown: 0 }
    fc.assert(
      fc.property(line, answers, (given, s) => {
        const each = { answer: given.amount.answer, times: given.quantity?.answer }
        const at = (scope: { [path: string]: number }, name: string | undefined) =>
          name === undefined ? 1 : (scope[name] ?? null)
        // The answers that each repetition may name: those outside all lists, and those of its own entries.
        const outside = { 's/fixed': s.fixed }
        const inList = s.list.map(({ x, inner }) => ({ scope: { ...outside, 's/list/[]/x': x }, inner }))
        const scopes: { [list: string]: { [path: string]: number }[] } = {
          '': [outside],
          's/list': inList.map(({ scope }) => scope),
          's/list/[]': inList.map(({ scope }) => scope),
          's/other': s.other.map(({ x }) => ({ ...outside, 's/other/[]/x': x })),
          's/list/[]/inner': inList.flatMap(({ scope, inner }) =>
            inner.map(({ x }) => ({ ...scope, 's/list/[]/inner/[]/x': x })),
          ),
          's/missing': [],
        }
        const pairs = scopes[given.forEach ?? '']?.map((scope) => [at(scope, each.answer), at(scope, each.times)])
        const total = pairs?.reduce((sum, [amount, times]) => sum + (amount ?? 0) * (times ?? 0), 0)
        const isUncounted = pairs?.some((pair) => pair.includes(null)) ?? true
        const fee = evaluateFee({ fee: { lines: [given] } }, { s }, always)
        const isUnknown = 'uncounted' in fee
        seen[isUnknown ? 'unknown' : 'counted'] += 1
        expect(isUnknown ? isUncounted : fee.total === total).toBe(true)
      }),
      { numRuns: 500 },
    )
    expect(Math.min(seen.counted, seen.unknown)).toBeGreaterThan(50)
  })
})
