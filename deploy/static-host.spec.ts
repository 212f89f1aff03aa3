import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { resourceKind } from './headers.ts'
import type { HeaderConfig } from './headers.ts'
import { expectedHeaders, siteRequests } from './site-requests.ts'
import { staticHostHeaders, staticHostRedirects } from './static-host.ts'
import { folderStore } from './upload/folder-store.ts'
import { writeSampleSite } from './testing/sample-site.ts'

const config = JSON.parse(readFileSync(path.join(import.meta.dirname, 'config.example.json'), 'utf8')) as HeaderConfig
const folder = mkdtempSync(path.join(tmpdir(), 'static-host-'))
const files = new Set<string>()
beforeAll(async () => {
  await writeSampleSite(folder)
  // Such a host serves each file that it has; an upload refuses the others.
  const names = (await folderStore(folder).keys('')).map((key) => `/${key}`)
  for (const name of names.filter((one) => resourceKind(one) !== 'refused')) files.add(name)
})

/** `*` at the end and `:name` for one segment, as hosts read them. */
function matches(pattern: string, pathname: string): boolean {
  const source = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/:\w+/g, '[^/]+')
    .replace(/\*$/, '.*')
  return new RegExp(`^${source}$`).test(pathname)
}

/** The file and the status by the documented order: existing files first, then the first rule that matches. */
function answerOf(pathname: string): { status: number; file: string } {
  const found = pathname === '/' ? '/index.html' : pathname
  if (files.has(found)) return { status: 200, file: found }
  const rules = staticHostRedirects().trim().split('\n')
  const [, file = '', status = ''] = rules
    .map((rule) => rule.split(/\s+/))
    .find(([pattern = '']) => matches(pattern, pathname)) ?? ['', '', '404']
  return { status: Number(status), file }
}

/** The values of every block that matches, joined as hosts do. */
function headersOf(pathname: string): { [name: string]: string } {
  const found: { [name: string]: string } = {}
  let applies = false
  for (const line of staticHostHeaders(config).split('\n')) {
    const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? []
    if (line.startsWith('/')) applies = matches(line, pathname)
    else if (applies && name !== '') found[name] = [found[name], value].filter((each) => each !== undefined).join(', ')
  }
  return found
}

const missingRequests = siteRequests.filter(({ expected }) => expected.status === 404)

describe('_headers and _redirects, read as a static host documents them (S-18)', () => {
  it.each(siteRequests)('answer $name ($path) as in the table', (request) => {
    const pathname = request.path.replace(/\?.*$/, '')
    const { status, file } = answerOf(pathname)
    const { 'Cache-Control': caching, ...security } = expectedHeaders(request, config)
    expect(status).toBe(request.expected.status === 304 ? 200 : request.expected.status)
    expect(headersOf(pathname)).toMatchObject(security)
    if (status === 404) return
    expect(file).toBe(request.expected.body === 'file' || pathname.startsWith('/assets/') ? pathname : '/index.html')
    // A host revalidates paths that no block names.
    expect(headersOf(pathname)['Cache-Control'] ?? 'no-cache').toBe(caching)
  })

  it('name a file of the build for missing files', () => {
    const named = new Set(missingRequests.map(({ path: name }) => answerOf(name).file))
    expect([...named]).toEqual(['/404.txt'])
    expect(existsSync(path.join(import.meta.dirname, '../public/404.txt'))).toBe(true)
  })
})
