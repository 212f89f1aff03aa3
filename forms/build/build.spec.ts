import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Definition, FormTexts, Manifest } from '../../form-model/definition.ts'
import { conditionHolds } from '../../form-model/conditions.ts'
import { createForm } from '../templates/new-form.ts'
import { createTenant } from '../templates/new-tenant.ts'
import { buildForms } from './build.ts'

const shipped = path.resolve(import.meta.dirname, '../../schemas')
const now = Date.parse('2026-04-01T12:00:00+09:00')

let work = ''
let source = ''
let out = ''
const certificate = 'minato-city/residence-certificate/individual'

beforeAll(async () => {
  work = mkdtempSync(path.join(tmpdir(), 'forms-build-'))
  source = path.join(work, 'schemas')
  out = path.join(work, 'out')
  for (const part of ['shared', 'minato-city'])
    cpSync(path.join(shipped, part), path.join(source, part), { recursive: true })
  await buildForms(source, out, { now })
})

function manifest(): Manifest {
  return JSON.parse(readFileSync(path.join(out, 'minato-city/manifest.json'), 'utf8')) as Manifest
}
function versions(serviceId: string, type: string) {
  const { current, versions: all } = manifest().forms[serviceId]?.[type] ?? { current: null, versions: [] }
  return { current: current ?? '', versions: all }
}
function folderOf(name: string) {
  const [, serviceId = '', type = ''] = name.split('/')
  return path.join(out, name, versions(serviceId, type).current)
}
function read<T>(name: string, file: string): T {
  return JSON.parse(readFileSync(path.join(folderOf(name), file), 'utf8')) as T
}

function definitionOf(name: string): Definition {
  return read<Definition>(name, 'definition.json')
}

function edit(file: string, change: (text: string) => string) {
  const full = path.join(source, file)
  writeFileSync(full, change(readFileSync(full, 'utf8')))
}

describe('a built form', () => {
  it('builds one folder named by its content, listed in the manifest', () => {
    const { current, versions: all } = versions('residence-certificate', 'individual')
    expect(current).toMatch(/^[0-9a-f]{12}$/)
    expect(all).toEqual([{ formVersion: current, publishedAt: '2026-04-01T03:00:00.000Z' }])
    expect(readdirSync(folderOf(certificate)).toSorted()).toEqual([
      'definition.json',
      'texts.en.json',
      'texts.ja-simple.json',
      'texts.ja.json',
    ])
    expect(read<Definition>(certificate, 'definition.json')).toMatchObject({
      engine: 1,
      layout: 'page',
      tenantId: 'minato-city',
      serviceId: 'residence-certificate',
      type: 'individual',
      formVersion: current,
    })
  })

  it('contains shared parts with their layout and texts instead of references', () => {
    const definition = readFileSync(path.join(folderOf(certificate), 'definition.json'), 'utf8')
    expect(definition).not.toContain('$ref')
    const [applicant] = (JSON.parse(definition) as Definition).steps
    expect(applicant?.ui).toMatchObject({
      address: { postalCode: { 'ui:widget': 'postal-code' } },
      birthDate: { 'ui:widget': 'birth-date', 'ui:options': { autocomplete: 'bday' } },
    })
    const texts = read<FormTexts>(certificate, 'texts.ja.json')
    expect(texts.fields['applicant/name/familyNameKana']?.label).toBe('セイ（フリガナ）')
    expect(Object.keys(texts.fields).slice(0, 3)).toEqual([
      'applicant/name',
      'applicant/name/familyName',
      'applicant/name/givenName',
    ])
  })

  it('declares which answers require a delivery', () => {
    const definition = definitionOf(certificate)
    expect(conditionHolds(definition, 'delivery', { delivery: { method: 'post' } })).toBe(true)
    expect(conditionHolds(definition, 'delivery', { delivery: { method: 'counter' } })).toBe(false)
  })

  it('contains data alone, no script', () => {
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(12)
    const others = files.map(({ name }) => name).filter((name) => !/\.json$|^logo\.svg$/.test(name))
    expect(others).toEqual([])
  })
})

describe('building again', () => {
  it('does not touch unchanged forms', async () => {
    const results = await buildForms(source, out, { now: now + 1000 })
    expect(results.map(({ kind }) => kind)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
  })

  it('adds a changed form as another version and keeps the older one', async () => {
    const before = versions('bulky-waste', 'individual').current
    edit('minato-city/bulky-waste/individual/texts.ja.json', (text) =>
      text.replace('粗大ごみ収集の申し込み', '粗大ごみの申し込み'),
    )
    const results = await buildForms(source, out, { now: now + 2000 })
    expect(results.filter(({ kind }) => kind === 'written').map(({ name }) => name)).toEqual([
      'minato-city/bulky-waste/individual',
    ])
    const after = versions('bulky-waste', 'individual')
    expect(after.versions.map(({ formVersion }) => formVersion)).toEqual([before, after.current])
    expect(after.current).not.toBe(before)
    expect(readdirSync(path.join(out, 'minato-city/bulky-waste/individual')).toSorted()).toEqual(
      [before, after.current].toSorted(),
    )
  })

  it('makes an earlier version current again if its content returns', async () => {
    const before = versions('bulky-waste', 'individual').versions[0]?.formVersion
    edit('minato-city/bulky-waste/individual/texts.ja.json', (text) =>
      text.replace('粗大ごみの申し込み', '粗大ごみ収集の申し込み'),
    )
    await buildForms(source, out, { now: now + 3000 })
    expect(versions('bulky-waste', 'individual')).toMatchObject({ current: before })
    expect(versions('bulky-waste', 'individual').versions).toHaveLength(2)
  })

  it('contains a list of codes of the tenant, and notices its change', async () => {
    const form = 'minato-city/childcare-consultation/individual'
    const codes = path.join(source, 'minato-city/shared/places')
    mkdirSync(path.dirname(codes), { recursive: true })
    const words = {
      ja: { label: '場所', east: '東', west: '西', north: '北' },
      en: { label: 'Place', east: 'East', west: 'West', north: 'North' },
    }
    const write = (...places: ('east' | 'west' | 'north')[]) => {
      writeFileSync(`${codes}.schema.json`, JSON.stringify({ type: 'string', enum: places }))
      for (const language of ['ja', 'en'] as const) {
        const options = Object.fromEntries(places.map((place) => [place, words[language][place]]))
        const fields = { '': { label: words[language].label, options } }
        writeFileSync(`${codes}.texts.${language}.json`, JSON.stringify({ fields }))
      }
    }
    write('east', 'west')
    const before = readFileSync(path.join(source, form, 'form.json'), 'utf8')
    edit(`${form}/form.json`, (text) =>
      text
        .replace('"properties": {', '"properties": { "place": { "$ref": "../../shared/places.schema.json" },')
        .replace('"ui:order": [', '"ui:order": [ "place",'),
    )
    await buildForms(source, out, { now: now + 3500 })
    write('east', 'west', 'north')
    const results = await buildForms(source, out, { now: now + 3600 })
    expect(results.find(({ name }) => name === form)?.kind).toBe('written')
    const { steps } = read<Definition>(form, 'definition.json')
    expect(steps[0]?.schema).toMatchObject({ properties: { place: { enum: ['east', 'west', 'north'] } } })
    expect(read<FormTexts>(form, 'texts.ja.json').fields).toMatchObject({
      'consultation/place': { label: '場所', options: { north: '北' } },
    })
    writeFileSync(path.join(source, form, 'form.json'), before)
    await buildForms(source, out, { now: now + 3700 })
  })

  it('refuses a form with errors and keeps the published version', async () => {
    const before = versions('childcare-consultation', 'individual')
    edit('minato-city/childcare-consultation/individual/form.json', (text) =>
      text.replace('"date-range"', '"date-rnage"'),
    )
    const results = await buildForms(source, out, { now: now + 4000 })
    const refused = results.find(({ kind }) => kind === 'refused')
    expect(refused?.name).toBe('minato-city/childcare-consultation/individual')
    expect(refused?.problems.map(({ rule }) => rule)).toContain('wrong-value')
    expect(versions('childcare-consultation', 'individual')).toEqual(before)
  })

  it('builds a form with an allowed error, but allows no exception to the requirements of the build', async () => {
    const file = 'minato-city/childcare-consultation/individual/form.json'
    const allow = (rule: string, at: string) => (text: string) =>
      text.replace('"engine": 1,', `"engine": 1, "allow": [{ "rule": "${rule}", "at": "${at}", "reason": "tried" }],`)
    const before = readFileSync(path.join(shipped, file), 'utf8')
    edit(file, () => before.replace(/"enum": \[\s*"unborn"/, '"default": "12", $&'))
    edit(file, allow('invalid-default', '/steps/0/schema/properties/childAge'))
    const { kind } = (await buildForms(source, out, { now })).find(({ name }) => file.startsWith(name)) ?? {}
    expect(kind).toBe('written')
    writeFileSync(path.join(source, file), before.replace('"ui:widget": "textarea"', '"ui:widget": "textbox"'))
    edit(file, allow('unknown-widget', '/steps/0'))
    const refused = (await buildForms(source, out, { now })).find(({ name }) => file.startsWith(name))
    expect(refused).toMatchObject({ kind: 'refused' })
    expect(refused?.problems.map(({ rule }) => rule)).toContain('unknown-widget')
    writeFileSync(path.join(source, file), before)
  })
})

it('removes what it has built of a tenant whose folder is gone, and nothing else', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'forms-gone-'))
  const [schemas, built] = [path.join(root, 'schemas'), path.join(root, 'out')]
  for (const tenant of ['one-town', 'two-town', 'three-town']) {
    createTenant(schemas, tenant, '町')
    createForm({ root: schemas, tenant, service: 'dogs', type: 'individual', template: 'simple', title: {} })
  }
  await buildForms(schemas, built, { now })
  writeFileSync(path.join(built, 'two-town/notes.txt'), 'mine')
  for (const tenant of ['one-town', 'two-town']) rmSync(path.join(schemas, tenant), { recursive: true })
  await buildForms(path.join(schemas, 'three-town'), built, { now })
  expect(readdirSync(built)).toEqual(expect.arrayContaining(['one-town', 'two-town', 'three-town']))
  const removed = (await buildForms(schemas, built, { now })).filter(({ kind }) => kind === 'removed')
  expect(removed.map(({ name }) => name)).toEqual(['one-town', 'two-town'])
  expect(readdirSync(built).toSorted()).toEqual(['.build.json', 'three-town', 'two-town'])
  expect(readdirSync(path.join(built, 'two-town'))).toEqual(['notes.txt'])
  expect(await buildForms(schemas, built, { now })).toMatchObject([{ kind: 'unchanged' }])
})
