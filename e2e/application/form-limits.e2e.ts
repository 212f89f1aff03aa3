import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Definition, FormTexts, JsonSchema } from '../../form-model/definition.ts'
import { expect, test } from '../support/journey.ts'

const [tenantId, serviceId, type] = ['minato-city', 'childcare-consultation', 'individual'] as const
const formVersion = 'f00000000003'

/** Copies a form that `forms build` would refuse into the folder of published forms. */
function publishUnchecked(folder: string, schema: JsonSchema): void {
  const definition: Definition = {
    engine: 1,
    layout: 'steps',
    tenantId,
    serviceId,
    type,
    formVersion,
    steps: [{ id: 'all', schema }],
  }
  const texts: FormTexts = { title: '大きすぎる申請書', steps: { all: { title: '全部' } }, fields: {} }
  const versions = [{ formVersion, publishedAt: '2026-11-21T00:00:00.000Z' }]
  const place = join(folder, tenantId, serviceId, type, formVersion)
  mkdirSync(place, { recursive: true })
  const write = (name: string, content: unknown) => writeFileSync(join(place, name), JSON.stringify(content))
  write('definition.json', definition)
  write('texts.ja.json', texts)
  write('texts.en.json', texts)
  write('../../../manifest.json', { tenantId, forms: { [serviceId]: { [type]: { current: formVersion, versions } } } })
}

function deep(levels: number): JsonSchema {
  return levels === 0
    ? { type: 'string', maxLength: 9 }
    : {
        type: 'object',
        properties: { group: deep(levels - 1) },
        anyOf: [{ required: ['group'] }, { properties: { group: {} } }],
      }
}
function wide(fields: number): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: fields }, (_, index) => [`field${index}`, { type: 'string', maxLength: 9 }]),
    ),
  }
}

test.describe('a published form that exceeds every limit (F-03)', () => {
  for (const [name, schema] of [
    ['150 groups deep', deep(150)],
    ['with 10,000 fields', wide(10_000)],
  ] as const)
    test(`${name}: shows an error page with a link back`, async ({ signedIn: page, sandbox }) => {
      const folder = mkdtempSync(join(tmpdir(), 'unchecked-'))
      publishUnchecked(folder, schema)
      await sandbox.post('forms', { folder })
      await page.goto(`/application/${tenantId}/${serviceId}/${type}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('予約を続けることができません')
      await expect(page.getByText('トップ画面に戻って、もう一度お手続きください。')).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await sandbox.post('reset', {})
      rmSync(folder, { recursive: true })
    })
})
