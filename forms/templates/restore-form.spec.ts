import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { joinPointer, valueAt } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { buildForms } from '../build/build.ts'
import { readManifest } from '../build/publish-folder.ts'
import { checkForm } from '../check/check-form.ts'
import { checkService } from '../check/check-service.ts'
import { findSources } from '../source/find-sources.ts'
import { formNameParts } from '../source/form-folder.ts'
import { topicOf } from '../source/rule-list.ts'
import { createForm, templateNames } from './new-form.ts'
import { restoreForm } from './restore-form.ts'

const schemas = path.resolve(import.meta.dirname, '../../schemas')

function folders(): { root: string; published: string; restored: string } {
  const work = mkdtempSync(path.join(tmpdir(), 'restore-form-'))
  return { root: path.join(work, 'forms'), published: path.join(work, 'published'), restored: path.join(work, 'again') }
}

/** Publishes a folder of forms, and makes each of them again in another folder. */
async function again(root: string, published: string, restored: string): Promise<string[]> {
  await buildForms(root, published)
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    for (const file of ['tenant.json', 'logo.svg', 'logo.png']) {
      const own = path.join(root, entry.name, file)
      if (existsSync(own)) cpSync(own, path.join(restored, entry.name, file))
    }
  }
  return findSources([root]).folders.map((folder) => {
    const { tenantId: tenant, serviceId: service, type } = formNameParts(folder)
    return restoreForm(published, { root: restored, tenant, service, type })
  })
}

function leavesOf(value: unknown, place = ''): [place: string, text: unknown][] {
  return isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, joinPointer(place, key)))
    : [[place, value]]
}

/** The findings of a form and its service. Samples are not published. */
function rulesAt(folder: string): string[] {
  const problems = [...checkForm(folder).problems, ...(checkService(path.dirname(folder))?.problems ?? [])]
  return problems.map(({ rule }) => rule).filter((rule) => topicOf(rule) !== 'samples')
}

function versionsIn(out: string, folder: string): unknown {
  const { tenantId, serviceId, type } = formNameParts(folder)
  const { forms, services } = readManifest(out, tenantId)
  return { current: forms[serviceId]?.[type]?.current, service: services[serviceId] }
}

describe('a form whose files were deleted', () => {
  it.each(['the templates', 'the shipped forms'])(
    'comes from its published version again, with the same version: %s',
    async (which) => {
      const { root, published, restored } = folders()
      if (which === 'the shipped forms') cpSync(schemas, root, { recursive: true })
      else
        for (const template of templateNames())
          createForm({ root, tenant: 'town', service: template, type: 'individual', template, title: {} })
      const made = await again(root, published, restored)
      const rebuilt = path.join(path.dirname(restored), 'rebuilt')
      await buildForms(restored, rebuilt)
      expect(made.length).toBeGreaterThan(5)
      for (const folder of made) {
        expect([folder, versionsIn(rebuilt, folder)]).toEqual([folder, versionsIn(published, folder)])
        expect([folder, rulesAt(folder)]).toEqual([folder, rulesAt(path.join(root, path.relative(restored, folder)))])
      }
    },
  )

  it('gets texts only in the languages of its tenant, and in easy Japanese only those that differ', async () => {
    const { root, published, restored } = folders()
    const names = { tenant: 'town', service: 'dogs', type: 'individual' }
    const folder = createForm({ root, ...names, template: 'dog-registration', title: {} })
    writeFileSync(path.join(root, 'town/tenant.json'), '{ "locales": ["ja", "ja-simple"] }')
    rmSync(path.join(folder, 'texts.en.json'))
    const [made = ''] = await again(root, published, restored)
    expect(readdirSync(made).toSorted()).toEqual(['form.json', 'texts.ja-simple.json', 'texts.ja.json'])
    const read = (name: string): unknown => JSON.parse(readFileSync(path.join(made, name), 'utf8'))
    const texts = leavesOf(read('texts.ja-simple.json'))
    expect(texts.length).toBeGreaterThan(20)
    const japanese = read('texts.ja.json')
    expect(texts.filter(([place, text]) => place !== '/$schema' && valueAt(japanese, place) === text)).toEqual([])
  })

  it('comes from the version that residents get next if they have none yet', async () => {
    const { root, published, restored } = folders()
    const names = { tenant: 'town', service: 'dogs', type: 'individual' }
    createForm({ root, ...names, template: 'dog-registration', title: {} })
    await buildForms(root, published)
    const file = path.join(published, 'town/manifest.json')
    const manifest = readManifest(published, 'town')
    const form = manifest.forms.dogs?.individual
    const planned = [{ formVersion: form?.current, from: '2999-04-01T00:00:00+09:00', service: manifest.services.dogs }]
    const dogs = { individual: { ...form, current: null, planned } }
    writeFileSync(file, JSON.stringify({ ...manifest, services: {}, forms: { dogs } }))
    const made = restoreForm(published, { root: restored, ...names })
    expect(existsSync(path.join(made, 'form.json'))).toBe(true)
    expect(existsSync(path.join(path.dirname(made), 'service.json'))).toBe(true)
    expect(() => restoreForm(published, { root: restored, ...names, service: 'cats' })).toThrow('is published')
  })
})
