import { describe, expect, it } from 'vitest'
import { checkAnswers } from './checks.ts'
import { isCorporateNumber } from './corporate-number.ts'
import type { CheckRule, JsonSchema } from './definition.ts'
import { charactersBeyondJisLevel2 } from './jis-level-2.ts'
import { isRealDate, resolveRelativeDate, startOfTokyoDay, tokyoIso } from './tokyo-date.ts'

/** 00:30 on 1 April 2026 in Tokyo, still 31 March in UTC. */
const now = Date.parse('2026-04-01T00:30:00+09:00')

function check(schema: JsonSchema, answer: { [name: string]: unknown }, checks: CheckRule[] = []) {
  return checkAnswers({ steps: [{ id: 'step', schema }], checks }, { step: answer }, now)
}

function field(format: string): JsonSchema {
  return { type: 'object', properties: { value: { type: 'string', format } } }
}

describe('corporate numbers', () => {
  it.each([
    '7000012050002',
    '1180301018771',
    '4011001098993',
    '8040001999013',
    '6120001039879',
    '2120901007402',
    '7123456789012',
  ])('accept %s', (number) => {
    expect(isCorporateNumber(number)).toBe(true)
    expect(check(field('jp-corporate-number'), { value: number })).toEqual([])
  })

  it('report a typing error at the field', () => {
    expect(check(field('jp-corporate-number'), { value: '7000012050003' })).toEqual([
      { pointer: '/step/value', keyword: 'corporate-check-digit', params: {} },
    ])
  })

  it('leave values of a wrong format to the schema', () => {
    for (const value of ['70000', 7_000_012_050_003]) expect(check(field('jp-corporate-number'), { value })).toEqual([])
    expect(checkAnswers({ steps: [] }, {}, now)).toEqual([])
  })
})

describe('dates', () => {
  it.each(['2026-02-29', '2026-04-31', '2100-02-29'])('refuse %s, which is not a calendar day', (value) => {
    expect(check(field('date'), { value })).toEqual([{ pointer: '/step/value', keyword: 'real-date', params: {} }])
  })

  it('accept a leap day', () => {
    expect(check(field('date'), { value: '2028-02-29' })).toEqual([])
  })

  it('count days in Japan', () => {
    expect(resolveRelativeDate('today', now)).toBe('2026-04-01')
    expect(resolveRelativeDate('today+30', now)).toBe('2026-05-01')
    expect(resolveRelativeDate('today-1', now)).toBe('2026-03-31')
    expect(resolveRelativeDate('2026-12-24', now)).toBe('2026-12-24')
    expect(resolveRelativeDate('tomorrow', now)).toBeNull()
    expect(resolveRelativeDate('2026-02-30', now)).toBeNull()
    expect(resolveRelativeDate('from today+1', now)).toBeNull()
    expect(resolveRelativeDate('today+1 day', now)).toBeNull()
    expect(startOfTokyoDay('2026-04-01')).toBe(now - 30 * 60_000)
    expect(tokyoIso(now)).toBe('2026-04-01T00:30:00+09:00')
  })

  it.each(['+012026-01', '2026-1-1', '2026-01', '2026-01-01T', ' 2026-01-01', '2026-01-01 ', ''])(
    'see no calendar day in "%s"',
    (text) => {
      expect(isRealDate(text)).toBe(false)
    },
  )

  it('keep a date within bounds relative to today', () => {
    const rule: CheckRule = { kind: 'date-range', field: 'step/value', min: 'today+3', max: 'today+90' }
    expect(check(field('date'), { value: '2026-04-04' }, [rule])).toEqual([])
    expect(check(field('date'), { value: '2026-04-03' }, [rule])).toEqual([
      { pointer: '/step/value', keyword: 'date-range', params: { bound: 'min', limit: '2026-04-04' } },
    ])
    expect(check(field('date'), { value: '2026-07-01' }, [rule])).toEqual([
      { pointer: '/step/value', keyword: 'date-range', params: { bound: 'max', limit: '2026-06-30' } },
    ])
  })

  it('allow the last day of a range', () => {
    const rule: CheckRule = { kind: 'date-range', field: 'step/value', max: 'today' }
    expect(check(field('date'), { value: '2026-04-01' }, [rule])).toEqual([])
  })

  it('bound a month by the month of a limit, and a date-time by its day in Japan', () => {
    const rule: CheckRule = { kind: 'date-range', field: 'step/value', min: 'today', max: 'today+30' }
    const limits = (value: string) => check({ type: 'object' }, { value }, [rule]).map(({ params }) => params.bound)
    expect(['2026-03', '2026-04', '2026-05', '2026-06'].map(limits)).toEqual([['min'], [], [], ['max']])
    expect(limits('2026-03-31T15:00:00Z')).toEqual([])
    expect(limits('2026-03-31T14:59:59Z')).toEqual(['min'])
    expect(limits('2026-02-30T00:00:00Z'), 'a day that does not exist').toEqual([])
  })

  it('bound nothing without a date, and by nothing that is not a day', () => {
    const between: CheckRule = { kind: 'date-range', field: 'step/value', min: 'today' }
    for (const value of [undefined, '', 20260101, ['2026-03'], '01.01.2026', '2026-02-30'])
      expect(check({ type: 'object' }, { value }, [between])).toEqual([])
    const after: CheckRule = { kind: 'date-range', field: 'step/value', min: { answer: 'step/other' } }
    for (const other of [undefined, '2026-12', 'soon'])
      expect(check({ type: 'object' }, { value: '2026-01-01', other }, [after])).toEqual([])
    expect(check({ type: 'object' }, { value: '2026-01-01', other: '2026-01-01' }, [after])).toEqual([])
    const inList: CheckRule = { ...after, min: { answer: 'step/list/[]/day' } }
    expect(check({ type: 'object' }, { value: '2026-01-01' }, [inList])).toEqual([])
  })

  it('report both bounds of a range that is empty', () => {
    const rule: CheckRule = { kind: 'date-range', field: 'step/value', min: 'today+2', max: 'today' }
    expect(check(field('date'), { value: '2026-04-02' }, [rule]).map(({ params }) => params.bound)).toEqual([
      'min',
      'max',
    ])
  })

  it('refuses a date-time by its day alone', () => {
    expect(check(field('date-time'), { value: '2026-02-28T10:00:00Z' })).toEqual([])
    expect(check(field('date-time'), { value: '2026-02-29T10:00:00Z' })).toHaveLength(1)
  })

  it('bound one date by another answer of the same entry', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        periods: {
          type: 'array',
          items: {
            type: 'object',
            properties: { from: { type: 'string', format: 'date' }, to: { type: 'string', format: 'date' } },
          },
        },
      },
    }
    const rule: CheckRule = {
      kind: 'date-range',
      field: 'step/periods/[]/to',
      min: { answer: 'step/periods/[]/from', days: 1 },
    }
    const periods = [
      { from: '2026-05-01', to: '2026-05-02' },
      { from: '2026-06-01', to: '2026-06-01' },
      { to: '2026-01-01' },
    ]
    expect(check(schema, { periods }, [rule])).toEqual([
      { pointer: '/step/periods/1/to', keyword: 'date-range', params: { bound: 'min', limit: '2026-06-02' } },
    ])
  })
})

describe('branches', () => {
  const branching: JsonSchema = {
    type: 'object',
    properties: { kind: { enum: ['company', 'person'] } },
    if: { properties: { kind: { const: 'company' } }, required: ['kind'] },
    then: { properties: { number: { type: 'string', format: 'jp-corporate-number' } } },
    else: { properties: { number: { type: 'string' } } },
  }

  it('checks a field of the branch that applies only', () => {
    expect(check(branching, { kind: 'company', number: '7000012050003' })).toHaveLength(1)
    expect(check(branching, { kind: 'person', number: '7000012050003' })).toEqual([])
  })

  it('checks the branch that applies if the condition is false, and none without a condition', () => {
    const number = { properties: { number: { type: 'string', format: 'jp-corporate-number' } } }
    const wrong = { kind: 'person', number: '7000012050003' }
    const condition = { properties: { kind: { const: 'company' } } }
    expect(check({ if: condition, else: number }, wrong)).toHaveLength(1)
    expect(check({ if: condition, else: number }, { ...wrong, kind: 'company' })).toEqual([])
    expect(check({ then: number, else: number }, wrong)).toEqual([])
  })

  it('checks alternatives and dependencies that may apply', () => {
    const number = { properties: { number: { type: 'string', format: 'jp-corporate-number' } } }
    const company = { ...number, required: ['company'] }
    const wrong = { number: '7000012050003' }
    for (const keyword of ['anyOf', 'oneOf', 'allOf'])
      expect(check({ [keyword]: [number] }, wrong), keyword).toHaveLength(1)
    for (const keyword of ['anyOf', 'oneOf']) expect(check({ [keyword]: [company] }, wrong), keyword).toEqual([])
    expect(check({ $ref: '#/definitions/company', definitions: { company } }, wrong), '$ref').toHaveLength(1)
    expect(check({ dependencies: { company: number } }, wrong)).toEqual([])
    expect(check({ dependencies: { company: number } }, { ...wrong, company: true })).toHaveLength(1)
  })

  it('ends if a schema refers to itself', () => {
    const schema: JsonSchema = { definitions: { loop: { $ref: '#/definitions/loop' } }, $ref: '#/definitions/loop' }
    expect(check(schema, {})).toEqual([])
  })

  it('reports an error once that several branches find', () => {
    const day = { properties: { day: { type: 'string', format: 'date' } } }
    expect(check({ ...day, allOf: [day] }, { day: '2026-02-30' })).toHaveLength(1)
  })

  it('finds fields behind local references and in lists', () => {
    const schema: JsonSchema = {
      type: 'object',
      definitions: { day: { type: 'string', format: 'date' } },
      properties: { days: { type: 'array', items: { $ref: '#/definitions/day' } } },
    }
    expect(check(schema, { days: ['2026-04-01', '2026-02-30'] }).map(({ pointer }) => pointer)).toEqual([
      '/step/days/1',
    ])
  })
})

describe('different-from', () => {
  const rule: CheckRule = { kind: 'different-from', field: 'step/second', other: 'step/first' }

  it('refuses the same answer as in the other field', () => {
    const answers = { first: '2026-04-01', second: '2026-04-01' }
    expect(check({ type: 'object' }, answers, [rule])).toEqual([
      { pointer: '/step/second', keyword: 'different-from', params: { other: '/step/first' } },
    ])
  })

  it('accepts another answer, and none', () => {
    expect(check({ type: 'object' }, { first: '2026-04-01', second: '2026-04-02' }, [rule])).toEqual([])
    expect(check({ type: 'object' }, { first: '2026-04-01' }, [rule])).toEqual([])
  })
})

describe('working-day', () => {
  const rule: CheckRule = { kind: 'working-day', field: 'step/value' }

  it.each(['2026-11-29', '2026-11-23', '2026-12-31', '2026-11-29T09:30:00+09:00'])('refuses %s', (value) => {
    expect(check({ type: 'object' }, { value }, [rule])).toEqual([
      { pointer: '/step/value', keyword: 'working-day', params: { date: value.slice(0, 10) } },
    ])
  })

  it.each(['2026-11-30', '2026-11-30T09:30:00+09:00', '2026-11', '2026-02-30', '', 4])(
    'accepts a working day, and leaves what is no day to the schema (%s)',
    (value) => expect(check({ type: 'object' }, { value }, [rule])).toEqual([]),
  )
})

describe('same-as', () => {
  it('compares nothing with an empty or a missing answer', () => {
    const rule: CheckRule = { kind: 'same-as', field: 'step/again', other: 'step/email' }
    for (const again of [undefined, ''])
      expect(check({ type: 'object' }, { email: 'a@example.jp', again }, [rule])).toEqual([])
  })

  it('compares two answers', () => {
    const rule: CheckRule = { kind: 'same-as', field: 'step/again', other: 'step/email' }
    expect(check({ type: 'object' }, { email: 'a@example.jp', again: 'a@example.jp' }, [rule])).toEqual([])
    expect(check({ type: 'object' }, { email: 'a@example.jp', again: 'b@example.jp' }, [rule])).toEqual([
      { pointer: '/step/again', keyword: 'same-as', params: { other: '/step/email' } },
    ])
  })
})

describe('JIS level 1–2', () => {
  it('lists each unusable character once', () => {
    expect(charactersBeyondJisLevel2('髙橋と﨑山と髙木①㈱')).toEqual(['髙', '﨑', '①', '㈱'])
    expect(check(field('jis-level-2'), { value: '高橋' })).toEqual([])
    expect(check(field('jis-level-2'), { value: '髙橋﨑' })).toEqual([
      { pointer: '/step/value', keyword: 'jis-level-2', params: { chars: ['髙', '﨑'] } },
    ])
  })

  it.each([
    ['葛\u{e0100}西と辻\u{e0100}本', ['葛\u{e0100}', '辻\u{e0100}']],
    ['𠮷野', ['𠮷']],
    ['山👨\u200d👩\u200d👧田', ['👨\u200d👩\u200d👧']],
    ['か\u3099とう', ['か\u3099']],
    ['山田\u200b', ['U+200B']],
    ['\ufe00葛', ['U+FE00']],
    ['ﾔﾏﾀﾞ', ['ﾔ', 'ﾏ', 'ﾀ', 'ﾞ']],
  ])('lists the unusable characters of %j as a reader sees them: %j', (text, characters) => {
    expect(charactersBeyondJisLevel2(text)).toEqual(characters)
  })

  it('accepts ordinary text with both forms of the wave dash and the last row of level 2', () => {
    expect(charactersBeyondJisLevel2('東京都千代田区1-2-3 〜〜 凜・熙 ABC,ー− 亜院─腕')).toEqual([])
  })
})
