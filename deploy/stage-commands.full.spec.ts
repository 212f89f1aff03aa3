import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const here = import.meta.dirname
const folder = mkdtempSync(path.join(tmpdir(), 'stage-commands-'))

describe('a command with wrong arguments', () => {
  const config = path.join(here, 'config.example.json')
  const example = readFileSync(config, 'utf8')
  const emulated = path.join(folder, 'emulated.json')
  writeFileSync(emulated, example.replace('"region":', '"endpoint": "/_identity/", "region":'))
  const ofTenant = path.join(folder, 'of-tenant.json')
  const tenants = { 'minato-city': { hosts: ['portal.example.jp'] } }
  writeFileSync(ofTenant, JSON.stringify({ ...(JSON.parse(example) as object), tenants }))
  const headers = ['write-server-files.ts', config, folder, '--proxy']
  it.each([
    [
      'the upload to a misspelt bucket',
      ['upload/main.ts', config, 's3:/portal', '--forms', folder],
      /neither a folder nor s3:/,
    ],
    ['the check of a path', ['check/main.ts', 'https://a.example/portal', '--tenant', 'a'], /not below \/portal/],
    [
      'the check of identity with a relative address of the emulator',
      ['check/main.ts', '--identity', emulated, 'minato-city__hanako@example.jp'],
      /auth\.endpoint is \/_identity\/, which is relative/,
    ],
    ['the check without an address', ['check/main.ts'], /Name the address of the stage/],
    ['the check with an unknown option', ['check/main.ts', '--tenant-list', 'a'], /--tenant-list/],
    [
      'the check with a file that has no tenants',
      ['check/main.ts', 'https://a.example', '--tenants', config],
      /config\.example\.json:1: "\{" is no id of a tenant/,
    ],
    ['the server files with a proxy without a target', [...headers, '/app/web/'], /--proxy \/app\/web\/ is not/],
    [
      'the server files with a proxy of assets',
      [...headers, '/assets/=http://localhost'],
      /would hide pages or files of the portal below \/assets\//,
    ],
    [
      'the server files with a proxy of pages',
      [...headers, '/login/=http://localhost/'],
      /would hide pages or files of the portal below \/login\//,
    ],
    [
      'the server files with the host of a tenant as that of all',
      ['write-server-files.ts', ofTenant, folder, '--server-name', 'Portal.example.jp'],
      /tenants has the host Portal\.example\.jp of the portal itself/,
    ],
    [
      'the server files with a proxy that joins two names',
      [...headers, '/app/web/=http://localhost/app/web'],
      /end the path of the target with a slash/,
    ],
    [
      'the server files with a proxy that ends the directive',
      [...headers, '/app/web/=http://localhost:1;}'],
      /--proxy \/app\/web\/=\S+ is not/,
    ],
    [
      'the server files with an address as host name',
      ['write-server-files.ts', config, folder, '--server-name', 'https://p.example.jp'],
      /is not a host name/,
    ],
    [
      'the server files with a relative folder',
      ['write-server-files.ts', config, folder, '--site-root', 'srv/portal'],
      /--site-root srv\/portal is not an absolute path/,
    ],
    ['the upload into the build', ['upload/main.ts', config, 'dist', '--forms', folder], /dist is the build itself/],
    ['the check of two stages', ['check/main.ts', 'https://a.example', 'https://b.example'], /Name one address/],
    ['the server files with a proxy of no path', [...headers, 'app=http://localhost'], /--proxy app=/],
  ])('%s ends with the reason and code 2', (_name, [program = '', ...args], reason) => {
    const { status, stderr } = spawnSync(process.execPath, [path.join(here, program), ...args], {
      encoding: 'utf8',
      env: { ...process.env, PORTAL_CHECK_PASSWORD: 'Example-1234' },
    })
    expect(stderr).toMatch(reason)
    expect(stderr).toMatch(/[\n ]--help shows the options\.\n$/)
    expect(stderr).not.toMatch(/\n {4}at /)
    expect(status).toBe(2)
  })
})

describe('a command that the file system refuses', () => {
  it('ends with the reason, the path and code 1', () => {
    const site = path.join(folder, 'a-file')
    writeFileSync(site, '')
    const args = [path.join(here, 'write-server-files.ts'), path.join(here, 'config.example.json'), site]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stderr).toMatch(/Name a folder\. \(.*a-file\)\n$/)
    expect(stderr).not.toMatch(/\n {4}at /)
    expect(status).toBe(1)
  })
})
