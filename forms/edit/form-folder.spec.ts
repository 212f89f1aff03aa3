import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createForm } from '../templates/new-form.ts'
import { createTenant } from '../templates/new-tenant.ts'
import { readFormFiles, writeFormFiles } from './form-folder.ts'

const root = mkdtempSync(path.join(tmpdir(), 'forms-folder-'))
const tenant = createTenant(root, 'town', 'まち')
const form = createForm({ root, tenant: 'town', service: 'dogs', type: 'individual', template: 'simple', title: {} })

it('reads and writes the files of the tenant with those of the form', () => {
  const before = readFormFiles(form)
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['form.json', 'service.json', 'tenant.json', 'sandbox.json']),
  )
  writeFormFiles(form, before, { ...before, 'tenant.json': '{}', 'logo.svg': '<svg/>' })
  expect(readFileSync(path.join(tenant, 'tenant.json'), 'utf8')).toBe('{}')
  expect(readFileSync(path.join(tenant, 'logo.svg'), 'utf8')).toBe('<svg/>')
  writeFormFiles(form, readFormFiles(form), before)
  expect(existsSync(path.join(tenant, 'logo.svg'))).toBe(false)
})

it('keeps every byte of an image', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 20_000 }), (content) => {
      const file = path.join(tenant, 'logo.png')
      writeFileSync(file, content)
      const files = readFormFiles(form)
      const { 'logo.png': _logo, ...others } = files
      writeFormFiles(form, files, others)
      writeFormFiles(form, others, files)
      expect(new Uint8Array(readFileSync(file))).toEqual(content)
    }),
    { numRuns: 30 },
  )
})
