import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { checkService } from '../check/check-service.ts'
import { runCommand } from '../command-line.ts'
import { treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { shareFees } from '../edit/fees.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { pathToNode } from '../edit/form-tree.ts'
import { makeList } from '../edit/list-commands.ts'
import { loadSourceForm } from '../source/load-source.ts'
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

function fail(): never {
  throw new Error('There is no question')
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

it('keeps the choices and the fees of the original where the other tenant has other lists of these names', async () => {
  const original = { tenant: 'town', service: 'fair', type: 'individual' }
  source = createForm({ root: path.join(work, 'one'), ...original, template: 'with-fee', title: {} })
  const change = (folder: string, command: (files: FormFiles) => FormFiles) => {
    const before = readFormFiles(folder)
    writeFormFiles(folder, before, command(before))
  }
  const kind = (files: FormFiles) => pathToNode(treeOf(files), 'items/lines/[]/kind').at(-1) ?? fail()
  change(source, (files) => makeList(files, kind(files), 'kinds', { ja: '種類', en: 'Kinds' }))
  change(source, (files) => shareFees(files, 0, 'kinds'))
  const meaning = (folder: string) => {
    const { steps, value, texts } = loadSourceForm(folder)
    return JSON.stringify([steps.map(({ root }) => root), value.fee, texts.ja?.fields])
  }
  const files = readdirSync(path.join(work, 'one/town/shared'))
  expect(files).toEqual(expect.arrayContaining(['kinds.schema.json', 'kinds.texts.ja.json', 'kinds.fees.json']))
  for (const [index, file] of files.entries()) {
    // The list of the village differs in one file.
    const village = path.join(work, `one/village${index}/shared`)
    mkdirSync(village, { recursive: true })
    for (const own of files) cpSync(path.join(work, 'one/town/shared', own), path.join(village, own))
    const other = read(`one/village${index}/shared/${file}`).replace(
      /"small"|500|"Small"|"小"|"Kinds"|"種類"/,
      '"other"',
    )
    writeFileSync(path.join(village, file), other)
    for (const service of ['fair', 'fair-2027']) {
      const target = `one/village${index}/${service}/individual`
      expect(await copy(target)).toBe(0)
      expect(meaning(path.join(work, target))).toBe(meaning(source))
    }
    expect(read(`one/village${index}/shared/${file}`)).toBe(other)
    expect(readdirSync(village).toSorted()).toEqual(
      [...files, ...files.map((name) => name.replace('kinds', 'kinds2'))].toSorted(),
    )
  }
})

it('replaces no form, and accepts only ids', async () => {
  expect(await copy('one/town/dogs/individual')).toBe(2)
  expect(await copy('one/town/cats')).toBe(2)
  expect(await copy('one/town/dogs/a b')).toBe(2)
  expect(await copy('one/login/dogs/individual')).toBe(2)
})
