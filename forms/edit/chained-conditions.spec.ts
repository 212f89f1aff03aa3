import { isInside } from '../../form-model/pointer.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldPath, StepAnswers } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { exampleForm } from '../../src/form-engine/testing/example-form.ts'
import { stepToSend } from '../../src/form-engine/validation/answers-to-send.ts'
import type { AnswerCondition } from './answer-condition.ts'
import { removeNode, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { allNodes, isQuestion, pathToNode } from './form-tree.ts'
import { readValue } from './json-text.ts'
import {
  conditionOf,
  decidingFields,
  requiredCondition,
  setCondition,
  setRequiredCondition,
  setStepShown,
} from './question-condition.ts'

const yesNo = { type: 'boolean' }
const group = { type: 'object', properties: { e: yesNo, f: yesNo } }
const list = { type: 'array', items: { type: 'object', properties: { x: yesNo, y: yesNo, z: yesNo } } }
const properties = { a: yesNo, b: yesNo, c: yesNo, d: yesNo, g: group, l: list }
const start: FormFiles = {
  'form.json': JSON.stringify({ steps: [{ id: 's', schema: { type: 'object', properties } }] }, null, 2),
}
const owners = ['s/a', 's/b', 's/c', 's/d', 's/g', 's/g/e', 's/g/f', 's/l', 's/l/[]/x', 's/l/[]/y', 's/l/[]/z']

/** What an author does: gives a question a condition on some of those that are offered, or none. */
type Action = { owner: number; parts: { field: number; is: boolean }[]; join: 'and' | 'or' }

const actions = fc.array(
  fc.record({
    owner: fc.nat(owners.length - 1),
    parts: fc.array(fc.record({ field: fc.nat(9), is: fc.boolean() }), { maxLength: 2 }),
    join: fc.constantFrom('and' as const, 'or' as const),
  }),
  { minLength: 1, maxLength: 7 },
)

type Chosen = Map<FieldPath, AnswerCondition | null>

function apply(all: readonly Action[]): { files: FormFiles; chosen: Chosen } {
  const chosen: Chosen = new Map()
  let files = start
  for (const { owner, parts, join } of all) {
    const path = owners[owner] ?? ''
    const offered = decidingFields(treeOf(files), path).filter(({ kind }) => kind === 'yes-no')
    const fields = parts.map(({ field, is }) => ({ field: offered[field % Math.max(1, offered.length)], is }))
    const used = new Map(fields.flatMap(({ field, is }) => (field ? [[field.path, is] as const] : [])))
    const condition: AnswerCondition | null =
      used.size === 0 ? null : { join, parts: [...used].map(([at, is]) => ({ path: at, is: 'one-of', values: [is] })) }
    files = setCondition(files, path, condition)
    chosen.set(path, condition)
  }
  return { files, chosen }
}

/** Whether residents should see a question: what decides about it counts only while it is shown itself. */
function isShown(path: FieldPath, chosen: Chosen, answerAt: (path: FieldPath) => unknown): boolean {
  const around = owners.filter((owner) => owner !== path && isInside(path, owner))
  if (!around.every((owner) => isShown(owner, chosen, answerAt))) return false
  const condition = chosen.get(path)
  if (!condition) return true
  const holds = condition.parts.map(
    (part) =>
      isShown(part.path, chosen, answerAt) &&
      part.is === 'one-of' &&
      part.values.some((is) => is === answerAt(part.path)),
  )
  return condition.join === 'and' ? holds.every(Boolean) : holds.some(Boolean)
}

type Entry = { x: boolean; y: boolean; z: boolean }
type Given = { a: boolean; b: boolean; c: boolean; d: boolean; g: { e: boolean; f: boolean }; l: Entry[] }

const entries = fc.record({ x: fc.boolean(), y: fc.boolean(), z: fc.boolean() })
const answers: fc.Arbitrary<Given> = fc.record({
  a: fc.boolean(),
  b: fc.boolean(),
  c: fc.boolean(),
  d: fc.boolean(),
  g: fc.record({ e: fc.boolean(), f: fc.boolean() }),
  l: fc.array(entries, { minLength: 2, maxLength: 2 }),
})

function leaves(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown, index) => leaves(one, `${path}/${index}`))
  if (!isRecord(value)) return [path]
  return Object.entries(value).flatMap(([name, one]) => leaves(one, `${path}/${name}`))
}

function expected(chosen: Chosen, given: Given): string[] {
  return owners
    .filter((path) => path !== 's/g' && path !== 's/l')
    .flatMap((path) => {
      const [, name = '', inside = '', inEntry = ''] = path.split('/')
      if (name !== 'l') {
        const answerAt = (at: FieldPath) => readAnswer(given, at)
        return isShown(path, chosen, answerAt) ? [path] : []
      }
      return given.l.flatMap((entry, index) => {
        const answerAt = (at: FieldPath): unknown =>
          at.includes('[]') ? Reflect.get(entry, at.split('/').at(-1) ?? '') : readAnswer(given, at)
        return isShown(path, chosen, answerAt) ? [`s/${name}/${index}/${inEntry || inside}`] : []
      })
    })
    .toSorted()
}

function readAnswer(given: Given, path: FieldPath): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), given)
}

function formOf(files: FormFiles) {
  const [step] = (JSON.parse(files['form.json'] ?? '') as { steps: { schema: StepAnswers }[] }).steps
  return exampleForm({ steps: [{ id: 's', schema: step?.schema ?? {} }] })
}

describe('conditions on any questions of a step', () => {
  it('show what was chosen, and answers of hidden questions decide nothing', () => {
    fc.assert(
      fc.property(actions, fc.array(answers, { minLength: 4, maxLength: 4 }), (all, given) => {
        const { files, chosen } = apply(all)
        const form = formOf(files)
        for (const one of given) {
          const sent = leaves(stepToSend(form, 's', one), 's').filter(
            (path) => /\/[a-z]$/.test(path) && !/s\/[gl]$/.test(path),
          )
          expect(sent.toSorted()).toEqual(expected(chosen, one))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('can be read back', () => {
    fc.assert(
      fc.property(actions, (all) => {
        const { files, chosen } = apply(all)
        const tree = treeOf(files)
        for (const node of allNodes(tree)) {
          const known = chosen.get(node.path) ?? null
          const read = conditionOf(tree, node)
          expect([node.path, read === null]).toEqual([node.path, known === null])
        }
      }),
      { numRuns: 60 },
    )
  })

  it('leave the form as it was when they are removed again', () => {
    fc.assert(
      fc.property(actions, (all) => {
        const { files } = apply(all)
        const removed = owners.reduce((result, path) => setCondition(result, path, null), files)
        const tree = allNodes(treeOf(removed))
        expect(tree.filter(({ condition }) => condition !== null)).toEqual([])
        expect(tree.map(({ path }) => path).toSorted()).toEqual(
          allNodes(treeOf(start))
            .map(({ path }) => path)
            .toSorted(),
        )
      }),
      { numRuns: 60 },
    )
  })
})

function isYes(path: FieldPath): AnswerCondition {
  return { join: 'and', parts: [{ path, is: 'one-of', values: [true] }] }
}

it('follows a change of what shows a deciding question', () => {
  const chain = setCondition(setCondition(start, 's/b', isYes('s/a')), 's/c', isYes('s/b'))
  const changed = setCondition(chain, 's/b', isYes('s/d'))
  const condition = pathToNode(treeOf(changed), 's/c').at(-1)?.condition
  expect(JSON.stringify(condition)).not.toContain('"a"')
  expect(JSON.stringify(condition)).toContain('"d"')
})

it('never requires a hidden question, also when its own condition comes later', () => {
  const required = setRequiredCondition(start, 's/b', isYes('s/d'))
  const files = setCondition(required, 's/b', isYes('s/a'))
  const shownWhen = { properties: { s: { properties: { a: { const: true } }, required: ['a'] } }, required: ['s'] }
  expect(requiredCondition(files, 's/b')?.schema).toMatchObject({ allOf: [shownWhen, {}] })
  const free = setCondition(files, 's/b', null)
  expect(requiredCondition(free, 's/b')).toEqual(requiredCondition(required, 's/b'))
})

it('includes what shows a question in the condition of a later step', () => {
  const steps = [
    { id: 's', schema: { type: 'object', properties } },
    { id: 't', schema: { type: 'object', properties: { k: yesNo } } },
  ]
  const files = setCondition({ 'form.json': JSON.stringify({ steps }, null, 2) }, 's/b', isYes('s/a'))
  const shown = setStepShown(files, 't', isYes('s/b'))
  const when = readValue(shown['form.json'] ?? '', '/steps/1/visibleWhen')
  expect(when).toMatchObject({
    allOf: [{ properties: { s: { required: ['a'] } } }, { properties: { s: { required: ['b'] } } }],
  })
  const tree = treeOf(shown)
  const [, step] = tree
  expect(step && conditionOf(tree, step)).toEqual(isYes('s/b'))
  expect(readValue(setCondition(shown, 's/b', null)['form.json'] ?? '', '/steps/1/visibleWhen')).toMatchObject({
    properties: { s: { required: ['b'] } },
  })
})

it('names only questions that exist after one of them is removed', () => {
  const chain = setCondition(setCondition(start, 's/b', isYes('s/a')), 's/c', isYes('s/b'))
  const left = removeNode(setCondition(chain, 's/c', null), 's/b')
  expect(allNodes(treeOf(left)).filter(isQuestion)).toHaveLength(9)
  expect(left['form.json']).not.toContain('"if"')
})
