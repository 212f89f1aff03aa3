import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileApi } from '../serve/file-api.ts'
import type { FileWrites } from '../serve/file-api.ts'
import type { FileChanges } from './memory-files.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-served-'))
const form = path.join(work, 'town/form.json')
const api = fileApi([{ place: '/forms', folder: work, kinds: /\.json$/ }])
const calls: string[] = []
let project = work

beforeEach(() => {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(path.dirname(form), { recursive: true })
  writeFileSync(form, '{ "犬": 1 }')
  calls.length = 0
  project = work
  const mark = document.createElement('meta')
  mark.name = 'forms-api'
  mark.content = 'api/'
  document.head.append(mark)
  vi.stubGlobal('fetch', (_url: URL, { method, body }: { method: string; body?: string }) => {
    calls.push(method)
    const sent: unknown = body === undefined ? undefined : JSON.parse(body)
    const answer =
      method === 'GET'
        ? { project, files: api.states() }
        : method === 'POST'
          ? api.read(sent as string[])
          : api.write(sent as FileWrites)
    return Promise.resolve(typeof answer === 'string' ? new Response('', { status: 409 }) : Response.json(answer))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.head.replaceChildren()
})

async function open() {
  const { isServed, serverFiles } = await import('./server-files.ts')
  expect(isServed).toBe(true)
  return serverFiles(work)
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** The texts of changed files; `null` is a removed file. */
function textsOf(changes: FileChanges): { [file: string]: string | null } {
  return Object.fromEntries([...changes].map(([file, content]) => [file, content && new TextDecoder().decode(content)]))
}

it('reads all files at first, then only what others have changed', async () => {
  const files = await open()
  expect(textsOf(await files.pull())).toEqual({ '/forms/town/form.json': '{ "犬": 1 }' })
  expect(textsOf(await files.pull())).toEqual({})
  writeFileSync(form, '{}')
  expect(textsOf(await files.pull())).toEqual({ '/forms/town/form.json': '{}' })
  rmSync(form)
  expect(textsOf(await files.pull())).toEqual({ '/forms/town/form.json': null })
  expect(calls).toEqual(['GET', 'POST', 'GET', 'GET', 'POST', 'GET'])
})

it('writes large files and removes others, and does not read its own changes again', async () => {
  const files = await open()
  await files.pull()
  const large = `{ "a": "${'犬'.repeat(20_000)}" }`
  await files.push(
    new Map([
      ['/forms/town/form.json', null],
      ['/forms/town/large.json', bytes(large)],
      ['/forms/.build.json', bytes('{}')],
    ]),
  )
  expect(readdirSync(path.dirname(form))).toEqual(['large.json'])
  expect(readFileSync(path.join(work, 'town/large.json'), 'utf8')).toBe(large)
  expect(textsOf(await files.pull())).toEqual({})
})

it('writes nothing over the change of another program, and reads it next', async () => {
  const files = await open()
  await files.pull()
  writeFileSync(form, '{ "theirs": true }')
  await expect(files.push(new Map([['/forms/town/form.json', bytes('{}')]]))).rejects.toThrow('409')
  expect(readFileSync(form, 'utf8')).toBe('{ "theirs": true }')
  expect(textsOf(await files.pull())).toEqual({ '/forms/town/form.json': '{ "theirs": true }' })
})

it('says that the disk of the server takes no file', async () => {
  const files = await open()
  await files.pull()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ reason: 'read-only' }, { status: 507 })))
  const refused = files.push(new Map([['/forms/town/form.json', bytes('{}')]]))
  await expect(refused).rejects.toMatchObject({ reason: 'read-only' })
})

it('reads nothing from a server that has another folder', async () => {
  const files = await open()
  project = '/elsewhere'
  await expect(files.pull()).rejects.toThrow('/elsewhere')
})
