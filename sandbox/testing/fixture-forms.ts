import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publishServices } from '../../forms/build/publish-services.ts'
import { publishTenants } from '../../forms/build/publish-tenants.ts'
import { findSources } from '../../forms/source/find-sources.ts'
import type { Definition, FormTexts, Manifest } from '../../form-model/definition.ts'

const schemas = path.join(import.meta.dirname, '..', '..', 'schemas')

type Fixture = {
  serviceId: string
  version: string
  definition: Pick<Definition, 'steps' | 'fee' | 'delivery'>
  texts: FormTexts
}

/** A form with the number of copies, which cost 300 yen each. */
const withFee: Omit<Fixture, 'version'> = {
  serviceId: 'residence-certificate',
  definition: {
    steps: [
      {
        id: 'copy',
        schema: {
          type: 'object',
          properties: { copies: { type: 'number', maximum: 10 }, method: { enum: ['post', 'counter'] } },
          required: ['copies'],
        },
      },
    ],
    fee: { lines: [{ text: 'copy', amount: 300, quantity: { answer: 'copy/copies' }, taxRate: 10 }] },
    delivery: {
      when: { not: { properties: { copy: { properties: { method: { const: 'counter' } }, required: ['method'] } } } },
    },
  },
  texts: {
    title: '住民票',
    steps: { copy: { title: '部数' } },
    fields: { 'copy/copies': { label: '部数' } },
    fee: { copy: '住民票の写し' },
  },
}

/** A form that accepts any answers and has no fee. */
const free: Omit<Fixture, 'version'> = {
  serviceId: 'childcare-consultation',
  definition: { steps: [{ id: 'consultation', schema: { type: 'object' } }] },
  texts: { title: '相談', steps: { consultation: { title: '相談' } }, fields: {} },
}

export const currentVersion = 'aaaaaaaaaaaa'
export const oldVersion = '999999999999'

/**
 * Published definitions of minato-city as `forms build` writes them, with small forms, and all tenants with their services.
 */
export function fixtureForms({
  current = currentVersion,
  services = {} as NonNullable<Manifest['services']>,
} = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'forms-'))
  const manifest: Manifest = { tenantId: 'minato-city', forms: {}, services }
  for (const form of [withFee, free]) {
    for (const version of [oldVersion, current]) write(folder, { ...form, version })
    const publishedAt = '2026-01-01T00:00:00+09:00'
    const versions = [oldVersion, current].map((formVersion) => ({ formVersion, publishedAt }))
    manifest.forms[form.serviceId] = { individual: { current, versions } }
  }
  writeFileSync(path.join(folder, 'minato-city', 'manifest.json'), JSON.stringify(manifest))
  const { services: described, tenants } = findSources([schemas])
  publishServices(described, folder, (file) => file)
  publishTenants(tenants, folder, (file) => file)
  return folder
}

function write(folder: string, { serviceId, version, definition, texts }: Fixture): void {
  const place = path.join(folder, 'minato-city', serviceId, 'individual', version)
  mkdirSync(place, { recursive: true })
  writeFileSync(path.join(place, 'definition.json'), JSON.stringify(definition))
  for (const language of ['ja', 'en']) writeFileSync(path.join(place, `texts.${language}.json`), JSON.stringify(texts))
}
