import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
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
  it('accepts an installation in which every package but the optional ones matches the lockfile', () => {
    installed({ 'node_modules/a': { version: '1.0.0' } })
    expect(whatIsMissing(root)).toBeUndefined()
  })

  it('reports that nothing is installed on a fresh clone, and after an interrupted installation', () => {
    expect(whatIsMissing(root)).toBe('nothing is installed yet')
  })

  it('reports a package that is new or has another version in the lockfile', () => {
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

describe('npm', () => {
  /** Runs the script in a fresh clone with an npm that installs if it gets these arguments. */
  function installWith(working: string): { status: number | null; calls: string[] } {
    const clone = mkdtempSync(path.join(tmpdir(), 'install-'))
    cpSync(path.join(import.meta.dirname, 'ensure-install.mjs'), path.join(clone, 'scripts/ensure-install.mjs'))
    writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify({ packages: {} }))
    const bin = path.join(clone, 'bin')
    mkdirSync(bin)
    writeFileSync(
      path.join(bin, 'npm'),
      `#!/bin/sh
echo "$@" >> calls
[ "$*" = "${working}" ] || exit 1
mkdir -p node_modules/node/bin
echo '{"packages":{}}' > node_modules/.package-lock.json
touch node_modules/node/bin/node
`,
    )
    chmodSync(path.join(bin, 'npm'), 0o755)
    const { status } = spawnSync(process.execPath, ['scripts/ensure-install.mjs'], {
      cwd: clone,
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
    })
    return { status, calls: readFileSync(path.join(clone, 'calls'), 'utf8').trim().split('\n') }
  }
  const fromRegistry = 'ci --no-audit --no-fund --loglevel=error'
  const fromCache = `${fromRegistry} --prefer-offline`

  it('installs with what its cache knows', () => {
    expect(installWith(fromCache)).toEqual({ status: 0, calls: [fromCache] })
  })

  it('asks the registry if its cache does not know a version', () => {
    expect(installWith(fromRegistry)).toEqual({ status: 0, calls: [fromCache, fromRegistry] })
  })

  it('ends with an error if neither works', () => {
    expect(installWith('never')).toEqual({ status: 1, calls: [fromCache, fromRegistry] })
  })
})
