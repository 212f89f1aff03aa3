import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { billOf, noticesOf, packagesOf } from './third-party.ts'

const root = mkdtempSync(path.join(tmpdir(), 'third-party-'))

/** Writes files of `node_modules` and returns their paths. */
function installed(files: { [name: string]: string | object }): string[] {
  return Object.entries(files).map(([name, content]) => {
    const file = path.join(root, 'node_modules', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  })
}

const terms = 'Permission is hereby granted, free of charge.'
installed({
  'dates/package.json': { name: 'dates', version: '1.2.0', license: 'MIT' },
  'dates/LICENSE.md': `  Copyright Dates Authors\r\n  ${terms}`,
  'dates/esm/package.json': { name: 'dates/esm', version: '1.0.0', type: 'module' },
  '@house/ui/package.json': { name: '@house/ui', version: '2.0.0', license: 'Apache-2.0' },
  '@house/ui/LICENCE': `Copyright Dates Authors\n${terms}\n`,
  '@house/ui/NOTICE': 'Contains drawings of Example',
  'bare/package.json': { name: 'bare', version: '0.1.0', license: 'ISC', author: 'A. Author <a@example.com>' },
})
const [date, button, bare] = installed({
  'dates/esm/index.js': '/* a note */ export default 1',
  '@house/ui/button.js': 'export default 2',
  'bare/index.mjs': `/*\n * Copyright (c) 2003 Tom Wu\n * ${terms}\n */\nexport default 3`,
})
const modules = [`${bare}?url`, `${button}`, '\0/node_modules/virtual.js', '/src/main.tsx', `${date}`]

describe('the licences of the bundle', () => {
  const notices = noticesOf(packagesOf(modules))

  it('name every package with its licence texts, and a shared text once', () => {
    expect(packagesOf(modules).map(({ name, version }) => `${name} ${version}`)).toEqual([
      '@house/ui 2.0.0',
      'bare 0.1.0',
      'dates 1.2.0',
    ])
    expect(notices).toContain(`@house/ui 2.0.0 (Apache-2.0)\ndates 1.2.0 (MIT)\n\nCopyright Dates Authors\n${terms}\n`)
    expect(notices).toContain('@house/ui 2.0.0 (Apache-2.0)\n\nContains drawings of Example\n')
  })

  it('contain the terms of code that a package has copied, and only those comments', () => {
    expect(notices).toContain(`bare 0.1.0 (ISC)\n\nCopyright (c) 2003 Tom Wu\n${terms}\n`)
    expect(notices).not.toContain('a note')
  })

  it('name the author and the licence of a package without a text', () => {
    expect(notices).toContain('Author: A. Author. The package has no file with the text of its licence')
    expect(notices).toContain('https://spdx.org/licenses/ISC.html')
  })

  it('the notices refuse a package that names no licence', () => {
    const [, file = ''] = installed({ 'closed/package.json': { name: 'closed', version: '1.0.0' }, 'closed/a.js': '' })
    expect(() => packagesOf([file])).toThrow('closed 1.0.0 names no licence')
  })
})

it('lists the packages in the bill of materials by their package URLs', () => {
  const own = { name: 'tenant-portal', version: '1.0.0', licence: 'UNLICENSED', author: '' }
  const bill = billOf(own, packagesOf(modules))
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { purl: 'pkg:npm/tenant-portal@1.0.0' } },
  })
  expect(bill.components[0]).toEqual({
    type: 'library',
    'bom-ref': 'pkg:npm/%40house/ui@2.0.0',
    name: '@house/ui',
    version: '2.0.0',
    purl: 'pkg:npm/%40house/ui@2.0.0',
    licenses: [{ expression: 'Apache-2.0' }],
  })
})
