import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { checkService } from '../check/check-service.ts'
import { testForm } from '../check/test-form.ts'
import { toFindings } from '../source/finding.ts'
import { serviceFile } from '../source/find-sources.ts'
import { findSources } from '../source/find-sources.ts'
import { allFields, fieldTree } from '../source/fields.ts'
import type { FormSource, FormTexts, StepSource } from '../../form-model/definition.ts'
import { createForm, isCompleteTemplate, templateNames, templatesFolder } from './new-form.ts'

const root = mkdtempSync(path.join(tmpdir(), 'forms-new-'))

const complete = templateNames().filter(isCompleteTemplate)
const blank = templateNames().filter((name) => !isCompleteTemplate(name))

function newFrom(template: string, title: { ja?: string; en?: string }): string {
  return createForm({ root, tenant: 'town', service: template, type: 'individual', template, title })
}

function readTexts(folder: string, language = 'ja'): unknown {
  return JSON.parse(readFileSync(path.join(folder, `texts.${language}.json`), 'utf8'))
}

describe('a new form', () => {
  it('can be created from these templates', () => {
    expect(blank).toEqual(['corporate', 'simple', 'with-fee'])
    expect(complete).toEqual([
      'after-school',
      'care-need',
      'child-allowance',
      'disaster-certificate',
      'dog-registration',
      'event-stall',
      'facility-reservation',
      'medical-limit',
      'moving-out',
      'nursery-admission',
      'seal-certificate',
      'solar-subsidy',
      'tax-certificate',
    ])
  })

  it.each(blank)(
    'causes no finding except for its texts, outside the project, too, with the template %s',
    (template) => {
      const folder = newFrom(template, { ja: '犬の登録', en: 'Dog licence' })
      const checked = checkForm(folder)
      const findings = toFindings(checked.problems, 'en').map(({ rule }) => rule)
      expect(new Set(findings)).toEqual(new Set(['template-text']))
      expectTested(checked)
      expect(readTexts(folder)).toMatchObject({ title: '犬の登録' })
      const form = JSON.parse(readFileSync(path.join(folder, 'form.json'), 'utf8')) as FormSource
      expect(checkService(path.dirname(folder))?.service?.needsShipping).toBe(form.delivery && true)
      const days = (form.checks ?? []).flatMap((check) => (check.kind === 'date-range' ? [check.min, check.max] : []))
      expect(days.filter((day) => typeof day === 'string')).toEqual([])
    },
  )

  it.each(complete)('passes check and test as it is with the template %s', (template) => {
    const folder = newFrom(template, {})
    const checked = checkForm(folder)
    expect(toFindings(checked.problems, 'en')).toEqual([])
    expectTested(checked)
    const { title } = readTexts(folder) as { title: string }
    expect(checkService(path.dirname(folder))).toMatchObject({ problems: [], service: { name: { ja: title } } })
  })

  it.each(templateNames())('contains texts in easy Japanese with the template %s', (template) => {
    const texts = readTexts(path.join(templatesFolder, template), 'ja-simple')
    expect(texts).toHaveProperty('fields')
    if (!complete.includes(template)) return
    const { title } = texts as { title: string }
    const service = readFileSync(path.join(templatesFolder, template, serviceFile), 'utf8')
    expect(JSON.parse(service)).toMatchObject({ name: { 'ja-simple': title } })
  })

  it('gets its own title from a complete template', () => {
    const type = 'corporate'
    const title = { ja: 'わんちゃんの登録' }
    const folder = createForm({ root, tenant: 'town', service: 'dogs', type, template: 'dog-registration', title })
    expect(readTexts(folder)).toMatchObject({ title: title.ja })
    expect(checkService(path.dirname(folder))?.service?.name).toEqual({
      en: 'Dog registration and rabies vaccination tag',
      ...title,
    })
    expect(readTexts(folder, 'ja-simple'), 'which would be that of the template').not.toHaveProperty('title')
  })

  it('gets the shared parts also if their folder is empty', () => {
    const empty = mkdtempSync(path.join(tmpdir(), 'forms-new-'))
    mkdirSync(path.join(empty, 'shared'))
    const names = { tenant: 'town', service: 'dogs', type: 'individual', template: 'dog-registration' }
    const folder = createForm({ root: empty, ...names, title: {} })
    expect(toFindings(checkForm(folder).problems, 'en')).toEqual([])
  })

  it('never overwrites a form', () => {
    expect(() => newFrom('simple', {})).toThrow(/already exists/)
  })
})

describe('each template and each form of this project', () => {
  const shipped = findSources([path.resolve('schemas')]).folders
  const folders = [...templateNames().map((name) => path.join(templatesFolder, name)), ...shipped]
  const fields = folders.flatMap((folder) => {
    const { steps } = JSON.parse(readFileSync(path.join(folder, 'form.json'), 'utf8')) as { steps: StepSource[] }
    const all = steps.flatMap(({ id, schema, ui }) => allFields(fieldTree(id, schema, ui ?? {})))
    return ['ja', 'ja-simple', 'en'].flatMap((language) => {
      const texts = readTexts(folder, language) as FormTexts
      return all.map(({ path: field, merged }) => ({ folder, language, merged, text: texts.fields[field] }))
    })
  })

  it('starts the number of copies, pieces or plots with one, as most people need', () => {
    const counts = fields.filter(({ text }) => /^(?:通|個|枚|部|区画)$/.test(text?.unit ?? ''))
    expect(counts.length).toBeGreaterThan(6)
    for (const { folder, merged } of counts) expect(merged.default, folder).toBe(1)
  })

  it('shows a sentence of the user at each box that must be ticked', () => {
    const labels = fields
      .filter(({ merged }) => merged.const === true)
      .map(({ language, text }) => ({ language, label: text?.label ?? '' }))
      .filter(({ language, label }) => label !== '' || language !== 'ja-simple')
    expect(labels.length).toBeGreaterThan(40)
    const isSentence = { ja: /(?:ます|ません|ました|です)$/, en: /^(?:I|We|This) [^.]+$/ }
    for (const { language, label } of labels) expect(label).toMatch(language === 'en' ? isSentence.en : isSentence.ja)
  })
})

function expectTested(checked: ReturnType<typeof checkForm>): void {
  const tested = testForm(checked, Date.now())
  expect(tested?.generated).toEqual({ tried: 25, accepted: 25 })
  expect(tested?.wrong.accepted).toEqual([])
  expect(tested?.problems).toEqual([])
}
