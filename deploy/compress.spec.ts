import { mkdirSync, mkdtempSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressFolder } from './compress.ts'
import { sha256, versionOf } from './finish-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'compress-'))

function file(name: string): string {
  return path.join(folder, name)
}

it('writes both copies of every text file and of nothing else', async () => {
  writeFileSync(file('app.js'), 'export {}\n'.repeat(100))
  writeFileSync(file('picture.png'), 'x'.repeat(1_000))
  expect(await compressFolder(folder)).toBe(1)
  expect(readdirSync(folder).toSorted()).toEqual(['app.js', 'app.js.br', 'app.js.gz', 'picture.png'])
  const original = readFileSync(file('app.js'))
  expect(brotliDecompressSync(readFileSync(file('app.js.br')))).toEqual(original)
  expect(gunzipSync(readFileSync(file('app.js.gz')))).toEqual(original)
})

it('replaces the copies of a file that has changed', async () => {
  writeFileSync(file('app.js'), 'changed\n'.repeat(100))
  utimesSync(file('app.js'), new Date(Date.now() + 5_000), new Date(Date.now() + 5_000))
  await compressFolder(folder)
  expect(gunzipSync(readFileSync(file('app.js.gz'))).toString()).toMatch(/^changed/)
})

describe('the version of a build', () => {
  const built = mkdtempSync(path.join(tmpdir(), 'version-'))
  mkdirSync(path.join(built, 'assets'))
  writeFileSync(path.join(built, 'assets/app.js'), 'export {}')
  writeFileSync(path.join(built, 'assets/app.js.br'), 'a compressed copy')

  it('names the release, the commit, the build and the hash of each asset', () => {
    expect(versionOf(built)).toEqual({
      release: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      commit: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      build: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      assets: { '/assets/app.js': sha256('export {}') },
    })
  })

  it('differs from that of a build with other assets', () => {
    const { build } = versionOf(built)
    writeFileSync(path.join(built, 'assets/app.js'), 'export { }')
    expect(versionOf(built).build).not.toBe(build)
  })
})
