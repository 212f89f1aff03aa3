import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { runCommand } from '../command-line.ts'
import { addBlock, setText } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { blocks } from '../edit/blocks.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { toFindings } from '../source/finding.ts'
import { createForm } from '../templates/new-form.ts'

const project = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(project, 'docs/forms/git.md'), 'utf8')
const name = 'schemas/town/dogs/individual'

const attributes = /```\n(.*merge=forms\n[^`]*)```/.exec(page)?.[1] ?? ''
const settings = [...page.matchAll(/^git config (\S+) "(.*)"$/gm)]

let common = ''
let repository = ''

/** A repository that is set up as the document says. */
beforeAll(() => {
  common = mkdtempSync(path.join(tmpdir(), 'forms-merge-'))
  createForm({
    root: path.join(common, 'schemas'),
    tenant: 'town',
    service: 'dogs',
    type: 'individual',
    template: 'dog-registration',
    title: {},
  })
  writeFileSync(path.join(common, '.gitattributes'), attributes)
  repository = common
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Clerk')
  git('config', 'user.email', 'clerk@town.example')
  for (const [, key = '', value = ''] of settings)
    git('config', key, value.replace('npm run --silent forms --', `"${process.execPath}" "${project}/forms/main.ts"`))
  commit()
})

beforeEach(() => {
  repository = mkdtempSync(path.join(tmpdir(), 'forms-merge-'))
  cpSync(common, repository, { recursive: true })
})

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Change the form')
}

/** Makes one change on `main` and another on a branch of the form, then merges the branch. */
function mergeChanges(mine: (files: FormFiles) => FormFiles, theirs: (files: FormFiles) => FormFiles) {
  const folder = path.join(repository, name)
  const before = readFormFiles(folder)
  git('switch', '--quiet', '--create', 'other')
  writeFormFiles(folder, before, theirs(before))
  commit()
  git('switch', '--quiet', 'main')
  writeFormFiles(folder, before, mine(before))
  commit()
  const { status, stdout, stderr } = spawnSync('git', ['merge', '--quiet', 'other'], {
    cwd: repository,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr, files: readFormFiles(folder), folder }
}

function adding(id: string, question: string) {
  const block = blocks.find((one) => one.id === id)
  if (!block) throw new Error(`There is no block ${id}`)
  return (files: FormFiles) => {
    const added = addBlock(files, block, 'applicant', question)
    return setText(added, 'ja', `/fields/applicant~1${question}/label`, `${question}について`)
  }
}

const label = '/fields/dogs~1list~1[]~1name/label'

describe('git with the merge driver of forms', () => {
  it('needs for this project what the document says', () => {
    const [_comment, ...lines] = readFileSync(path.join(project, '.gitattributes'), 'utf8').split('\n')
    expect(attributes).toBe(lines.join('\n'))
    expect(settings.map(([, key]) => key)).toEqual(['merge.forms.name', 'merge.forms.driver'])
  })

  it('merges a question that each of two branches added to the same step', () => {
    const { status, files, folder } = mergeChanges(adding('text', 'nickname'), adding('yes-no', 'chipped'))
    expect(status).toBe(0)
    expect(files['form.json']).toMatch(/"nickname"[^]*"chipped"|"chipped"[^]*"nickname"/)
    const errors = toFindings(checkForm(folder).problems, 'en').filter(({ severity }) => severity === 'error')
    expect(errors.map(({ rule }) => rule)).toEqual([])
  })

  it('names in words a label that both branches changed, and marks only that', () => {
    const { status, said, files, folder } = mergeChanges(
      (before) => setText(before, 'ja', label, '犬の呼び名'),
      (before) => setText(setText(before, 'ja', label, '犬のお名前'), 'en', label, 'The name of the dog'),
    )
    expect(status).toBe(1)
    expect(said).toContain(`${name}/texts.ja.json：1か所を、両方が違うように変えています。`)
    expect(said).toMatch(/犬の呼び名：質問文/)
    expect(said).toContain('自分の変更: 犬の呼び名')
    expect(said).toContain('ほかの変更: 犬のお名前')
    expect(files['texts.ja.json']?.match(/^<{7}[^]*^>{7} theirs$/m)?.[0].split('\n')).toEqual([
      '<<<<<<< ours',
      expect.stringContaining('"label": "犬の呼び名"'),
      '=======',
      expect.stringContaining('"label": "犬のお名前"'),
      '>>>>>>> theirs',
    ])
    expect(files['texts.en.json']).toContain('The name of the dog')
    const [finding, another] = toFindings(checkForm(folder).problems, 'ja')
    const line = (files['texts.ja.json'] ?? '').split('\n').indexOf('<<<<<<< ours') + 1
    expect(finding).toMatchObject({ rule: 'merge-conflict', line })
    expect(finding?.message).toContain(`${line}〜${line + 4}行目`)
    expect(another).toBeUndefined()
  })
})

describe('forms merge', () => {
  const work = mkdtempSync(path.join(tmpdir(), 'forms-merge-'))

  async function merge(base: string, ours: string, theirs: string) {
    const paths = Object.entries({ base, ours, theirs }).map(([file, text]) => {
      writeFileSync(path.join(work, `${file}.json`), text)
      return path.join(work, `${file}.json`)
    })
    const err: string[] = []
    const code = await runCommand(['merge', ...paths], { out: () => undefined, err: (text) => err.push(text) })
    return { code, err: err.join('\n'), text: readFileSync(path.join(work, 'ours.json'), 'utf8') }
  }

  it('writes no key or name twice that both added at different lines', async () => {
    const base = '{\n  "a": 1,\n  "b": 2,\n  "list": [\n    "a",\n    "b"\n  ]\n}\n'
    const added = (text: string, before: string) =>
      text.replace(`"${before}":`, `"x": 1,\n  "${before}":`).replace(`"${before}"\n`, `"${before}",\n    "x"\n`)
    const both = await merge(base, added(base, 'a').replace('"a",', '"x",\n    "a",'), added(base, 'b'))
    expect(both.code).toBe(0)
    expect(JSON.parse(both.text)).toEqual({ a: 1, x: 1, b: 2, list: expect.anything() as unknown })
    expect(both.text.match(/"x"/g)).toHaveLength(2)
  })

  it('marks a file that both added with different content', async () => {
    const { code, text, err } = await merge('', '{\n  "a": 1,\n  "b": 1\n}\n', '{\n  "a": 1,\n  "b": 2\n}\n')
    expect(code).toBe(1)
    expect(text).toBe('{\n  "a": 1,\n<<<<<<< ours\n  "b": 1\n=======\n  "b": 2\n>>>>>>> theirs\n}\n')
    expect(err).toContain('1か所')
  })

  it('refuses files that do not exist, and fewer than three', async () => {
    const err: string[] = []
    const output = { out: () => undefined, err: (text: string) => err.push(text) }
    mkdirSync(work, { recursive: true })
    expect(await runCommand(['merge', 'a', 'b', 'c'], output)).toBe(2)
    expect(await runCommand(['merge', 'a', 'b'], output)).toBe(2)
    expect(err[0]).toContain('a')
  })
})
