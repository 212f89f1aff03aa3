import { describe, expect, it } from 'vitest'
import type { FeeRule } from './definition.ts'
import { evaluateFee, feeFields } from './fee.ts'

function always() {
  return true
}

describe('a fee rule', () => {
  it('multiplies a fixed amount by an answer', () => {
    const fee: FeeRule = { lines: [{ text: 'copy', amount: 300, quantity: { answer: 'certificate/copies' } }] }
    expect(evaluateFee({ fee }, { certificate: { copies: 2 } }, always)).toEqual({
      lines: [{ text: 'copy', unitAmount: 300, quantity: 2, amount: 600, taxRate: 0 }],
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
    const lines = [
      { kind: 'futon', count: 3 },
      { kind: 'sofa', count: 1 },
      { kind: 'constructor', count: 1 },
      { kind: 'sofa' },
    ]
    const { lines: evaluated, total } = evaluateFee({ fee }, { items: { lines } }, always)
    expect(evaluated.map(({ choice, amount }) => [choice?.value, amount])).toEqual([
      ['futon', 1200],
      ['sofa', 1200],
      ['constructor', 0],
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
    const { lines: evaluated } = evaluateFee({ fee }, { items: { lines } }, always)
    expect(evaluated.map(({ amount, choice }) => [amount, choice?.value])).toEqual([
      [100, '1'],
      [50, undefined],
      [0, undefined],
      [0, undefined],
    ])
    expect(evaluateFee({ fee }, {}, always).lines).toEqual([])
  })

  it('takes no amount from an answer that is no choice', () => {
    const amount = { byAnswer: 's/kind', table: { null: 1, '': 2, undefined: 3, '1,2': 4 } }
    for (const kind of [null, undefined, ['1,2'], [1, 2]])
      expect(evaluateFee({ fee: { lines: [{ text: 'a', amount }] } }, { s: { kind } }, always).total).toBe(0)
  })

  it('has no amount for the missing entry of a list', () => {
    const line = { text: 'a', choice: 's/list/[]/kind', amount: { answer: 's/list/[]/amount' } }
    const table = { text: 'b', amount: { byAnswer: 's/list/[]/kind', table: {} }, quantity: 2 }
    expect(evaluateFee({ fee: { lines: [line, table] } }, { s: {} }, always).total).toBe(0)
  })

  it('asks only for the conditions that a line has', () => {
    const fee: FeeRule = { lines: [{ text: 'copy', amount: 300 }] }
    expect(evaluateFee({ fee }, {}, () => false).total).toBe(300)
  })

  it('leaves out a line whose condition is false', () => {
    const fee: FeeRule = {
      lines: [
        { text: 'copy', amount: 300 },
        { text: 'postage', amount: 140, when: { required: ['delivery'] } },
      ],
    }
    expect(evaluateFee({ fee }, {}, (key) => key !== 'fee:1').lines.map(({ text }) => text)).toEqual(['copy'])
    expect(evaluateFee({ fee }, {}, always).total).toBe(440)
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

  it('counts a missing, negative or invalid answer as zero', () => {
    const fee: FeeRule = { lines: [{ text: 'copy', amount: 300, quantity: { answer: 's/n' } }] }
    for (const n of [undefined, -1, 1.5, '2', null]) expect(evaluateFee({ fee }, { s: { n } }, always).total).toBe(0)
    expect(evaluateFee({}, {}, always)).toEqual({ lines: [], total: 0, tax: 0 })
  })
})
