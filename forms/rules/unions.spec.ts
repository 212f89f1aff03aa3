import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { writeExample } from '../testing/write-example.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-unions-'))

function rulesFor(name: string, schema: string): string[] {
  const folder = path.join(work, name, 'tenant/service/example')
  writeExample(folder, { schema })
  return checkForm(folder).problems.map(({ rule }) => rule)
}

const fields = `"a": { "type": "boolean" }, "list": { "type": "array", "maxItems": 2, "items": { "type": "object", "properties": { "n": { "type": "integer" } } } }`

describe('anyOf between groups', () => {
  it('refuses anyOf if no field distinguishes the branches, because a branch without items cannot be drawn', () => {
    const branches = `{ "required": ["a"], "properties": { "a": { "const": false } } }, { "required": ["list"], "properties": { "list": { "type": "array", "minItems": 2 } } }`
    const found = rulesFor('narrowing', `{ "type": "object", "properties": { ${fields} }, "anyOf": [${branches}] }`)
    expect(found).toContain('no-discriminator')
  })

  it('accepts anyOf if its branches only require fields, and inside a condition', () => {
    const required = `{ "type": "object", "properties": { ${fields} }, "anyOf": [{ "required": ["a"] }, { "required": ["list"] }] }`
    expect(rulesFor('required', required)).not.toContain('no-discriminator')
    const tested = `{ "properties": { "a": { "const": true } }, "required": ["a"] }`
    const conditional = `{ "type": "object", "properties": { ${fields} }, "if": { "anyOf": [${tested}, ${tested}] }, "then": { "required": ["list"] } }`
    expect(rulesFor('condition', conditional)).not.toContain('no-discriminator')
  })
})

describe('a union of values', () => {
  it.each([
    ['a choice and a text', `"anyOf": [{ "const": "none" }, { "type": "string", "maxLength": 9 }]`],
    ['nothing and a date', `"type": "string", "oneOf": [{ "enum": [""] }, { "type": "string", "format": "date" }]`],
    ['a choice and a text of the same type', `"anyOf": [{ "type": "string", "const": "a" }, { "type": "string" }]`],
  ])('refuses a union of %s', (name, keywords) => {
    expect(rulesFor(name, `{ ${keywords} }`)).toContain('no-discriminator')
  })

  it('accepts a union of choices only', () => {
    expect(rulesFor('choices', `{ "type": "string", "oneOf": [{ "const": "a" }, { "const": "b" }] }`)).not.toContain(
      'no-discriminator',
    )
  })
})
