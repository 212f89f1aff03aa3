import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../source/messages.en.json' with { type: 'json' }
import ja from '../source/messages.ja.json' with { type: 'json' }
import { languages } from '../../src/lib/language.ts'
import { readState } from './preview-api.ts'
import type { PreviewForm } from './preview-library.ts'
import { startPreview } from './preview-server.ts'
import type { PreviewServer } from './preview-server.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-preview-server-'))
const root = path.join(work, 'schemas')
const name = 'kaze-maintenance/library-card/individual'
const shipped = path.resolve(import.meta.dirname, '../../schemas')
const environment = process.env.NODE_ENV
let server: PreviewServer

beforeAll(async () => {
  for (const part of ['shared', name]) cpSync(path.join(shipped, part), path.join(root, part), { recursive: true })
  server = await startPreview([root], 0)
})
afterAll(() => server.close())

function at(address: string) {
  return new URL(address, server.url).href
}
const texts = path.join(root, name, 'texts.ja.json')
function fileAddress(file: string) {
  return at(`/_preview/api/file?path=${encodeURIComponent(file)}`)
}

/** The command until it ends or has printed an address. */
async function command(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const started = spawn(process.execPath, ['forms/main.ts', ...args, '--lang', 'en'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  })
  let [out, err] = ['', '']
  started.stdout.on('data', (text: Buffer) => {
    out += text.toString()
    if (out.includes('http:')) started.kill('SIGINT')
  })
  started.stderr.on('data', (text: Buffer) => (err += text.toString()))
  const [code] = (await once(started, 'close')) as [number | null]
  return { code, out, err }
}

describe('forms studio', () => {
  it('ends with a message if the port is in use', async () => {
    const { port } = new URL(server.url)
    const { code, err } = await command('studio', root, '--port', port)
    expect(code).toBe(2)
    expect(err).toContain(port)
  })

  it('opens the form of a folder', async () => {
    const { code, out } = await command('studio', path.join(root, 'kaze-maintenance'), '--port', '0')
    expect(code).toBe(0)
    expect(out).toContain(`/_preview/studio?form=${name}\n`)
  })

  // A terminal takes everything up to the next space as the address; （ is no space.
  it('prints an address that ends the line, in both languages', () => {
    for (const messages of [ja, en]) expect(messages.words['studio-runs']).toMatch(/\{\{url\}\}$/)
  })
})

describe('the preview server', () => {
  it('leaves the environment of its process alone, in which React may be loaded already', () => {
    expect(process.env.NODE_ENV).toBe(environment)
  })
  it('sends its pages with a policy that lets only their own scripts and styles run', async () => {
    const nonces = await Promise.all(
      ['/_preview/', '/_preview/frame'].map(async (page) => {
        const answer = await fetch(at(page))
        const policy = answer.headers.get('content-security-policy') ?? ''
        const [, nonce = ''] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
        expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
        expect(policy).toContain("require-trusted-types-for 'script'")
        expect(policy).not.toContain('unsafe')
        const scripts = (await answer.text()).match(/<script[^>]*>/g) ?? []
        expect(scripts.length).toBeGreaterThan(0)
        expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  })

  it('serves its pages and all files needed to show the forms', async () => {
    expect(await (await fetch(server.url)).text()).toContain('main.tsx')
    expect(await (await fetch(at('/_preview/frame?form=x'))).text()).toContain('frame.tsx')
    expect(await (await fetch(at('/_preview/api/forms'))).json()).toEqual([name])
    const form = (await (
      await fetch(at(`/_preview/api/form?name=${encodeURIComponent(name)}&lang=en`))
    ).json()) as PreviewForm
    const validator = await fetch(at(`/_preview/built/${name}/${form.formVersion ?? ''}/validator.js`))
    expect(validator.headers.get('content-type')).toContain('text/javascript')
    expect((await fetch(at(`/_preview/built/${name}/000000000000/validator.js`))).status).toBe(404)
  })

  it.each(languages)('serves the texts of a form in %s, with the titles of its steps', async (language) => {
    expect(readState(`language=${language}`).language).toBe(language)
    const form = (await (
      await fetch(at(`/_preview/api/form?name=${encodeURIComponent(name)}&lang=${language}`))
    ).json()) as PreviewForm
    const texts = await fetch(at(`/_preview/built/${name}/${form.formVersion ?? ''}/texts.${language}.json`))
    const { steps } = (await texts.json()) as { steps: { [id: string]: { title: string } } }
    expect(form.titles).toEqual(Object.fromEntries(Object.entries(steps).map(([id, { title }]) => [id, title])))
  })

  it.each(['/', '/studio', '/_preview/unknown', '/_preview/api/unknown', '/_preview/api/studio/unknown?name=x'])(
    'leads from the unknown address %s back to the studio, in both languages',
    async (address) => {
      const answer = await fetch(at(address), { headers: { Accept: 'text/html,*/*' } })
      const page = await answer.text()
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(page.match(/<h1>/g)).toHaveLength(1)
      expect(page.match(/<h2>/g)).toHaveLength(1)
      for (const { words } of [ja, en]) {
        expect(page).toContain(`>${words['address-unknown']}</h`)
        expect(page).toContain(`<a href="/_preview/studio">${words['address-unknown-link']}</a>`)
      }
      expect((await fetch(at(address), { headers: { Accept: 'application/json' } })).status).toBe(404)
    },
  )

  it('lets no page of another port read the files that it serves', async () => {
    const answer = await fetch(new URL('/package.json', server.url), { headers: { Origin: 'http://localhost:1' } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('looks up postal codes', async () => {
    const found: unknown = await (await fetch(at('/_preview/api/addresses?postalCode=1050011'))).json()
    expect(found).toContainEqual({ postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園' })
  })

  it('saves a file for its own page', async () => {
    const content = readFileSync(texts, 'utf8').replace('図書館利用カード', '図書館カード')
    const { origin } = new URL(server.url)
    const saved = await fetch(fileAddress(texts), { method: 'PUT', body: content, headers: { Origin: origin } })
    expect(saved.status).toBe(200)
    expect(await (await fetch(fileAddress(texts))).text()).toBe(content)
  })

  it.each(['/_preview/api/forms', '/_preview/frame?form=x'])(
    'refuses %s for a page of another site, and for another host',
    async (address) => {
      expect((await fetch(at(address), { headers: { Origin: 'http://localhost:1' } })).status).toBe(403)
      expect((await fetch(at(address), { headers: { Origin: 'null' } })).status).toBe(403)
      expect(await statusUnderHost(at(address), 'evil.test')).toBe(403)
    },
  )

  it.each([
    ['another page', texts, { Origin: 'https://evil.test' }],
    ['a client without an origin', texts, {}],
    ['a page with an opaque origin', texts, { Origin: 'null' }],
    ['a file outside the folders', path.join(work, 'other.json'), { Origin: 'same' }],
    ['a way out of the folders', path.join(root, '../other.json'), { Origin: 'same' }],
    ['a file that is not JSON', path.join(root, 'script.js'), { Origin: 'same' }],
  ])('saves nothing for %s', async (_name, file, headers: { Origin?: string }) => {
    const before = readFileSync(texts, 'utf8')
    const origin = headers.Origin === 'same' ? new URL(server.url).origin : headers.Origin
    const answer = await fetch(fileAddress(file), {
      method: 'PUT',
      body: '{}',
      headers: origin === undefined ? {} : { Origin: origin },
    })
    expect(answer.status).toBe(403)
    expect(readFileSync(texts, 'utf8')).toBe(before)
  })
})

/** `fetch` does not let the caller set Host. */
async function statusUnderHost(address: string, host: string): Promise<number | undefined> {
  const [response] = (await once(get(address, { headers: { host } }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}
