import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'yaml'
import { expect, it } from 'vitest'
import { valueAt } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { logoProblem } from '../rules/logo-rules.ts'
import { findSources } from '../source/find-sources.ts'
import { toFindings } from '../source/finding.ts'
import { newTenantFiles } from '../edit/tenant-files.ts'
import { checkTenant } from './check-tenant.ts'

const schemas = path.resolve(import.meta.dirname, '../../schemas')

function folderWith(files: { readonly [name: string]: string }, name = 'sakura-city'): string {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'forms-tenant-')), name)
  mkdirSync(folder)
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(folder, file), content)
  return folder
}

function findings(files: { readonly [name: string]: string }, name?: string): string[] {
  const problems = checkTenant(folderWith(files, name), (file) => path.basename(file))?.problems ?? []
  return toFindings(problems, 'en').map(({ file, line, rule, pointer }) => `${file}:${line} ${rule} ${pointer}`)
}

it('finds nothing in the tenants of the project', () => {
  const { tenants } = findSources([schemas])
  expect(tenants.map((folder) => path.basename(folder))).toContain('minato-city')
  for (const folder of tenants) expect(checkTenant(folder)?.problems, folder).toEqual([])
})

it('names what a new tenant still needs, and no error', () => {
  expect(findings(newTenantFiles('sakura-city', 'さくら市'))).toEqual([
    'tenant.json:1 tenant-part /contact',
    'tenant.json:1 tenant-part /links/terms',
    'tenant.json:1 tenant-part /links/privacy',
    'tenant.json:1 tenant-part /links/accessibility',
    'tenant.json:3 tenant-language /displayName',
  ])
})

it('asks a file that only has settings of forms for nothing', () => {
  expect(findings({ 'tenant.json': '{ "locales": ["ja", "en"], "needsApproval": true }' })).toEqual([])
})

it.each([
  ['{ "locales": ["en"] }', 'tenant.json:1 wrong-value /locales'],
  ['{ "locales": ["ja"], "primaryColor": "blue" }', 'tenant.json:1 wrong-value /primaryColor'],
  ['{ "locales": ["ja"], "colour": "#0017C1" }', 'tenant.json:1 unknown-key /colour'],
  ['{ "locales": ["ja"], "logo": "logo.jpg" }', 'tenant.json:1 wrong-value /logo'],
  ['{ "locales": ["ja"],\n "logo": "logo.png" }', 'tenant.json:2 logo-missing /logo'],
  ['{ "locales": ["ja"], "links": { "terms": "//example.jp" } }', 'tenant.json:1 link-not-https /links/terms'],
  ['{ "locales": ["ja"], "links": { "terms": "https://a@example.jp" } }', 'tenant.json:1 link-not-https /links/terms'],
  [
    '{ "locales": ["ja"], "line": { "officialAccountUrl": "/line" } }',
    'tenant.json:1 link-not-https /line/officialAccountUrl',
  ],
  ['{ "locales": ["ja"]', 'tenant.json:1 syntax '],
])('reports what is wrong in %s', (content, finding) => {
  expect(findings({ 'tenant.json': content })).toContain(finding)
})

it('reports an own text that the schema refuses once', () => {
  const content = '{ "locales": ["ja"], "texts": { "ja": { "login.login.lead": "<b>" } } }'
  expect(findings({ 'tenant.json': content })).toEqual(['tenant.json:1 wrong-value /texts/ja/login.login.lead'])
})

it('reports a user of the sandbox without an address, and a folder named like a page of the portal', () => {
  const files = { 'tenant.json': '{ "locales": ["ja"] }', 'sandbox.json': '{ "users": [{ "purpose": "x" }] }' }
  expect(findings(files, 'login')).toEqual(['sandbox.json:1 missing-key /users/0', 'tenant.json:1 folder-name '])
})

function svg(inside: string, root = 'viewBox="0 0 40 40"'): Uint8Array {
  return new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`)
}

function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

it.each([
  [
    'a drawing with a gradient',
    svg('<defs><linearGradient id="a"/></defs><path fill="url(#a)" d="M0 0"/><use href="#a"/>'),
  ],
  ['a drawing with styles', svg('<style>.a{fill:#fff}</style><g class="a"><title>さくら市</title></g>')],
])('accepts %s as a logo', (_name, bytes) => expect(logoProblem('logo.svg', bytes)).toBeNull())

it.each([
  ['<script>alert(1)</script>', 'expected-logo-active'],
  ['<svg:script>alert(1)</svg:script>', 'expected-logo-active'],
  ['<path onload="alert(1)"/>', 'expected-logo-active'],
  ['<path\nONCLICK = "alert(1)"/>', 'expected-logo-active'],
  ['<a href="https://example.jp">x</a>', 'expected-logo-active'],
  ['<use xlink:href="other.svg#a"/>', 'expected-logo-active'],
  ['<image href="data:image/png;base64,AA=="/>', 'expected-logo-active'],
  ['<foreignObject><p>x</p></foreignObject>', 'expected-logo-active'],
  ['<path fill="url(https://example.jp/a.svg#b)"/>', 'expected-logo-active'],
  ['<style>@import "https://example.jp/a.css";</style>', 'expected-logo-active'],
  ['<set attributeName="href" to="javascript:alert(1)"/>', 'expected-logo-active'],
])('refuses a logo with %s', (inside, expected) =>
  expect(logoProblem('logo.svg', svg(inside))).toMatchObject({ rule: 'logo-kind', params: { expected } }),
)

it.each([
  ['logo.svg', new TextEncoder().encode('<html></html>'), 'expected-logo-svg'],
  [
    'logo.svg',
    new TextEncoder().encode('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>'),
    'expected-logo-active',
  ],
  ['logo.svg', svg('', 'width="40"'), 'expected-logo-box'],
  ['logo.svg', svg('', 'viewBox="0 0 401 100"'), 'expected-logo-width'],
  ['logo.svg', svg('x'.repeat(100 * 1024)), 'expected-logo-bytes'],
  ['logo.png', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'expected-logo-png'],
  ['logo.png', png(72, 71), 'expected-logo-height'],
  ['logo.png', png(401, 100), 'expected-logo-width'],
] as const)('says why %s %# cannot be the logo', (name, bytes, expected) =>
  expect(logoProblem(name, bytes)).toMatchObject({ params: { name, expected } }),
)

it('accepts a PNG of two pixels for each of the screen', () => expect(logoProblem('logo.png', png(224, 72))).toBeNull())

it('allows in tenant.json what the contract has, with the same limits', () => {
  const read = (file: string): unknown => parse(readFileSync(path.resolve(schemas, file), 'utf8'))
  const own = read('tenant.schema.json')
  const contract = read('../api-spec/openapi.yaml')
  const keysOf = (value: unknown) => (isRecord(value) ? Object.keys(value) : [])
  const of = (name: string) => `/components/schemas/${name}`
  const branding = `${of('Branding')}/properties`
  const limits: [own: string, contract: string, ...keywords: string[]][] = [
    ['/definitions/name/properties/ja', `${branding}/displayName`, 'maxLength'],
    ['/definitions/hours/properties/ja', `${branding}/contact/properties/hours`, 'maxLength'],
    ['/definitions/time', `${branding}/contact/properties/openingHours/properties/from`, 'pattern'],
    ['/definitions/texts/additionalProperties', `${of('TextOverrides')}/additionalProperties`, 'pattern', 'maxLength'],
    ['/properties/primaryColor', `${branding}/primaryColor`, 'pattern'],
    ['/properties/contact/properties/phone', of('Phone'), 'pattern'],
    ['/properties/contact/properties/email', of('Email'), 'maxLength'],
    ['/properties/orderNoun', `${branding}/orderNoun`, 'enum'],
    ['/properties/locales/items', of('Locale'), 'enum'],
  ]
  for (const [place, there, ...keywords] of limits)
    for (const keyword of keywords)
      expect(valueAt(own, `${place}/${keyword}`), place).toEqual(valueAt(contract, `${there}/${keyword}`))
  for (const group of ['', '/contact/properties', '/links/properties', '/line/properties']) {
    const kept = keysOf(valueAt(contract, branding + group)).filter((key) => key !== 'logoUrl')
    expect(keysOf(valueAt(own, `/properties${group}`))).toEqual(expect.arrayContaining(kept))
  }
})
