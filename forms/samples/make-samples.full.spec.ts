import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import type { Definition } from '../../form-model/definition.ts'
import { testForm } from '../check/test-form.ts'
import { createForm, isCompleteTemplate, templateNames, templatesFolder } from '../templates/new-form.ts'
import { makeSamples } from './make-samples.ts'
import type { MadeSamples } from './make-samples.ts'

const work = mkdtempSync(path.join(tmpdir(), 'make-samples-'))

const now = Date.parse('2026-11-23T03:00:00Z')

/** A new form without samples. */
function withoutSamples(template: string): string {
  const folder = newForm(template, template)
  for (const name of ['valid', 'invalid']) rmSync(path.join(folder, name), { recursive: true })
  return folder
}

function newForm(template: string, service: string): string {
  rmSync(path.join(work, 'town', service), { recursive: true, force: true })
  return createForm({ root: work, tenant: 'town', service, type: 'individual', template, title: {} })
}

function make(folder: string, moment = now): MadeSamples {
  const { form, usable } = checkForm(folder, { now: moment })
  if (!usable) throw new Error('The form cannot be used')
  const made = makeSamples(form, usable.runner, usable.samples, moment)
  for (const [file, text] of Object.entries(made.files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  return made
}

describe('made samples', () => {
  it.each(templateNames().filter(isCompleteTemplate))(
    'makes samples of %s that match their folder, take every possible branch, and are complete',
    (template) => {
      const folder = withoutSamples(template)
      const made = make(folder)
      const checked = checkForm(folder, { now })
      expect(checked.problems.filter(({ rule }) => rule.startsWith('sample-'))).toEqual([])
      const untested = testForm(checked, now)?.branches.filter(({ bySamples }) => !bySamples)
      expect(untested?.map(({ name }) => name)).toEqual(made.untaken)
      expect(made.untaken).toEqual([])
      expect(make(folder).files, 'nothing is missing any more').toEqual({})
    },
  )

  it('makes no more samples than the branches need: two for one condition', () => {
    const { files } = make(withoutSamples('dog-registration'))
    expect(Object.keys(files).filter((file) => file.startsWith('valid/')).length).toBeLessThan(4)
  })

  it('stay valid on later days', () => {
    const folder = withoutSamples('facility-reservation')
    make(folder)
    const texts = readdirSync(path.join(folder, 'valid')).map((name) =>
      readFileSync(path.join(folder, 'valid', name), 'utf8'),
    )
    expect(texts.join()).toContain('{{today+')
    const later = Date.parse('2028-03-01T03:00:00Z')
    expect(checkForm(folder, { now: later }).problems.filter(({ rule }) => rule.startsWith('sample-'))).toEqual([])
  })

  it('stay valid on later days if only working days are accepted', () => {
    const folder = withoutSamples('facility-reservation')
    const file = path.join(folder, 'form.json')
    const form = JSON.parse(readFileSync(file, 'utf8')) as Definition
    const field = form.checks?.find(({ kind }) => kind === 'date-range')?.field ?? ''
    const checks = [...(form.checks ?? []), { kind: 'working-day', field }]
    writeFileSync(file, JSON.stringify({ ...form, checks }))
    make(folder)
    const texts = readdirSync(path.join(folder, 'valid')).map((name) =>
      readFileSync(path.join(folder, 'valid', name), 'utf8'),
    )
    expect(texts.join()).toContain('{{workday+')
    const refused = [1, 2, 3, 4, 5, 6, 7].flatMap((day) =>
      checkForm(folder, { now: Date.parse(`2028-03-0${day}T03:00:00Z`) }).problems.filter(
        ({ rule }) => rule === 'sample-refused',
      ),
    )
    expect(refused).toEqual([])
  })

  it('leave the samples of the author as they are', () => {
    const folder = newForm('dog-registration', 'own')
    rmSync(path.join(folder, 'valid/moved-dog-at-counter.json'))
    const { files } = make(folder)
    const own = new Set(
      readdirSync(path.join(templatesFolder, 'dog-registration/valid')).map((name) => `valid/${name}`),
    )
    expect(Object.keys(files).filter((file) => own.has(file))).toEqual([])
    expect(Object.keys(files).filter((file) => file.startsWith('valid/')).length).toBeGreaterThan(0)
  })
})
