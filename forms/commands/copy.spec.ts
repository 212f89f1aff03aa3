import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { checkService } from '../check/check-service.ts'
import { runCommand } from '../command-line.ts'
import { severityOf } from '../source/rule-list.ts'
import { createForm } from '../templates/new-form.ts'

let work = ''
let source = ''

beforeEach(() => {
  work = mkdtempSync(path.join(tmpdir(), 'forms-copy-'))
  const names = { tenant: 'town', service: 'dogs', type: 'individual' }
  source = createForm({ root: path.join(work, 'one'), ...names, template: 'dog-registration', title: {} })
  writeFileSync(path.join(source, 'history.jsonl'), '')
})

async function copy(target: string, ...options: string[]) {
  const output = { out: () => undefined, err: () => undefined }
  return runCommand(['copy', source, path.join(work, target), ...options], output)
}

function read(file: string) {
  return readFileSync(path.join(work, file), 'utf8')
}

/** The places of a service with a form that are still called a copy. */
function copyNamesIn(folder: string): string[] {
  const service = path.join(work, folder)
  const problems = [...checkForm(path.join(service, 'individual')).problems, ...(checkService(service)?.problems ?? [])]
  return problems
    .filter(({ rule }) => rule === 'copy-name')
    .map(({ source, pointer }) => `${path.basename(source.file)} ${pointer}`)
}

it('copies a form of another tenant with its texts, samples and service, but not its history', async () => {
  expect(await copy('one/village/dogs-2027/individual', '--title', '犬の登録（2027年度）')).toBe(0)
  const folder = 'one/village/dogs-2027'
  expect(read(`${folder}/individual/form.json`)).toBe(read('one/town/dogs/individual/form.json'))
  expect(JSON.parse(read(`${folder}/individual/texts.ja.json`))).toMatchObject({ title: '犬の登録（2027年度）' })
  expect(JSON.parse(read(`${folder}/service.json`))).toMatchObject({ name: { ja: '犬の登録（2027年度）' } })
  expect(existsSync(path.join(work, folder, 'individual/history.jsonl'))).toBe(false)
  const { problems } = checkForm(path.join(work, folder, 'individual'))
  expect(problems.filter(({ rule }) => severityOf(rule) === 'error')).toEqual([])
})

it('says in each language that a form beside the original is its copy', async () => {
  expect(await copy('one/town/dogs-2027/individual')).toBe(0)
  expect(await copy('one/town/dogs-2028/individual')).toBe(0)
  for (const [folder, ja, en] of [
    ['one/town/dogs-2027', /のコピー$/, /^Copy of /],
    ['one/town/dogs-2028', /のコピー2$/, /^Copy 2 of /],
  ] as const) {
    expect(JSON.parse(read(`${folder}/individual/texts.ja.json`))).toMatchObject({
      title: expect.stringMatching(ja) as string,
    })
    expect(JSON.parse(read(`${folder}/individual/texts.en.json`))).toMatchObject({
      title: expect.stringMatching(en) as string,
    })
    const { name } = JSON.parse(read(`${folder}/service.json`)) as { name: unknown }
    expect(name).toMatchObject({ ja: expect.stringMatching(ja) as string, en: expect.stringMatching(en) as string })
  }
  expect(copyNamesIn('one/town/dogs')).toEqual([])
  const languages = ['ja', 'ja-simple', 'en']
  const titles = languages.map((language) => `texts.${language}.json /title`)
  const names = languages.map((language) => `service.json /name/${language}`)
  expect(copyNamesIn('one/town/dogs-2027')).toEqual([...titles, ...names])
  for (const file of ['individual/texts.ja.json', 'service.json']) {
    const own = path.join(work, 'one/town/dogs-2027', file)
    writeFileSync(own, readFileSync(own, 'utf8').replace('のコピー"', '（2027年度）"'))
  }
  // The English name is known by the original beside it.
  expect(copyNamesIn('one/town/dogs-2027')).toEqual([...titles.slice(1), ...names.slice(1)])
  expect(await copy('one/village/dogs/individual')).toBe(0)
  expect(read('one/village/dogs/individual/texts.ja.json')).toBe(read('one/town/dogs/individual/texts.ja.json'))
})

it('brings its shared parts into another folder, and leaves those that are there', async () => {
  const other = { tenant: 'village', service: 'fair', type: 'individual' }
  createForm({ root: path.join(work, 'two'), ...other, template: 'simple', title: {} })
  for (const part of ['schema', 'ui', 'texts.ja', 'texts.en'])
    rmSync(path.join(work, `two/shared/address.${part}.json`))
  writeFileSync(path.join(work, 'two/shared/phone.texts.en.json'), '{}')
  expect(await copy('two/village/dogs/individual')).toBe(0)
  for (const part of ['schema', 'ui', 'texts.ja', 'texts.en'])
    expect(read(`two/shared/address.${part}.json`)).toBe(read(`one/shared/address.${part}.json`))
  expect(read('two/shared/phone.texts.en.json')).toBe('{}')
})

it('replaces no form, and accepts only ids', async () => {
  expect(await copy('one/town/dogs/individual')).toBe(2)
  expect(await copy('one/town/cats')).toBe(2)
  expect(await copy('one/town/dogs/a b')).toBe(2)
  expect(await copy('one/login/dogs/individual')).toBe(2)
})
