import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { serveFile } from './serve-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'serve-file-'))
})

async function served(): Promise<string> {
  const request = new Request('http://portal.test/app.js', { headers: { 'Accept-Encoding': 'br' } })
  return brotliDecompressSync(await (await serveFile(request, folder, 'app.js')).bytes()).toString()
}

it('serves the copies that the build has compressed', async () => {
  writeFileSync(path.join(folder, 'app.js'), 'plain')
  writeFileSync(path.join(folder, 'app.js.br'), brotliCompressSync('from the build'))
  expect(await served()).toBe('from the build')
})

it('compresses a file itself if it has changed since the build', async () => {
  writeFileSync(path.join(folder, 'app.js'), 'changed')
  writeFileSync(path.join(folder, 'app.js.br'), brotliCompressSync('from the build'))
  utimesSync(path.join(folder, 'app.js.br'), 1, 1)
  expect(await served()).toBe('changed')
})
