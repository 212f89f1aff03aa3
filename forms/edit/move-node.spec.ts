import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { toFindings } from '../source/finding.ts'
import { createForm } from '../templates/new-form.ts'
import type { AnswerCondition } from './answer-condition.ts'
import { treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { readFormFiles, writeFormFiles } from './form-folder.ts'
import { allNodes, pathToNode } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { moveNode, movedPath, obstacleTo } from './move-node.ts'
import { conditionOf, setCondition } from './question-condition.ts'

const root = mkdtempSync(path.join(tmpdir(), 'forms-move-'))
cpSync(path.resolve(import.meta.dirname, '../../schemas/shared'), path.join(root, 'shared'), { recursive: true })

let created = 0

function dogs(): { folder: string; files: FormFiles } {
  const folder = createForm({
    root,
    tenant: 'town',
    service: `dogs-${(created += 1)}`,
    type: 'individual',
    template: 'dog-registration',
    title: {},
  })
  return { folder, files: readFormFiles(folder) }
}

function findings(folder: string, before: FormFiles, after: FormFiles): string[] {
  writeFormFiles(folder, before, after)
  return toFindings(checkForm(folder).problems, 'en').map(({ rule, message }) => `${rule}: ${message}`)
}

function namesIn(files: FormFiles, parent: string): string[] {
  return (parent === '' ? treeOf(files) : (pathToNode(treeOf(files), parent).at(-1)?.children ?? [])).map(
    ({ name }) => name,
  )
}

/** The lines that only one of two texts has. */
function onlyIn(one: string | undefined, other: string | undefined): string[] {
  const lines = new Set(other?.split('\n').map((line) => line.replace(/,$/, '')))
  return (one ?? '').split('\n').filter((line) => !lines.has(line.replace(/,$/, '')))
}

describe('moving a question', () => {
  it('moves its texts, samples and layout to another step, too, and keeps the answers of drafts', () => {
    const { folder, files } = dogs()
    const place = { parent: 'delivery', index: 0 }
    expect(movedPath(files, 'applicant/phone', place)).toBe('delivery/phone')
    const moved = moveNode(files, 'applicant/phone', place)
    expect(namesIn(moved, 'applicant')).toEqual(['name', 'address', 'email'])
    expect(namesIn(moved, 'delivery')).toEqual(['phone', 'method'])
    expect(readValue(moved['form.json'] ?? '', '/renamed')).toEqual({ 'applicant/phone': 'delivery/phone' })
    expect(readValue(moved['form.json'] ?? '', '/steps/2/schema/required')).toEqual(['method', 'phone'])
    expect(Object.values(moved).filter((text) => /applicant\/phone"(?!:)/.test(text))).toEqual([])
    expect(findings(folder, files, moved)).toEqual([])
    // Every line is as the author wrote it, some in another place.
    expect(onlyIn(files['form.json'], moved['form.json'])).toEqual([])
  })

  it('out of a list keeps the first answer of each sample; moving it back fills every entry with that answer', () => {
    const { folder, files } = dogs()
    const out = moveNode(files, 'dogs/list/[]/color', { parent: 'dogs', index: 1 })
    expect(namesIn(out, 'dogs')).toEqual(['list', 'color'])
    expect(findings(folder, files, out)).toEqual([])
    const back = moveNode(out, 'dogs/color', { parent: 'dogs/list', index: 0 })
    expect(namesIn(back, 'dogs/list')[0]).toBe('color')
    expect(findings(folder, out, back)).toEqual([])
  })

  it('rewrites the checks and fees that name it', () => {
    const { files } = dogs()
    const moved = moveNode(files, 'dogs/list', { parent: 'delivery', index: 1 })
    const form = moved['form.json'] ?? ''
    expect(readValue(form, '/checks/0/field')).toBe('delivery/list/[]/birthDate')
    expect(readValue(form, '/fee/lines/0')).toMatchObject({
      forEach: 'delivery/list',
      choice: 'delivery/list/[]/kind',
      amount: { byAnswer: 'delivery/list/[]/kind' },
    })
  })

  it('rewrites the appointment that it decides', () => {
    const root = { type: 'object', properties: { day: { type: 'string', format: 'date' } } }
    const steps = [
      { id: 'one', schema: root },
      { id: 'two', schema: { type: 'object', properties: {} } },
    ]
    const files = { 'form.json': JSON.stringify({ steps, booking: { date: 'one/day' } }) }
    const moved = moveNode(files, 'one/day', { parent: 'two', index: 0 })
    expect(readValue(moved['form.json'] ?? '', '/booking/date')).toBe('two/day')
  })

  it('changes only the order within its group, or of a step among the steps', () => {
    const { files } = dogs()
    const last = moveNode(files, 'applicant/name', { parent: 'applicant', index: 3 })
    expect(namesIn(last, 'applicant')).toEqual(['address', 'phone', 'email', 'name'])
    expect(onlyIn(last['form.json'], files['form.json'])).toEqual([])
    const steps = moveNode(files, 'consent', { parent: '', index: 0 })
    expect(namesIn(steps, '')).toEqual(['consent', 'applicant', 'dogs', 'delivery'])
  })

  it('adds a number to its name if the target already has a question of that name', () => {
    const { files } = dogs()
    expect(movedPath(files, 'dogs/list/[]/name', { parent: 'applicant', index: 0 })).toBe('applicant/name2')
  })

  it('keeps its condition and those of the questions in it within its step', () => {
    const yesNo = { type: 'boolean' }
    const group = { type: 'object', properties: { d: yesNo } }
    const properties = { a: yesNo, b: yesNo, g: group, h: { type: 'object', properties: { e: yesNo } } }
    const form = {
      steps: [
        { id: 'one', schema: { type: 'object', properties } },
        { id: 'two', schema: group },
      ],
    }
    const isYes = (at: string): AnswerCondition => ({
      join: 'and',
      parts: [{ path: at, is: 'one-of', values: [true] }],
    })
    const files = ['one/b', 'one/g', 'one/g/d'].reduce((result, at) => setCondition(result, at, isYes('one/a')), {
      'form.json': JSON.stringify(form, null, 2),
    } as FormFiles)
    const conditionAt = (all: FormFiles, at: string) => {
      const node = pathToNode(treeOf(all), at).at(-1)
      return node && conditionOf(treeOf(all), node)
    }
    const inside = moveNode(files, 'one/b', { parent: 'one/h', index: 0 })
    expect(conditionAt(inside, 'one/h/b')).toEqual(isYes('one/a'))
    const whole = moveNode(files, 'one/g', { parent: 'one/h', index: 1 })
    expect([conditionAt(whole, 'one/h/g'), conditionAt(whole, 'one/h/g/d')]).toEqual([isYes('one/a'), isYes('one/a')])
    expect(allNodes(treeOf(whole)).map((node) => node.path)).toHaveLength(9)
    expect(obstacleTo(files, 'one/b', { parent: 'two', index: 0 })).toBe('other-step')
  })

  it.each([
    ['dogs/list/[]/formerTag', 'applicant', 'other-step'],
    ['dogs/list/[]/formerTag', 'dogs', 'conditional'],
    ['dogs/list/[]/kind', 'applicant', 'decides'],
    ['delivery/method', 'applicant', 'decides'],
    ['dogs/list', 'dogs/list', 'no-place'],
    ['applicant/phone', 'delivery/method', 'no-place'],
    ['applicant/phone', '', 'level'],
    ['applicant', 'dogs', 'level'],
  ])('refuses to move %s to %s: %s', (from, parent, obstacle) => {
    const { files } = dogs()
    expect(obstacleTo(files, from, { parent, index: 0 })).toBe(obstacle)
    expect(moveNode(files, from, { parent, index: 0 })).toBe(files)
  })
})
