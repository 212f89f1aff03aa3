import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createTenant } from '../templates/new-tenant.ts'
import { publishTenants } from './publish-tenants.ts'

let folder = ''
let out = ''

beforeEach(() => {
  const work = mkdtempSync(path.join(tmpdir(), 'forms-tenants-'))
  folder = createTenant(path.join(work, 'schemas'), 'sakura-city', 'さくら市')
  out = path.join(work, 'out')
})

function publish() {
  return publishTenants([folder], out, (file) => path.basename(file))
}

function published(name: string): string {
  return path.join(out, 'sakura-city', name)
}

function change(from: string, to: string): void {
  const file = path.join(folder, 'tenant.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

it('publishes a tenant with its users and its logo, and removes a logo that is gone', () => {
  writeFileSync(path.join(folder, 'logo.svg'), '<svg viewBox="0 0 1 1"/>')
  expect(publish()).toEqual([])
  expect(readFileSync(published('tenant.json'), 'utf8')).toContain('さくら市')
  expect([existsSync(published('sandbox.json')), existsSync(published('logo.svg'))]).toEqual([true, true])
  const files = createTenant(path.join(path.dirname(folder), '../other'), 'sakura-city', 'さくら市')
  publishTenants([files], out, (file) => file)
  expect(existsSync(published('logo.svg'))).toBe(false)
})

it('does not write a file that has not changed, which the sandbox would read again', () => {
  publish()
  const { mtimeNs } = statSync(published('tenant.json'), { bigint: true })
  publish()
  expect(statSync(published('tenant.json'), { bigint: true }).mtimeNs).toBe(mtimeNs)
})

it('refuses a tenant with an error, which keeps its published state', () => {
  publish()
  change('#1B4F9C', 'blue')
  expect(publish()).toMatchObject([{ kind: 'refused', name: 'sakura-city/tenant.json' }])
  expect(readFileSync(published('tenant.json'), 'utf8')).toContain('#1B4F9C')
})

it('publishes no tenant without a name', () => {
  writeFileSync(path.join(folder, 'tenant.json'), '{ "locales": ["ja"] }')
  expect(publish()).toEqual([])
  expect(existsSync(published('tenant.json'))).toBe(false)
})
