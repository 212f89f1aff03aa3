import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Definition, Manifest } from '../form-model/definition.ts'
import { formVersionOf } from './build/form-version.ts'
import { runCommand } from './command-line.ts'
import type { ExampleParts } from './rules/example-form.ts'
import { writeExample } from './testing/write-example.ts'
import type { Finding } from './source/finding.ts'

const project = path.resolve(import.meta.dirname, '..')
let work = ''
let form = ''

beforeAll(() => {
  work = mkdtempSync(path.join(tmpdir(), 'forms-command-'))
  form = path.join(work, 'schemas/minato-city/childcare-consultation/individual')
  cpSync(path.join(project, 'schemas/shared'), path.join(work, 'schemas/shared'), { recursive: true })
  cpSync(path.join(project, 'schemas/minato-city/childcare-consultation/individual'), form, { recursive: true })
})

async function run(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(args, { out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** The example form below a folder, as `tenant/service/example`. */
function writeForm(root: string, parts: ExampleParts): string {
  const folder = path.join(root, 'tenant/service/example')
  writeExample(folder, parts)
  return folder
}

function broken(): string {
  const folder = path.join(work, 'broken/tenant/service/type')
  mkdirSync(path.dirname(folder), { recursive: true })
  cpSync(path.join(work, 'schemas/shared'), path.join(work, 'broken/shared'), { recursive: true })
  cpSync(form, folder, { recursive: true })
  const file = path.join(folder, 'form.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"maxLength": 500', '"maxlength": 500'))
  return folder
}

describe('forms check', () => {
  it('ends with 0 for a form without mistakes, also outside the project', async () => {
    expect(await run('check', form)).toMatchObject({ code: 0, out: '1件を確認しました。エラー0件、注意0件。' })
  })

  it('ends with 1 and names in Japanese the mistake, its place and the fix', async () => {
    const { code, out } = await run('check', broken())
    expect(code).toBe(1)
    expect(out).toMatch(/form\.json:\d+:\d+ エラー \[unknown-keyword\]/)
    expect(out).toContain('「maxlength」はJSON Schemaのキーワードではありません。「maxLength」ではありませんか。')
  })

  it('lists findings as JSON with exactly the documented keys', async () => {
    const { out, code } = await run('check', broken(), '--format', 'json', '--lang', 'en')
    const findings = JSON.parse(out) as Finding[]
    expect(code).toBe(1)
    expect(findings.map(({ rule }) => rule).toSorted()).toEqual(['no-max-length', 'unknown-keyword'])
    for (const finding of findings)
      expect(Object.keys(finding).toSorted()).toEqual([
        'column',
        'file',
        'line',
        'message',
        'pointer',
        'rule',
        'severity',
      ])
    const [first] = findings.filter(({ rule }) => rule === 'unknown-keyword')
    const line = readFileSync(path.join(broken(), 'form.json'), 'utf8').split('\n')[(first?.line ?? 0) - 1]
    expect(line?.slice((first?.column ?? 0) - 1)).toMatch(/^"maxlength"/)
  })

  it('prints an empty list as JSON when nothing is wrong', async () => {
    expect(await run('check', form, '--format', 'json')).toEqual({ code: 0, out: '[]', err: '' })
  })

  it('writes annotations for a code host', async () => {
    const { out } = await run('check', broken(), '--format', 'github', '--lang', 'en')
    expect(out).toMatch(/^::error file=.*form\.json,line=\d+,col=\d+,title=.*::/m)
  })

  it('checks the form that a single file belongs to', async () => {
    expect(await run('check', path.join(form, 'texts.ja.json'))).toMatchObject({ code: 0 })
    expect(await run('check', path.join(form, 'valid/visit.json'))).toMatchObject({ code: 0 })
  })

  it('checks a JSON Schema file that is not a whole form', async () => {
    const file = path.join(work, 'bare.json')
    writeFileSync(
      file,
      '{\n  "type": "object",\n  "properties": {\n    "a": { "type": "string" },\n    "toString": { "type": "strng" }\n  }\n}\n',
    )
    const { code, out } = await run('check', file, '--format', 'json')
    expect(code).toBe(1)
    expect((JSON.parse(out) as Finding[]).map(({ line, column, rule }) => [line, column, rule])).toEqual([
      [4, 10, 'no-max-length'],
      [5, 5, 'forbidden-name'],
      [5, 27, 'unknown-type'],
    ])
  })
})

describe('forms test', () => {
  it('counts the samples, the generated answers, the wrong answers and the branches', async () => {
    const { code, out } = await run('test', form, '--lang', 'en')
    expect(code).toBe(0)
    expect(out).toMatch(
      /samples 2 valid, 6 invalid; generated answers accepted 25\/25; wrong answers refused (\d+)\/\1;/,
    )
  })

  it('names the wrong answers that are accepted, and ends with 1', async () => {
    const answers = { name: '山田', kind: 'person', count: 1, field: { urgent: false, reason: '急ぎません' } }
    const folder = writeForm(path.join(work, 'accepting'), {
      schema: `{ "type": "object", "properties": { "urgent": { "type": "boolean" } }, "required": ["urgent"],
        "if": { "properties": { "urgent": { "const": true } }, "required": ["urgent"] },
        "then": { "properties": { "reason": { "type": "string", "maxLength": 5 } } },
        "else": { "properties": { "reason": { "type": "string", "maxLength": 50 } } } }`,
      files: { 'valid/person.json': JSON.stringify({ applicant: answers }) },
    })
    const { code, out } = await run('test', folder, '--lang', 'en')
    expect(code).toBe(1)
    expect(out).toContain('accepted although it is wrong: /applicant/field/reason (violates maxLength)')
    const [, refused, tried] = /wrong answers refused (\d+)\/(\d+)/.exec(out) ?? []
    expect(Number(refused)).toBeLessThan(Number(tried))
  })

  it('ends with 1 if a sample has another outcome', async () => {
    const folder = broken()
    const file = path.join(folder, 'invalid/no-topic.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"minItems"', '"maxItems"'))
    writeFileSync(path.join(folder, 'form.json'), readFileSync(path.join(form, 'form.json'), 'utf8'))
    const { code, out } = await run('test', folder, '--lang', 'en')
    expect(code).toBe(1)
    expect(out).toContain('[sample-accepted]')
  })
})

describe('the languages of a tenant', () => {
  it('do not include English if the tenant offers only Japanese; Japanese texts are shown instead', async () => {
    const root = path.join(work, 'japanese')
    const folder = writeForm(root, {})
    rmSync(path.join(folder, 'texts.en.json'))
    expect((await run('check', folder, '--lang', 'en')).out).toContain('[file-missing]')
    writeFileSync(path.join(root, 'tenant/tenant.json'), '{ "locales": ["ja"] }')
    expect(await run('check', root)).toMatchObject({
      code: 0,
      out: expect.stringContaining('エラー0件、注意0件。') as string,
    })
    const out = path.join(work, 'japanese-built')
    expect((await run('build', root, '--out', out)).code).toBe(0)
    const [version = ''] = readdirSync(path.join(out, 'tenant/service/example'))
    const built = (language: string) =>
      readFileSync(path.join(out, 'tenant/service/example', version, `texts.${language}.json`), 'utf8')
    expect(built('en')).toBe(built('ja'))
  })

  it.each(['{ "locales": ["en"] }', '{ "locales": "ja" }', '{ "locales": ["ja", "fr"] }', '{}'])(
    'refuses the languages of a tenant if they are %s',
    async (content) => {
      const root = path.join(work, `locales-${content.length}`)
      writeForm(root, {})
      writeFileSync(path.join(root, 'tenant/tenant.json'), content)
      const { code, out } = await run('check', root)
      expect(code).toBe(1)
      expect(out).toMatch(/tenant\.json:\d+:\d+ .*\[(?:wrong-value|missing-key)\]/)
    },
  )
})

describe('forms questions', () => {
  it('adds the questions of a table, and needs a file', async () => {
    const folder = writeForm(path.join(work, 'questions'), {})
    const table = path.join(work, 'questions.csv')
    expect(await run('questions', folder, '--out', table)).toMatchObject({ code: 0 })
    writeFileSync(table, `${readFileSync(table, 'utf8')}applicant,,pet,1行の文字,ペットの名前,Pet,任意,\r\n`)
    expect(await run('questions', folder, '--from', table, '--lang', 'en')).toEqual({
      code: 0,
      out: `${table}: 0 changed, 1 added`,
      err: '',
    })
    expect(readFileSync(path.join(folder, 'texts.ja.json'), 'utf8')).toContain('ペットの名前')
    expect(await run('questions', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--out / --from を指定してください') as string,
    })
    expect((await run('questions')).err).toContain('フォルダーまたはファイルを指定してください')
  })
})

describe('forms texts', () => {
  it('writes the texts of one form as a table and reads them back, and names wrong rows', async () => {
    const folder = writeForm(path.join(work, 'table'), {})
    const [table, file] = [path.join(work, 'table.csv'), path.join(folder, 'texts.en.json')]
    const before = readFileSync(file, 'utf8')
    expect(await run('texts', folder, '--out', table)).toMatchObject({ code: 0 })
    expect((await run('texts', folder, '--from', table, '--lang', 'en')).out).toBe(`${table}: 0 changed, 0 added`)
    expect(readFileSync(file, 'utf8')).toBe(before)
    const csv = readFileSync(table, 'utf8')
    writeFileSync(table, `${csv.replace(/(,)[^,\r]*(,\/title\r)/, '$1Another title$2')}none,x,y,/none\r\n`)
    const { code, out, err } = await run('texts', folder, '--from', table, '--lang', 'en')
    expect({ code, out }).toEqual({ code: 1, out: `${table}: 1 changed, 0 added` })
    expect(err).toBe(`Row ${csv.trim().split('\r\n').length + 1}: the form has no place none. The row was not used.`)
    expect(readFileSync(file, 'utf8')).toContain('"Another title"')
    const workbook = path.join(work, 'table.xlsx')
    expect(await run('texts', folder, '--out', workbook)).toMatchObject({ code: 0 })
    expect(readFileSync(workbook).subarray(0, 2).toString()).toBe('PK')
    expect((await run('texts', folder, '--from', workbook, '--lang', 'en')).out).toBe(`${workbook}: 0 changed, 0 added`)
    writeFileSync(workbook, readFileSync(workbook).subarray(0, 900))
    expect(await run('texts', folder, '--from', workbook, '--lang', 'en')).toMatchObject({
      code: 1,
      err: expect.stringContaining('table.xlsx is no table. Save it in Excel as a workbook') as string,
    })
    writeFileSync(table, 'x,y\r\na,b\r\n')
    expect(await run('texts', folder, '--from', table, '--lang', 'en')).toEqual({
      code: 1,
      out: '',
      err: 'Row 1: the heading has no id, ja, en. Copy the heading of a written table into row 1. Nothing was changed.',
    })
    writeFileSync(table, 'id,ja\r\n/a,b\r\n/c,d\r\n')
    expect((await run('texts', folder, '--from', table, '--lang', 'en')).err).toBe(
      'Row 2: the form has no place /a. The row was not used. Other rows that were not used: 1.',
    )
    expect(await run('texts', path.join(work, 'schemas'), folder, '--out', table)).toMatchObject({ code: 2 })
  })

  it('names a file that it cannot read or write', async () => {
    const folder = writeForm(path.join(work, 'no-table'), {})
    for (const [option, words] of [
      ['--from', 'cannot be read (EISDIR)'],
      ['--out', 'cannot be written (EISDIR)'],
    ] as const) {
      const { code, err } = await run('texts', folder, option, folder, '--lang', 'en')
      expect({ code, line: err.split('\n')[0] }).toEqual({
        code: 2,
        line: expect.stringContaining(`${folder} ${words}`) as string,
      })
    }
    expect(readdirSync(work).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it.each<[command: string, option: string]>([
    ['build', '--out'],
    ['questions', '--out'],
    ['reference', '--out'],
    ['studio', '--static'],
    ['texts', '--out'],
  ])('names the place that %s cannot write', async (command, option) => {
    const file = path.join(work, 'in-the-way')
    writeFileSync(file, '')
    const source = ['reference', 'studio'].includes(command) ? [] : [form]
    for (const place of [path.join(file, 'x/y'), ...(existsSync('/proc/self') ? ['/proc/no-such-folder/x'] : [])]) {
      const { code, err } = await run(command, ...source, option, place, '--lang', 'en')
      expect({ code, line: err.split('\n').at(-1) }).toEqual({
        code: 2,
        line: expect.stringMatching(/ cannot be written \(E\w+\)\. Name another place\. --help/) as string,
      })
    }
  })

  it('adds the texts that one language lacks and keeps the rest of the file unchanged', async () => {
    const folder = writeForm(path.join(work, 'texts'), {})
    const file = path.join(folder, 'texts.en.json')
    const before = readFileSync(file, 'utf8')
    const without = before.replace(/ {4}"applicant\/kind": .*\n/, '')
    writeFileSync(file, without)
    expect((await run('check', folder, '--format', 'json')).code).toBe(1)
    expect((await run('texts', folder, '--lang', 'en')).out).toContain('texts.en.json: 3 texts added')
    const after = readFileSync(file, 'utf8')
    expect(JSON.parse(after)).toMatchObject({
      fields: { 'applicant/kind': { label: '種別', options: { person: '個人' } } },
    })
    for (const line of without.split('\n').filter((each) => each.endsWith(','))) expect(after).toContain(line)
    const { code, out } = await run('check', folder, '--format', 'json')
    expect(code).toBe(0)
    expect((JSON.parse(out) as Finding[]).map(({ rule }) => rule)).toEqual(['text-language'])
  })

  it('writes a whole file if there is none', async () => {
    const folder = writeForm(path.join(work, 'texts-of-none'), {})
    rmSync(path.join(folder, 'texts.en.json'))
    expect((await run('texts', folder)).code).toBe(0)
    const texts = (language: string) =>
      JSON.parse(readFileSync(path.join(folder, `texts.${language}.json`), 'utf8')) as unknown
    expect(texts('en')).toEqual(texts('ja'))
  })
})

describe('forms import', () => {
  it('never writes over a form, also if two files of one call give the same name', async () => {
    const [files, out] = [path.join(work, 'foreign'), path.join(work, 'imported-forms')]
    mkdirSync(files, { recursive: true })
    const names = ['届出.json', '申請書.json']
    for (const name of names) {
      const schema = { type: 'object', properties: { [`of${name.length}`]: { type: 'boolean' } } }
      writeFileSync(path.join(files, name), JSON.stringify(schema))
    }
    const paths = names.map((name) => path.join(files, name))
    const { code, err, out: printed } = await run('import', ...paths, '--out', out)
    expect(code).toBe(1)
    expect(err).toMatch(/^\S+\.json：\S+form\/individual がすでにあるため、取り込みませんでした。/)
    expect(printed).not.toContain('作りませんでした')

    const file = path.join(out, 'imported/form/individual/form.json')
    const written = readFileSync(file, 'utf8')
    for (const one of paths) expect((await run('import', one, '--out', out, '--lang', 'en')).code).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe(written)
  })

  it('says what an imported form still needs when it ends with an error', async () => {
    const file = path.join(work, 'torn.json')
    const properties = { name: { minimum: 1, maxLength: 9 }, free: { type: 'boolean' } }
    writeFileSync(file, JSON.stringify({ type: 'object', properties }, null, 1))
    const args = ['import', file, '--out', path.join(work, 'torn'), '--lang', 'en', '--compare']
    const { code, out, err } = await run(...args)
    expect(code).toBe(1)
    expect(err).toContain('No answers compared: the form has errors')
    expect(out).toMatch(
      /torn\/individual: written with \d+ valid samples, but with errors\. Correct them in form\.json there/,
    )
    expect(out).not.toMatch(/but 0 errors|nothing was written/)
  })

  it('writes nothing if the original has an error', async () => {
    const file = path.join(work, 'gone.json')
    const properties = { name: { $ref: '#/definitions/gone' }, free: { type: 'boolean' } }
    writeFileSync(file, JSON.stringify({ type: 'object', properties }))
    const { code, out } = await run('import', file, '--out', path.join(work, 'gone'), '--lang', 'en')
    expect(code).toBe(1)
    expect(out).toMatch(/gone\.json:1:\d+ error \[missing-ref\][^]*gone\.json: nothing was written/)
    expect(existsSync(path.join(work, 'gone'))).toBe(false)
  })

  it('reports each question with its place, and compares the verdicts of both', async () => {
    const file = path.join(work, 'club.json')
    const site = { type: 'string', format: 'uri', maxLength: 99 }
    const properties = {
      site,
      opens: { type: 'string', format: 'decimal-number', maxLength: 9 },
      free: { type: 'boolean' },
    }
    writeFileSync(file, JSON.stringify({ type: 'object', properties }, null, 1))
    const args = ['import', file, '--out', path.join(work, 'club'), '--lang', 'en', '--compare']
    const { code, out, err } = await run(...args)
    expect(code).toBe(0)
    expect(out.split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(/club\.json:4:3 general\/site “Site”$/),
      expect.stringMatching(/^ +changed: only addresses that begin with https:\/\/ or http:/),
      expect.stringMatching(/club\.json:9:3 general\/opens “Opens”$/),
      expect.stringMatching(/^ +left out: the portal has no format “decimal-number”, so the answer is now any text/),
      expect.stringMatching(/club\.json:14:3 general\/free “Free” kept$/),
    ])
    expect(out).toContain('Questions: 1 kept, 2 changed; 0 other changes')
    expect(err).toMatch(
      /club\.json:4:3 general\/site: the original accepts "mailto:[^"]+", the form refuses it \(format\)/,
    )
    expect(err).toMatch(/\d+ answers compared: 1 kinds of differences, 0 of them not reported/)
  })
})

describe('forms publish', () => {
  it('builds forms from their source, publishes those without an error, and names a tenant that the portal lacks', async () => {
    const target = path.join(work, 'from-source')
    expect(await run('publish', form, '--to', target)).toMatchObject({
      code: 0,
      out: expect.stringContaining('を公開しました') as string,
      err: expect.stringContaining('「minato-city」という事業者はまだポータルにない') as string,
    })
    await run('new-tenant', 'minato-city', path.join(work, 'schemas'))
    expect((await run('publish', form, '--to', target)).err).not.toContain('事業者')
    rmSync(path.join(work, 'schemas/minato-city/tenant.json'))
    const refused = path.join(work, 'from-broken-source')
    expect((await run('publish', broken(), '--to', refused)).code).toBe(1)
    expect(existsSync(refused)).toBe(false)
  })

  it('names the built version that it does not publish', async () => {
    const out = path.join(work, 'tampered')
    await run('build', form, '--out', out)
    const manifest = JSON.parse(readFileSync(path.join(out, 'minato-city/manifest.json'), 'utf8')) as Manifest
    const version = manifest.forms['childcare-consultation']?.individual?.current ?? ''
    const name = 'minato-city/childcare-consultation/individual'
    appendFileSync(path.join(out, name, version, 'texts.ja.json'), ' ')
    const target = path.join(work, 'tampered-target')
    expect(await run('publish', out, '--to', target, '--lang', 'en')).toMatchObject({
      code: 1,
      out: expect.stringContaining(`${name}: version ${version} is not published`) as string,
    })
    expect(existsSync(target)).toBe(false)
  })

  it('does not publish a built version with a step that the portal cannot show', async () => {
    const built = path.join(work, 'undrawn')
    await run('build', form, '--out', built)
    const [tenantId, serviceId, type] = ['minato-city', 'childcare-consultation', 'individual']
    const manifestFile = path.join(built, tenantId, 'manifest.json')
    const manifest = readFileSync(manifestFile, 'utf8')
    const version = (JSON.parse(manifest) as Manifest).forms[serviceId]?.[type]?.current ?? ''
    const folder = path.join(built, tenantId, serviceId, type, version)
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
    const { formVersion: _version, ...whole } = JSON.parse(read('definition.json')) as Definition
    const [first, ...rest] = whole.steps
    const nothing = { type: 'object', properties: { note: { const: null } } }
    const content = { ...whole, steps: [{ id: first?.id ?? '', ui: {}, schema: nothing }, ...rest] }
    const inEachLanguage = readdirSync(folder).filter((file) => file.startsWith('texts.'))
    const texts = Object.fromEntries(inEachLanguage.map((file) => [file, read(file)]))
    const formVersion = formVersionOf({ definition: content, texts })
    writeFileSync(path.join(folder, 'definition.json'), JSON.stringify({ ...content, formVersion }))
    renameSync(folder, path.join(path.dirname(folder), formVersion))
    writeFileSync(manifestFile, manifest.replaceAll(version, formVersion))

    const target = path.join(work, 'undrawn-target')
    const { code, out } = await run('publish', built, '--to', target, '--lang', 'en')
    expect(code).toBe(1)
    expect(out).toContain('[not-drawn]')
    expect(out).toContain(`The step "${first?.id ?? ''}" cannot be shown`)
    expect(existsSync(target)).toBe(false)
  })

  it('names a published version that has changed, and what to do', async () => {
    const target = path.join(work, 'changed-target')
    await run('publish', form, '--to', target)
    const name = 'minato-city/childcare-consultation/individual'
    const manifest = JSON.parse(readFileSync(path.join(target, 'minato-city/manifest.json'), 'utf8')) as Manifest
    const version = manifest.forms['childcare-consultation']?.individual?.current ?? ''
    appendFileSync(path.join(target, name, version, 'texts.ja.json'), ' ')
    const { code, out } = await run('publish', form, '--to', target, '--lang', 'en')
    expect(code).toBe(1)
    expect(out).toContain(`${name}: a file of the published version ${version}`)
    expect(out).toContain('Delete the folder of this version')
  })

  it('does not mix published versions with the sources', async () => {
    const sources = path.join(work, 'sources-as-target')
    cpSync(form, path.join(sources, 'minato-city/childcare-consultation/individual'), { recursive: true })
    expect(await run('publish', form, '--to', sources)).toMatchObject({
      code: 2,
      err: expect.stringContaining('フォームの元のファイルがあります') as string,
    })
    expect(existsSync(path.join(sources, 'minato-city/manifest.json'))).toBe(false)
  })
})

describe('forms new, diff and publish', () => {
  it('take a form from a template to a published version', async () => {
    const root = path.join(work, 'fresh')
    expect(await run('new', root, '--tenant', 'town', '--service', 'dog-licence', '--title', '犬の登録')).toMatchObject(
      { code: 0 },
    )
    const company = ['--tenant', 'town', '--service', 'road-use', '--template', 'corporate']
    expect((await run('new', root, ...company)).out).toContain('town/road-use/corporate')
    rmSync(path.join(root, 'town/road-use'), { recursive: true })
    const folder = path.join(root, 'town/dog-licence/individual')
    const out = path.join(work, 'fresh-built')
    expect((await run('build', root, '--out', out)).code).toBe(0)
    const target = path.join(work, 'served')
    expect((await run('publish', out, '--to', target)).out).toMatch(
      /town\/dog-licence\/individual：版 [0-9a-f]{12} を公開しました/,
    )

    const file = path.join(folder, 'form.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"maxLength": 500', '"maxLength": 200'))
    const version = (JSON.parse(readFileSync(path.join(target, 'town/manifest.json'), 'utf8')) as Manifest).forms[
      'dog-licence'
    ]?.individual?.current
    const { out: changes } = await run('diff', path.join(target, 'town/dog-licence/individual', version ?? ''), folder)
    expect(changes).toContain(
      '「くわしい内容」の文字数の上限を変えました：500 → 200。 一時保存された回答の直しが必要になることがあります。',
    )
    expect(changes).toMatch(/自動で作った下書き20件のうち、\d+件はそのまま申請できます。/)
    expect((await run('check', folder, '--published', target, '--lang', 'en')).out).toContain('[field-tightened]')

    const texts = path.join(folder, 'texts.ja.json')
    writeFileSync(texts, readFileSync(texts, 'utf8').replace('1つ目', '一般').replace('くわしい内容', '相談の内容'))
    const { out: words } = await run('diff', path.join(target, 'town/dog-licence/individual', version ?? ''), folder)
    expect(words).toContain('「1つ目」 → 「一般」')
    expect(words).toContain('「くわしい内容」 → 「相談の内容」')
  })
})

describe('an invalid call', () => {
  it.each([
    [['chekc'], '「chekc」というコマンドはありません。'],
    [['check'], 'フォルダーまたはファイルを指定してください。'],
    [['check', '/nowhere/at/all'], '/nowhere/at/all がありません。'],
    [['check', '.', '--colour'], 'オプション --colour が正しくありません。'],
    [['--colour'], 'オプション --colour が正しくありません。'],
    [['build', '.', '--out'], 'オプション --out が正しくありません。'],
    [['check', '.', '--format', 'xml'], 'オプション --format xml が正しくありません。'],
    [['check', '.', '--lang', 'fr'], 'オプション --lang fr が正しくありません。'],
    [['studio', '.', '--port', 'x'], 'オプション --port x が正しくありません。'],
    [['build', '.', '--out', 'x', '--fix'], '「build」に --fix というオプションはありません。'],
    [['studio', '.', '--format', 'json'], '「studio」に --format というオプションはありません。'],
    [['build', '.'], '--out を指定してください。'],
    [['new', '/tmp', '--tenant', 'a b', '--service', 'x'], '--tenant の「a b」はidとして使えません。'],
    [['new', '/tmp', '--tenant', 'login', '--service', 'x'], '--tenant の「login」はidとして使えません。'],
    [['new', '/tmp', '--tenant', 'a', '--service', 'x', '--template', 'none'], '「none」というひな型はありません。'],
    [['diff', '.'], '2つの版'],
    [['publish', '/nowhere', '--to', 'x'], '/nowhere がありません。'],
    [['publish', 'schemas', 'other', '--to', 'x'], '「other」を外してください。'],
    [['new', '/tmp', 'other', '--tenant', 'a', '--service', 'x'], '「other」を外してください。'],
    [
      ['texts', 'schemas/minato-city/bulky-waste/individual', '--out', 'a', '--from', 'b'],
      '--out と --from は同時に指定できません。',
    ],
  ])('%j ends with 2 and one line', async (args, message) => {
    const { code, out, err } = await run(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
    expect(err).toMatch(/^.+[。？] --help でオプションの一覧を表示します。$/)
  })

  it('shows the usage if it names no command', async () => {
    expect(await run()).toMatchObject({ code: 2, out: expect.stringContaining('使い方：npm run forms --') as string })
  })

  it('prints English with --lang en', async () => {
    expect((await run('check', '--lang', 'en')).err).toContain('Name a folder or a file.')
  })
})

describe('npm run forms', () => {
  it('builds forms when started as a separate process', () => {
    const out = path.join(work, 'out')
    const printed = execFileSync(
      process.execPath,
      [path.join(project, 'forms/main.ts'), 'build', path.join(work, 'schemas'), '--out', out],
      { encoding: 'utf8' },
    )
    expect(printed).toMatch(/^minato-city\/childcare-consultation\/individual：版 [0-9a-f]{12} を作りました\n$/)
    expect(existsSync(path.join(out, 'minato-city/manifest.json'))).toBe(true)
  })

  it('prints findings only, without warnings of the libraries that draw the form', async () => {
    const sizes = (pet: string, size: string[]) => ({
      if: { properties: { pet: { const: pet } } },
      then: { properties: { size: { type: 'string', enum: size } } },
    })
    const allOf = [sizes('dog', ['small', 'large']), sizes('bird', ['caged', 'free'])]
    const pet = { type: 'string', enum: ['dog', 'bird'] }
    writeFileSync(path.join(work, 'pets.json'), JSON.stringify({ type: 'object', properties: { pet }, allOf }))
    await run('import', path.join(work, 'pets.json'), '--out', path.join(work, 'pets'))
    const args = ['build', path.join(work, 'pets'), '--out', path.join(work, 'built-pets'), '--lang', 'en']
    const started = spawnSync(process.execPath, [path.join(project, 'forms/main.ts'), ...args], { encoding: 'utf8' })
    expect(started.stderr).toBe('')
    expect(started.stdout).toMatch(/version [0-9a-f]{12} written/)
  })
})
