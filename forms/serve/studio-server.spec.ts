import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileContents, FileStates } from './file-api.ts'
import { serveStudio } from './studio-server.ts'
import type { StudioServer } from './studio-server.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-server-'))
const [site, forms] = [path.join(work, 'site'), path.join(work, 'forms')]
const texts = path.join(forms, 'texts.ja.json')
let server: StudioServer
let origin = ''

beforeAll(async () => {
  for (const folder of [path.join(site, 'assets'), forms]) mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(site, 'index.html'), '<html><head></head></html>')
  writeFileSync(path.join(site, 'assets/worker.js'), 'postMessage(1)')
  writeFileSync(texts, '{ "title": "犬" }')
  server = await serveStudio(site, forms, [{ place: '/forms', folder: forms, kinds: /\.json$/ }], 0)
  origin = new URL(server.url).origin
})
afterAll(() => server.close())

function ask(
  method: string,
  address: string,
  body?: unknown,
  headers: { [name: string]: string } = { Origin: origin },
) {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(new URL(address, server.url), { method, headers, ...(body === undefined ? {} : { body: sent }) })
}

async function stateOfTexts(): Promise<string> {
  const { project, files } = (await (await ask('GET', '/api/files')).json()) as { project: string; files: FileStates }
  expect(project).toBe(forms)
  return files['/forms/texts.ja.json'] ?? ''
}

/** `fetch` does not let the caller set Host. */
async function statusUnderHost(address: string, host: string): Promise<number | undefined> {
  const [response] = (await once(get(address, { headers: { host } }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

describe('the server of the studio', () => {
  it('serves the built pages, which only its own pages may frame, and marks them', async () => {
    const answer = await ask('GET', '/')
    expect(answer.headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
    expect(await answer.text()).toContain('<meta name="forms-api" content="api/" />')
    const worker = await ask('GET', '/assets/worker.js')
    // It compiles schemas, which the policy of the pages forbids.
    expect(worker.headers.get('content-security-policy')).toBeNull()
    expect(worker.headers.get('content-type')).toContain('text/javascript')
    expect(worker.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('reads and writes files for its own pages', async () => {
    const state = await stateOfTexts()
    const read = (await (await ask('POST', '/api/files', ['/forms/texts.ja.json'])).json()) as FileContents
    expect(Buffer.from(read['/forms/texts.ja.json']?.content ?? '', 'base64').toString()).toBe('{ "title": "犬" }')
    const content = Buffer.from('{ "title": "猫" }').toString('base64')
    const write = { '/forms/texts.ja.json': { state, content } }
    expect(await (await ask('PUT', '/api/files', write)).json()).toEqual({
      '/forms/texts.ja.json': await stateOfTexts(),
    })
    expect(readFileSync(texts, 'utf8')).toBe('{ "title": "猫" }')
    expect((await ask('PUT', '/api/files', write)).status, 'the state is that before the change').toBe(409)
  })

  it.each(['', '[', '[1]', '"x"', '{}'])('reads nothing for the body %j', async (body) => {
    expect((await ask('POST', '/api/files', body)).status).toBe(400)
  })

  it.each(['', '[]', '{ "/forms/a.json": 1 }', '{ "/forms/a.json": { "content": "" } }'])(
    'writes nothing for the body %j',
    async (body) => {
      expect((await ask('PUT', '/api/files', body)).status).toBe(400)
    },
  )

  it('reads and writes nothing outside of the folder', async () => {
    expect((await ask('POST', '/api/files', ['/forms/../secret.json'])).status).toBe(403)
    const write = { '/forms/../secret.json': { state: null, content: '' } }
    expect((await ask('PUT', '/api/files', write)).status).toBe(403)
    expect((await fetch(`${server.url}assets/..%2f..%2fforms/texts.ja.json`)).status).toBe(404)
  })

  it.each([{ Origin: 'https://evil.test' }, { Origin: 'http://localhost:1' }, { Origin: 'null' }])(
    'refuses to read and to write for a page with %o',
    async (headers) => {
      const before = readFileSync(texts, 'utf8')
      const write = { '/forms/texts.ja.json': { state: await stateOfTexts(), content: '' } }
      expect((await ask('PUT', '/api/files', write, headers)).status).toBe(403)
      expect((await ask('GET', '/api/files', undefined, headers)).status).toBe(403)
      expect((await ask('GET', '/', undefined, headers)).status).toBe(403)
      expect((await ask('GET', '/', undefined, headers)).headers.get('access-control-allow-origin')).toBeNull()
      expect(readFileSync(texts, 'utf8')).toBe(before)
    },
  )

  it('writes nothing for a program without an origin', async () => {
    expect((await ask('PUT', '/api/files', {}, {})).status).toBe(403)
  })

  it('refuses names that another site gives to this machine', async () => {
    expect(await statusUnderHost(`${server.url}api/files`, 'evil.test')).toBe(403)
    expect(await statusUnderHost(`${server.url}api/files`, `127.0.0.1:${new URL(server.url).port}`)).toBe(200)
  })

  it('looks up postal codes', async () => {
    const found: unknown = await (await ask('GET', '/api/addresses?postalCode=1050011')).json()
    expect(found).toContainEqual({ postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園' })
  })

  it.each(['/unknown', '/_preview/studio', '/api/unknown'])(
    'leads somebody who types %s to the studio, and tells a program that it is unknown',
    async (address) => {
      const typed = await fetch(new URL(address, server.url), { redirect: 'manual', headers: { Accept: 'text/html' } })
      expect([typed.status, typed.headers.get('location')]).toEqual([302, '/'])
      expect((await fetch(new URL(address, server.url))).status).toBe(404)
    },
  )

  it('rejects if the port is taken', async () => {
    await expect(serveStudio(site, forms, [], Number(new URL(server.url).port))).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})
