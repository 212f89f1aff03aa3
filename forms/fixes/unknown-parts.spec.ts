import { describe, expect, it } from 'vitest'
import { setCondition } from '../edit/question-condition.ts'
import type { FormFiles } from '../edit/commands.ts'
import { fixByClick, isFixableByClick } from './fixes.ts'
import { readValue } from '../edit/json-text.ts'

const gone = { properties: { gone: { const: true } }, required: ['gone'] }
const kept = { properties: { kept: { const: true } }, required: ['kept'] }
function inStep(schema: unknown) {
  return { properties: { one: schema }, required: ['one'] }
}

function formWith(when: unknown): FormFiles {
  const properties = { kept: { type: 'boolean' }, name: { type: 'string' } }
  const form = {
    steps: [
      { id: 'one', schema: { type: 'object', properties } },
      { id: 'two', schema: { type: 'object', properties: {} }, visibleWhen: when },
    ],
    requiredWhen: [{ field: 'one/name', when }],
    fee: { lines: [{ text: 'copies', amount: 1, when, exempt: { text: 'free', when } }] },
    delivery: { when },
  }
  return { 'form.json': JSON.stringify(form, null, 2) }
}

function fixed(files: FormFiles, pointer: string): unknown {
  const finding = { rule: 'unknown-path', file: 'form.json', pointer }
  expect(isFixableByClick(finding)).toBe(true)
  return readValue(fixByClick(files, finding)['form.json'] ?? '', '')
}

describe('a condition that names a missing question', () => {
  it.each([
    [
      'one part of a list',
      inStep({ allOf: [gone, kept] }),
      '/properties/one/allOf/0/properties/gone',
      inStep({ allOf: [kept] }),
    ],
    [
      'a list of whole parts',
      { anyOf: [inStep(kept), inStep(gone)] },
      '/anyOf/1/properties/one/required/0',
      { anyOf: [inStep(kept)] },
    ],
    [
      'one of two questions of a schema',
      inStep({ properties: { ...gone.properties, ...kept.properties }, required: ['kept', 'gone'] }),
      '/properties/one/required/1',
      inStep(kept),
    ],
    [
      'a negated part',
      { allOf: [{ not: inStep(gone) }, inStep(kept)] },
      '/allOf/0/not/properties/one/properties/gone',
      { allOf: [inStep(kept)] },
    ],
  ])('loses only that part: %s', (_name, when, place, rest) => {
    expect(fixed(formWith(when), `/steps/1/visibleWhen${place}`)).toMatchObject({ steps: [{}, { visibleWhen: rest }] })
    expect(fixed(formWith(when), `/fee/lines/0/when${place}`)).toMatchObject({ fee: { lines: [{ when: rest }] } })
  })

  it.each([
    ['/steps/1/visibleWhen', ({ steps }: Form) => Object.hasOwn(steps[1] ?? {}, 'visibleWhen')],
    ['/requiredWhen/0/when', ({ requiredWhen }: Form) => requiredWhen !== undefined],
    ['/fee/lines/0/when', ({ fee }: Form) => Object.hasOwn(fee.lines[0] ?? {}, 'when')],
    ['/fee/lines/0/exempt/when', ({ fee }: Form) => Object.hasOwn(fee.lines[0] ?? {}, 'exempt')],
    ['/delivery/when', ({ delivery }: Form) => delivery !== undefined],
  ] as const)('removes the whole condition if nothing else remains: %s', (condition, has) => {
    const files = formWith(inStep(gone))
    expect(has(readValue(files['form.json'] ?? '', '') as Form)).toBe(true)
    for (const place of ['/properties/one/properties/gone', '/properties/one/required/0'])
      expect(has(fixed(files, condition + place) as Form)).toBe(false)
  })

  it('shows its question always, at the place of the question in the step', () => {
    const files = formWith(inStep(kept))
    const shown = setCondition(files, 'one/name', {
      join: 'and',
      parts: [{ path: 'one/gone', is: 'one-of', values: [true] }],
    })
    expect(readValue(shown['form.json'] ?? '', '/steps/0/schema/if')).toEqual(gone)
    expect(fixed(shown, '/steps/0/schema/if/properties/gone')).toEqual(readValue(files['form.json'] ?? '', ''))
  })

  it.each([
    ['an else', { else: { properties: { other: { type: 'string' } } } }],
    ['a requirement of another question', { then: { properties: { a: { type: 'string' } }, required: ['kept'] } }],
    ['a limit of another question', { then: { properties: { name: { maxLength: 3 } } } }],
  ])('stays if its branch is more than questions that it shows: %s', (_name, branches) => {
    const properties = { kept: { type: 'boolean' }, name: { type: 'string' } }
    const schema = {
      type: 'object',
      properties,
      if: gone,
      then: { properties: { a: { type: 'string' } } },
      ...branches,
    }
    const files = { 'form.json': JSON.stringify({ steps: [{ id: 'one', schema }] }) }
    const finding = { rule: 'unknown-path', file: 'form.json', pointer: '/steps/0/schema/if/required/0' }
    expect(fixByClick(files, finding)).toEqual(files)
  })
})

it('does not offer to fix a missing question outside of a condition or a rule', () => {
  for (const pointer of ['/fee/lines/0/amount/byAnswer', '/steps/0/schema/properties/if/required/0'])
    expect(isFixableByClick({ rule: 'unknown-path', file: 'form.json', pointer })).toBe(false)
})

type Form = { steps: object[]; requiredWhen?: unknown; fee: { lines: object[] }; delivery?: unknown }
