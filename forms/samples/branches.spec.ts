import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { writeExample } from '../testing/write-example.ts'
import { branchesOf } from './branches.ts'

const work = mkdtempSync(path.join(tmpdir(), 'branches-'))

/** The branches in the group `field` of the example form that such an answer takes. */
function takenBy(schema: object, field: unknown): string[] {
  const folder = path.join(work, 'town/service/individual')
  writeExample(folder, { schema: JSON.stringify({ type: 'object', ...schema }) })
  const { form, usable } = checkForm(folder)
  if (!usable) throw new Error('The form cannot be used')
  const inField = branchesOf(form, usable.runner).filter(({ name }) => name.startsWith('applicant/field'))
  const answers = { applicant: { name: '山田', kind: 'person', count: 1, field } }
  return inField.filter(({ isTaken }) => isTaken(answers)).map(({ name }) => name.replace('applicant/field ', ''))
}

function yes(name: string) {
  return { properties: { [name]: { const: true } }, required: [name] }
}
const flag = { type: 'boolean' }
const text = { type: 'string', maxLength: 9 }

describe('the branches of a form', () => {
  it('inside another branch are taken only where that branch applies', () => {
    const inner = { properties: { b: flag }, if: yes('b'), then: { properties: { c: text } } }
    const schema = { properties: { a: flag }, if: yes('a'), then: inner }
    expect(takenBy(schema, { a: false, b: true }), 'an answer that is not asked').toEqual(['if → false'])
    expect(takenBy(schema, { a: true, b: true })).toEqual(['if → true', 'if → true'])
    expect(takenBy(schema, { a: true, b: false })).toEqual(['if → true', 'if → false'])
  })

  it('include an answer that adds questions', () => {
    const schema = { properties: { a: text }, dependentSchemas: { a: { properties: { b: text } } } }
    expect(takenBy(schema, {})).toEqual(['a → false'])
    expect(takenBy(schema, { a: '本' })).toEqual(['a → true'])
  })

  it('include each part of a union', () => {
    const schema = { properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }
    expect(takenBy(schema, { b: '本' })).toEqual(['anyOf/1'])
    expect(takenBy(schema, { a: '本', b: '本' })).toEqual(['anyOf/0', 'anyOf/1'])
  })
})
