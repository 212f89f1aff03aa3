import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose'
import type { JWK } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { judgeAnswers, loadVersion } from '../../forms/validate/judge-answers.ts'
import type { Vector } from '../../forms/validate/judge-answers.ts'
import { operationsOf, readDocument } from '../openapi/document.ts'
import { readPact } from '../pact/pact-file.ts'
import type { Pact } from '../pact/pact-file.ts'
import { states } from '../pact/states.ts'
import type { TokenKit } from './token-examples.ts'
import { writeKit } from './write-kit.ts'

const kit = path.join(mkdtempSync(path.join(tmpdir(), 'kit-')), 'kit')
beforeAll(() => writeKit(kit))

function read(file: string): string {
  return readFileSync(path.join(kit, file), 'utf8')
}

function readJson<Value>(file: string): Value {
  return JSON.parse(read(file)) as Value
}

function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: kit }).toSorted()
}

it.each([
  ['a folder that is not empty', () => ['--out', kit], () => `--out ${kit} is not empty.`],
  [
    'a file',
    () => ['--out', path.join(kit, 'README.md')],
    () => `--out ${kit}/README.md cannot be written. This is a file. Name a folder. (${kit}/README.md).`,
  ],
  [
    'a place below a file',
    () => ['--out', path.join(kit, 'README.md', 'x')],
    () => `--out ${kit}/README.md/x cannot be written. This is a file. Name a folder. (${kit}/README.md).`,
  ],
  ['a call without a folder', () => [], () => '--out is missing: where to write the kit.'],
])('refuses %s in one line', (_kind, options, reason) => {
  const command = ['contract/main.ts', 'kit', ...options()]
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 2, stderr: `${reason()} --help shows the options.\n` })
})

describe('the documentation of the kit', () => {
  const pages = ['README.md', 'docs/contract.md', 'docs/reference.md', 'docs/server-validation.md', 'docs/token.md']

  it('contains the readme and the pages that need no repository', () => {
    expect(filesOf('**/*.md')).toEqual(pages)
  })

  it.each(pages)('links only into the kit: %s', (page) => {
    const targets = [...read(page).matchAll(/\]\(([\w./#:-]+)\)/g)].map(([, target = '']) => target)
    const files = targets.filter((target) => !/^(?:https?:|#)/.test(target)).map((target) => target.split('#')[0] ?? '')
    expect(files.filter((file) => !existsSync(path.join(kit, path.dirname(page), file)))).toEqual([])
  })

  it.each([...pages, 'openapi.yaml'])('names no command and no file of the repository: %s', (page) => {
    const text = read(page)
    expect(text.match(/npm run|(?:contract|pact|sandbox|schemas|src|docs\/forms)\/[\w/.-]+\.(?:ts|md)\b/g)).toBeNull()
  })

  it('keeps the formats as they are', () => {
    const rows = read('docs/reference.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
    expect(rows.length).toBeGreaterThan(8)
    const reference = readFileSync('docs/forms/reference.md', 'utf8')
    expect(rows.filter((row) => !reference.includes(`${row}\n`))).toEqual([])
  })

  it('names only files and folders of the kit', () => {
    const named = [
      ...read('README.md').matchAll(
        /`((?:(?:pact|tokens|forms|docs|example-provider)\/|(?:openapi|states|config|verify-rules)\.)[\w./*-]*)`/g,
      ),
    ]
    const places = named.map(([, place = '']) => place)
    expect(places.length).toBeGreaterThan(8)
    expect(places.filter((place) => filesOf(place).length === 0)).toEqual([])
  })

  it('names files for the verifier, which passes without a request for a folder without the name of the provider', () => {
    const given = [...read('README.md').matchAll(/--(file|dir) ([\w./-]+)/g)]
    expect(given.map(([, option, place = '']) => [option, filesOf(place).length])).toEqual([
      ['file', 1],
      ['file', 1],
    ])
  })

  it('fills in every mark, and fits on one page', () => {
    expect(read('README.md')).not.toContain('<!--')
    expect(read('README.md').split('\n').length).toBeLessThan(80)
  })

  it('names the operations of the example', () => {
    const routes = [...read('example-provider/api.py').matchAll(/^ {12}\("[A-Z]+", .+?, "(\w+)",/gm)].map(
      ([, name = '']) => name,
    )
    expect(routes).toHaveLength(12)
    const all = operationsOf(readDocument()).map(({ operationId }) => operationId)
    const named = all.filter((name) => read('README.md').includes(`\`${name}\``))
    expect(named.toSorted()).toEqual(routes.toSorted())
  })
})

it('contains the document as JSON as well', () => {
  const asJson = readJson<object>('openapi.json')
  expect(asJson).toEqual(readDocument(path.join(kit, 'openapi.yaml')))
  expect(JSON.stringify(asJson)).not.toContain('docs/forms/')
})

describe('the pact of the kit', () => {
  it('contains the whole pact, and each interaction once in the file of its operation', () => {
    expect(readJson('pact/tenant-portal-user-web-api.json')).toEqual(readPact())
    const parts = filesOf('pact/operations/*.json').flatMap((file) => readJson<Pact>(file).interactions)
    expect(new Set(parts.map(({ description }) => description)).size).toBe(parts.length)
    expect(parts).toHaveLength(readPact().interactions.length)
  })

  it('lists the state of each interaction with its data', () => {
    type State = { state: string; interactions: { description: string; params: unknown }[] }
    const written = readJson<State[]>('states.json')
    expect(written.map(({ state }) => state)).toEqual(Object.keys(states))
    const data = new Map(
      written.flatMap(({ state, interactions }) =>
        interactions.map(({ description, params }) => [description, { name: state, params }]),
      ),
    )
    for (const { description, providerStates } of readPact().interactions)
      expect(providerStates).toEqual([data.get(description)])
  })
})

it('contains a script for the rules that needs no package, with the licences of those in it', () => {
  const script = path.join(kit, 'verify-rules.mjs')
  const { status, stdout } = spawnSync(process.execPath, [script, '--help'], { encoding: 'utf8', cwd: tmpdir() })
  expect({ status, first: stdout.split('\n')[0] }).toEqual({
    status: 0,
    first: expect.stringMatching(/^node verify-rules\.mjs --url URL --states-url URL/) as string,
  })
  const imported = [...read('verify-rules.mjs').matchAll(/^import .*?from ["'](.+?)["']/gm)].map(([, name]) => name)
  expect(imported.filter((name) => name?.startsWith('node:') !== true)).toEqual([])
  expect(read('verify-rules.mjs.licences.txt')).toContain('ajv')
})

describe('the test pool of the kit', () => {
  it('contains the tokens of docs/token.md, with its codes', () => {
    const { tokens } = readJson<TokenKit['examples']>('tokens/examples.json')
    const rows = (heading: string) =>
      [
        ...(read('docs/token.md').split(`\n| ${heading} | example |\n`)[1]?.split('\n\n')[0] ?? '').matchAll(
          /^\| ([^|]+?) \|/gm,
        ),
      ].map(([, name]) => name)
    const named = (code: string | null) => tokens.filter((token) => token.code === code).map(({ name }) => name)
    expect(named('SE_CO_0401')).toEqual(rows('`SE_CO_0401`'))
    expect(named('SE_AC_0002')).toEqual(rows('`SE_AC_0002`'))
    expect(named(null)).toEqual(['a valid token', ...rows('accepted')])
    expect(read('README.md')).toContain(`${tokens.length} tokens`)
  })

  it('signs with its key pair what the API must accept', async () => {
    const { issuer, clientId, tokens } = readJson<TokenKit['examples']>('tokens/examples.json')
    const keys = createLocalJWKSet(readJson<TokenKit['jwks']>('tokens/jwks.json'))
    const privateKey = await importJWK(readJson<JWK>('tokens/private-key.json'), 'RS256')
    const own = await new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: 'test-key' }).sign(privateKey)
    await jwtVerify(own, keys)
    const accepted = tokens.filter(({ code }) => code === null)
    expect(accepted.length).toBeGreaterThan(3)
    for (const { authorization } of accepted)
      await jwtVerify(authorization?.split(' ')[1] ?? '', keys, { issuer, audience: clientId })
  })
})

describe('the forms of the kit', () => {
  it('contains two published versions', async () => {
    const folders = filesOf('forms/*/*/*/*/definition.json').map(path.dirname)
    expect(folders).toHaveLength(2)
    for (const folder of folders) expect(loadVersion(path.join(kit, folder))).not.toBeNull()
  })

  it('expects in each vector the verdict of `forms validate`', async () => {
    const vectors = filesOf('forms/*/*/*/{valid,invalid}/*.json')
    for (const kind of ['valid', 'invalid'])
      expect(vectors.filter((file) => file.includes(`/${kind}/`)).length).toBeGreaterThan(3)
    for (const file of vectors) {
      const { answers, now, verdict } = readJson<Vector>(file)
      const [definition = ''] = filesOf(path.join(path.dirname(file), '../*/definition.json'))
      const form = loadVersion(path.join(kit, path.dirname(definition)))
      if (form === null) throw new Error(`${file} has no form`)
      expect(judgeAnswers(form, answers, Date.parse(now)), file).toEqual(verdict)
      expect(verdict.valid, file).toBe(file.includes('/valid/'))
    }
  })

  it('lists the days on which offices are closed', () => {
    const days = readJson<string[]>('forms/closed-days.json')
    const year = new Date().getFullYear()
    expect(days).toEqual(expect.arrayContaining([`${year}-12-30`, `${year + 2}-12-29`].filter((day) => isWeekday(day))))
    expect(days.filter((day) => !isWeekday(day))).toEqual([])
  })
})

function isWeekday(day: string): boolean {
  return ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

it('contains no address of a person, no place of this machine, and nothing that Python has left behind', () => {
  const files = filesOf('**/*').filter((file) => statSync(path.join(kit, file)).isFile())
  expect(files.length).toBeGreaterThan(70)
  expect(files.filter((file) => file.includes('__pycache__'))).toEqual([])
  for (const file of files) {
    const text = read(file)
    // Licences name the authors of packages.
    const mails = file.endsWith('.licences.txt')
      ? []
      : [...text.matchAll(/[\w.+-]+@((?:[\w-]+\.)+[a-z]{2,})\b/g)].map(([, domain = '']) => domain)
    expect(
      mails.filter((domain) => !/(?:^|\.)example\.(?:jp|com)$/.test(domain)),
      file,
    ).toEqual([])
    expect(
      [process.cwd(), homedir(), tmpdir()].filter((place) => text.includes(place)),
      file,
    ).toEqual([])
  }
})
