import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'

// The script has no types, because it runs on Node 20 before anything is installed.
const { whatIsMissing } = (await import(new URL('ensure-install.mjs', import.meta.url).href)) as {
  whatIsMissing: (projectRoot: string) => string | undefined
}

let root: string
function write(name: string, content: unknown) {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), JSON.stringify(content))
}
function lock(packages: object) {
  return write('package-lock.json', { packages: { '': {}, ...packages } })
}
function installed(packages: object) {
  return write('node_modules/.package-lock.json', { packages })
}
const program = process.platform === 'win32' ? 'node.exe' : 'node'

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'install-'))
  write(`node_modules/node/bin/${program}`, '')
  lock({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/mac-only': { version: '2.0.0', optional: true } })
})

describe('the installation', () => {
  it('is complete if every package has the version of the lockfile, except optional ones', () => {
    installed({ 'node_modules/a': { version: '1.0.0' } })
    expect(whatIsMissing(root)).toBeUndefined()
  })

  it('is missing on a fresh clone, and after an interrupted installation', () => {
    expect(whatIsMissing(root)).toBe('nothing is installed yet')
  })

  it('is out of date when the lockfile names another version or a new package', () => {
    installed({ 'node_modules/a': { version: '0.9.0' } })
    expect(whatIsMissing(root)).toBe('node_modules/a is 0.9.0 instead of 1.0.0')
    installed({})
    expect(whatIsMissing(root)).toBe('node_modules/a is missing')
  })

  it('lacks its Node.js if install scripts were not allowed', () => {
    installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/mac-only': { version: '2.0.0' } })
    const other = root
    root = mkdtempSync(path.join(tmpdir(), 'install-'))
    lock({})
    installed({})
    expect(whatIsMissing(root)).toBe('the Node.js of this project is missing')
    expect(whatIsMissing(other)).toBeUndefined()
  })
})
