import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAnswers } from '../../form-model/checks.ts'
import type { Answers } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { resolveSampleDate, sampleDate } from '../../form-model/sample-date.ts'
import { fixFinding } from '../fixes/fixes.ts'
import { blocks } from './blocks.ts'
import type { Block } from './blocks.ts'
import { addBlock, setChoices, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { chosenBound, dateRanges, datesBeside, isOnWorkingDays, setDateBound, setWorkingDays } from './date-limits.ts'
import { allNodes, pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { changeLimit, checksIn, limitPlaces, limitsOf, numberLimit } from './limits.ts'

function formWith(properties: object, rest: object = {}): FormFiles {
  return { 'form.json': JSON.stringify({ steps: [{ id: 'one', schema: { type: 'object', properties } }], ...rest }) }
}

function added(block: Block): FormFiles {
  return addBlock(formWith({}), block, 'one', 'asked')
}

function nodeAt(files: FormFiles, path: string): FormNode {
  const node = pathToNode(treeOf(files), path).at(-1)
  if (!node) throw new Error(`There is no ${path}`)
  return node
}

/** Keywords and options that say what a question is, not which of its answers are refused. */
const ofKind = new Set(
  ['$ref', 'type', 'format', 'enum', 'const', 'items', 'properties', 'required', 'uniqueItems'].concat([
    'autocomplete',
    'inputmode',
    'width',
    'rows',
    'purpose',
    // The form of the answer and the table have fields of their own.
    'pattern',
    'layout',
  ]),
)

function optionsOf({ ui }: FormNode): string[] {
  return isRecord(ui['ui:options']) ? Object.keys(ui['ui:options']) : []
}

/** The limits that a form sets for a question. */
function limitsSet(files: FormFiles, node: FormNode): string[] {
  const checks = checksIn(files).filter(({ field }) => field === node.path)
  const written = [...Object.keys(node.schema), ...optionsOf(node), ...checks.map(({ kind }) => kind)]
  return written.filter((name) => !ofKind.has(name))
}

describe('limits', () => {
  it.each(blocks.map((block) => [block.id, block] as const))(
    'appear in the properties if the block %s sets them',
    (_, block) => {
      const files = added(block)
      const nodes = allNodes(treeOf(files)).filter(({ path }) => path.startsWith('one/'))
      expect(nodes).not.toHaveLength(0)
      for (const node of nodes)
        expect(limitsOf(node, checksIn(files))).toEqual(expect.arrayContaining(limitsSet(files, node)))
    },
  )

  it('sets no limit for a date, so that a day of the past or of the far future is accepted', () => {
    const date = blocks.find(({ id }) => id === 'date')
    expect(date?.checks).toEqual([])
  })

  it.each([
    ['no-max-length', { type: 'string' }],
    ['no-max-length', { type: ['string', 'null'] }],
    ['no-max-items', { type: 'array', items: { type: 'object', properties: {} } }],
  ])('appear in the properties if the fix of %s sets them (%j)', (rule, schema) => {
    const before = formWith({ asked: schema })
    const after = fixFinding(before, { rule, file: 'form.json', pointer: '/steps/0/schema/properties/asked' })
    expect(after).not.toEqual(before)
    const node = nodeAt(after, 'one/asked')
    expect(limitsOf(node, [])).toEqual(expect.arrayContaining(limitsSet(after, node)))
  })

  it.each(Object.entries(limitPlaces).filter(([, place]) => place !== 'checks'))(
    '%s is shown for every question that has it, and can be removed',
    (limit, place) => {
      const asked = { type: ['string', 'null'], ...(place === 'schema' ? { [limit]: 3 } : {}) }
      const ui = { asked: { 'ui:options': place === 'options' ? { [limit]: limit === 'accept' ? ['a/b'] : 3 } : {} } }
      const schema = { type: 'object', properties: { asked } }
      const files = { 'form.json': JSON.stringify({ steps: [{ id: 'one', schema, ui }] }) }
      const node = nodeAt(files, 'one/asked')
      expect(limitsOf(node, [])).toEqual([limit])
      const name = limit as Parameters<typeof changeLimit>[2]
      expect(limitsSet(files, nodeAt(changeLimit(files, node, name, undefined), 'one/asked'))).toEqual([])
    },
  )

  it('keeps the limit of the number of files in one place, even if the layout had another', () => {
    const schema = { type: 'object', properties: { asked: { type: 'array', items: { format: 'attachment-id' } } } }
    const ui = { asked: { 'ui:options': { maxFiles: 5, maxSize: 9 } } }
    const files = { 'form.json': JSON.stringify({ steps: [{ id: 'one', schema, ui }] }) }
    expect(numberLimit(nodeAt(files, 'one/asked'), 'maxItems')).toBe(5)
    const node = nodeAt(changeLimit(files, nodeAt(files, 'one/asked'), 'maxItems', 8), 'one/asked')
    expect(node.schema.maxItems).toBe(8)
    expect(optionsOf(node)).toEqual(['maxSize'])
  })

  it('changes the limit of the number of choices with the choices only if all can be chosen', () => {
    const choices = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ value: `v${index}`, ja: '', en: '' }))
    const after = (count: number, limit: object) => {
      const items = { type: 'string', enum: ['v0', 'v1', 'v2'] }
      const files = formWith({ asked: { type: 'array', items, uniqueItems: true, ...limit } })
      const { schema } = nodeAt(setChoices(files, nodeAt(files, 'one/asked'), choices(count)), 'one/asked')
      return [schema.minItems, schema.maxItems]
    }
    expect(after(4, { minItems: 1, maxItems: 3 })).toEqual([1, 4])
    expect(after(4, { minItems: 1, maxItems: 2 })).toEqual([1, 2])
    expect(after(2, { minItems: 3, maxItems: 3 })).toEqual([2, 2])
    expect(after(4, {})).toEqual([undefined, undefined])
  })
})

describe('limits of a date', () => {
  const day = { type: 'string', format: 'date' }
  const entry = { type: 'object', properties: { born: day, died: day } }
  const files = formWith({ asked: day, other: day, people: { type: 'array', items: entry } })

  it.each([
    [{ from: 'today', days: 3 }, 'today+3'],
    [{ from: 'today', days: -1 }, 'today-1'],
    [{ from: 'today', days: 0 }, 'today'],
    [{ from: 'day', day: '2026-04-01' }, '2026-04-01'],
    [{ from: 'answer', answer: 'one/other', days: 0 }, { answer: 'one/other' }],
    [
      { from: 'answer', answer: 'one/other', days: -7 },
      { answer: 'one/other', days: -7 },
    ],
  ] as const)('%j is written, read and removed again', (chosen, bound) => {
    for (const end of ['min', 'max'] as const) {
      const after = setDateBound(files, 'one/asked', null, end, chosen)
      expect(checksIn(after)).toEqual([{ kind: 'date-range', field: 'one/asked', [end]: bound }])
      const [range] = dateRanges(after, 'one/asked')
      expect(chosenBound(range?.[end])).toEqual(chosen)
      const removed = setDateBound(after, 'one/asked', range?.index ?? null, end, { from: 'any' })
      expect(readValue(removed['form.json'] ?? '', '/checks')).toBeUndefined()
    }
  })

  it('keep the other end and the checks of other questions', () => {
    const other = { kind: 'working-day', field: 'one/other' }
    const both = { kind: 'date-range', field: 'one/asked', min: 'today', max: 'today+9' }
    const start = formWith({ asked: day, other: day }, { checks: [other, both] })
    const [range] = dateRanges(start, 'one/asked')
    const after = setDateBound(start, 'one/asked', range?.index ?? null, 'min', { from: 'any' })
    expect(checksIn(after)).toEqual([other, { kind: 'date-range', field: 'one/asked', max: 'today+9' }])
    const working = setWorkingDays(after, 'one/asked', true)
    expect(isOnWorkingDays(working, 'one/asked')).toBe(true)
    expect(checksIn(setWorkingDays(working, 'one/asked', false))).toEqual(checksIn(after))
  })

  it('move the date of a valid sample to where they accept it', () => {
    const days = fc.integer({ min: -800, max: 800 })
    fc.assert(
      fc.property(
        days,
        fc.nat(60),
        days,
        fc.boolean(),
        fc.constantFrom('min', 'max', 'both'),
        (from, span, sample, working, ends) => {
          const dated = {
            ...formWith({ asked: day }),
            'valid/a.json': `{ "one": { "asked": "{{today${sample < 0 ? '' : '+'}${sample}}}" } }`,
          }
          const on = working ? setWorkingDays(dated, 'one/asked', true) : dated
          const lower = ends === 'max' ? on : setDateBound(on, 'one/asked', null, 'min', { from: 'today', days: from })
          const index = dateRanges(lower, 'one/asked')[0]?.index ?? null
          const upper = { from: 'today', days: from + span + 14 } as const
          const files = ends === 'min' ? lower : setDateBound(lower, 'one/asked', index, 'max', upper)
          const now = Date.now()
          const resolved = (files['valid/a.json'] ?? '').replaceAll(
            new RegExp(sampleDate, 'g'),
            (_, date: string) => resolveSampleDate(date, now) ?? '',
          )
          const answers = JSON.parse(resolved) as Answers
          expect(checkAnswers({ steps: [], checks: checksIn(files) }, answers, now)).toEqual([])
        },
      ),
    )
  })

  it('count only from dates that have one answer there', () => {
    const from = (path: string) => datesBeside(files, treeOf(files), path).map((node) => node.path)
    expect(from('one/asked')).toEqual(['one/other'])
    expect(from('one/people/[]/died')).toEqual(['one/asked', 'one/other', 'one/people/[]/born'])
  })

  it('take their invalid samples along, and remove those of a limit that is gone', () => {
    const sample = (keyword: string, set: string) =>
      JSON.stringify({ set: { '/one/asked': set }, expect: { pointer: '/one/asked', keyword } })
    const start = {
      ...formWith({ asked: day }, { checks: [{ kind: 'date-range', field: 'one/asked', max: 'today+9' }] }),
      'invalid/late.json': sample('date-range', '{{today+10}}'),
      'invalid/other.json': sample('date', 'x'),
    }
    const later = setDateBound(start, 'one/asked', 0, 'max', { from: 'today', days: 30 })
    expect(readValue(later['invalid/late.json'] ?? '', '/set')).toEqual({ '/one/asked': '{{today+31}}' })
    const any = setDateBound(later, 'one/asked', 0, 'max', { from: 'any' })
    expect(Object.keys(any)).toEqual(['form.json', 'invalid/other.json'])
  })
})
