import { afterEach, describe, expect, it, vi } from 'vitest'
import type { JsonSchema } from '../../../form-model/definition.ts'
import type { Language } from '../../lib/language.ts'
import { FormLoadError, loadForm } from './load-form.ts'
import { exampleForm } from '../testing/example-form.ts'

const address = {
  formsBase: '/forms/',
  tenantId: 'minato-city',
  serviceId: 'test',
  type: 'individual',
  formVersion: '0123456789ab',
}
const form = exampleForm({ steps: [{ id: 'a', schema: { type: 'object' } }] })

function withSchema(schema: JsonSchema) {
  return { ...form.definition, steps: [{ id: 'a', schema }] }
}
function deep(levels: number): JsonSchema {
  return levels === 0 ? { type: 'string' } : { type: 'object', properties: { group: deep(levels - 1) } }
}
function wide(fields: number): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: fields }, (_, index) => [`field${index}`, { type: 'string' }])),
  }
}

function port(overrides: { definition?: unknown; texts?: unknown } = {}) {
  const asked: string[] = []
  const files = { definition: form.definition, texts: form.texts, ...overrides }
  const loadJson = async (url: string): Promise<unknown> => {
    asked.push(url)
    return Promise.resolve(url.endsWith('definition.json') ? files.definition : files.texts)
  }
  return { asked, loadJson }
}

describe('loading a form', () => {
  it('fetches the two files of the version, with texts in the language', async () => {
    const { asked, loadJson } = port()
    const loaded = await loadForm({ ...address, language: 'en', loadJson })
    expect(asked.toSorted()).toEqual([
      '/forms/minato-city/test/individual/0123456789ab/definition.json',
      '/forms/minato-city/test/individual/0123456789ab/texts.en.json',
    ])
    expect(loaded).toMatchObject({ definition: form.definition, texts: form.texts, language: 'en' })
  })

  it('shows a version without texts in the language in Japanese', async () => {
    const { asked, loadJson } = port()
    const withoutEnglish = async (url: string) => {
      if (!url.endsWith('texts.en.json')) return loadJson(url)
      throw new FormLoadError('missing', url)
    }
    const loaded = await loadForm({ ...address, language: 'en', loadJson: withoutEnglish })
    expect(asked).toContain('/forms/minato-city/test/individual/0123456789ab/texts.ja.json')
    expect(loaded).toMatchObject({ texts: form.texts, language: 'en' })
  })

  describe('that books an appointment', () => {
    afterEach(() => vi.unstubAllEnvs())
    const times = { label: '希望の時間', options: { '09:30': '09:30', afternoon: '13:30〜' } }
    const texts = { ...form.texts, fields: { 'a/time': times, 'a/way': { options: { phone: '電話' } } } }
    const definition = { ...form.definition, booking: { date: 'a/date', time: 'a/time' } }
    const fieldsOf = async (language: Language, of: object = definition) =>
      (await loadForm({ ...address, language, loadJson: port({ definition: of, texts }).loadJson })).texts.fields

    it('names the time of Japan beside each time to choose, on a device whose clock shows another one', async () => {
      vi.stubEnv('TZ', 'America/Los_Angeles')
      expect(await fieldsOf('ja')).toEqual({
        ...texts.fields,
        'a/time': { ...times, options: { '09:30': '09:30（日本時間）', afternoon: '13:30〜（日本時間）' } },
      })
      expect((await fieldsOf('en'))['a/time']?.options?.['09:30']).toBe('09:30 (Japan Standard Time)')
      expect(await fieldsOf('ja', { ...definition, booking: { date: 'a/date' } })).toEqual(texts.fields)
    })

    it('leaves the times as they are where they are those of the device', async () => {
      expect(await fieldsOf('ja')).toEqual(texts.fields)
    })
  })

  it('does not replace texts that could not be fetched by those of another language', async () => {
    const failure = new FormLoadError('unreachable', 'No connection')
    const { loadJson } = port()
    const withoutEnglish = async (url: string) => {
      if (!url.endsWith('texts.en.json')) return loadJson(url)
      throw failure
    }
    await expect(loadForm({ ...address, language: 'en', loadJson: withoutEnglish })).rejects.toBe(failure)
  })

  it('encodes ids, so that none changes the path', async () => {
    const { asked, loadJson } = port()
    await loadForm({ ...address, serviceId: '../x', language: 'ja', loadJson })
    expect(asked[0]).toContain('/minato-city/..%2Fx/individual/')
  })

  it.each([
    ['a newer engine', { definition: { ...form.definition, engine: 2 } }, 'newer-engine'],
    ['no definition', { definition: { engine: 1, formVersion: 'x', steps: [] } }, 'broken'],
    ['a definition 150 groups deep (F-03)', { definition: withSchema(deep(150)) }, 'broken'],
    ['a definition of 10,000 fields (F-03)', { definition: withSchema(wide(10_000)) }, 'broken'],
    ['no texts', { texts: [] }, 'broken'],
  ])('rejects with the reason: %s', async (_name, files, reason) => {
    await expect(loadForm({ ...address, language: 'ja', loadJson: port(files).loadJson })).rejects.toMatchObject({
      name: 'FormLoadError',
      reason,
    })
  })
})
