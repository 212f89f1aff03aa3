import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { runCommand } from '../command-line.ts'
import { createForm } from '../templates/new-form.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'forms-replace-'))
  for (const [tenant, service] of [
    ['town', 'dogs'],
    ['town', 'cats'],
    ['village', 'dogs'],
  ] as const)
    createForm({ root, tenant, service, type: 'individual', template: 'dog-registration', title: {} })
})

function read(file: string) {
  return readFileSync(path.join(root, file), 'utf8')
}

async function run(...args: string[]) {
  const said: string[] = []
  const code = await runCommand(['replace', ...args], {
    out: (text) => said.push(text),
    err: (text) => said.push(text),
  })
  return { code, said: said.join('\n') }
}

it('shows each text of a tenant with its file and line, and changes nothing', async () => {
  const before = read('town/dogs/individual/texts.ja.json')
  const { code, said } = await run('犬の登録', '犬の届出', path.join(root, 'town'))
  expect(code).toBe(0)
  const line = before.split('\n').findIndex((one) => one.includes('"title": "犬の登録と')) + 1
  expect(said).toContain(`town/dogs/individual/texts.ja.json:${line}\n  - 犬の登録と`)
  expect(said).toMatch(/town\/cats\/service\.json:\d+/)
  expect(said).not.toContain('village')
  expect(read('town/dogs/individual/texts.ja.json')).toBe(before)
})

it('changes the texts and nothing else with --write', async () => {
  const files = ['town/dogs/individual/texts.ja.json', 'town/dogs/service.json', 'town/dogs/individual/form.json']
  const before = files.map(read)
  expect((await run('犬', '$&"犬', path.join(root, 'town/dogs'), '--write')).code).toBe(0)
  const after = files.map(read)
  expect(after[0]).toContain('"title": "$&\\"犬の登録と狂$&\\"犬病')
  for (const [index, text] of after.entries()) {
    expect(text.replaceAll('$&\\"犬', '犬')).toBe(before[index])
    expect(text === before[index]).toBe(files[index]?.endsWith('form.json'))
  }
})

it('leaves names, values and addresses alone', async () => {
  const before = ['form.json', 'texts.en.json'].map((file) => read(`town/dogs/individual/${file}`))
  for (const words of ['dogs', 'post']) await run(words, 'cats', path.join(root, 'town/dogs'), '--write')
  expect(read('town/dogs/individual/form.json')).toBe(before[0])
  const [texts, former] = [read('town/dogs/individual/texts.en.json'), before[1] ?? ''].map(
    (text) => JSON.parse(text) as { fields: object; about: { next: { delivery?: string }[] } },
  )
  expect(Object.keys(texts?.fields ?? {})).toEqual(Object.keys(former?.fields ?? {}))
  const ways = [texts, former].map((text) => text?.about.next.map(({ delivery }) => delivery))
  expect(ways[0]).toEqual(ways[1])
})

it('changes shared lists, saved blocks and the tenant below the path, and their definitions never', async () => {
  const block = {
    title: { ja: '犬' },
    schema: { properties: { ja: { const: '犬' } } },
    texts: { ja: { '': { label: '犬' } } },
  }
  const files = {
    'town/tenant.json': {
      displayName: { ja: '犬の町' },
      texts: { ja: { 'login.login.introduction': '犬' } },
      logo: '犬',
    },
    'town/blocks.json': { blocks: [block] },
    'town/shared/kinds.schema.json': { enum: ['犬'] },
    'town/shared/kinds.texts.ja.json': { fields: { '': { options: { 犬: '犬' } } } },
    'shared/own.texts.ja.json': { fields: { '': { label: '犬' } } },
  }
  mkdirSync(path.join(root, 'town/shared'))
  for (const [file, value] of Object.entries(files)) writeFileSync(path.join(root, file), JSON.stringify(value))
  await run('犬', '猫', path.join(root, 'town'), '--write')
  const changed = () => Object.keys(files).map((file) => (read(file).match(/猫/g) ?? []).length)
  expect(changed()).toEqual([2, 2, 0, 1, 0])
  await run('犬', '猫', root, '--write')
  expect(changed()).toEqual([2, 2, 0, 1, 1])
})

it('names a file that cannot be read, and needs both words', async () => {
  writeFileSync(path.join(root, 'town/dogs/individual/texts.ja.json'), '{')
  const { code, said } = await run('犬', '猫', path.join(root, 'town'))
  expect(code).toBe(1)
  expect(said).toContain('town/dogs/individual/texts.ja.json')
  expect((await run('犬')).code).toBe(2)
  expect((await run('', '猫', root)).code).toBe(2)
})
