import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createForm } from '../templates/new-form.ts'
import { toFindings } from '../source/finding.ts'
import { buildForms } from './build.ts'
import { readManifest } from './publish-folder.ts'
import { publishForms } from './publish-forms.ts'
import { publishServices } from './publish-services.ts'

let work = ''
let schemas = ''
let out = ''

beforeEach(() => {
  work = mkdtempSync(path.join(tmpdir(), 'forms-services-'))
  schemas = path.join(work, 'schemas')
  out = path.join(work, 'out')
})

const fair = {
  name: { ja: '夏まつり', en: 'Summer fair' },
  summary: { ja: '出店の申し込みです。', en: 'Apply for a stall.' },
  category: { ja: '催し', en: 'Events' },
  fee: { kind: 'FIXED', amount: 500 },
}

function serviceFolder(serviceId: string): string {
  const folder = path.join(schemas, 'town', serviceId)
  mkdirSync(folder, { recursive: true })
  return folder
}

function describeService(serviceId: string, service: object): string {
  const folder = serviceFolder(serviceId)
  writeFileSync(path.join(folder, 'service.json'), JSON.stringify(service))
  return folder
}

function publish(folder: string) {
  return publishServices([folder], out, (file) => path.basename(file))
}

function newForm() {
  return createForm({
    root: schemas,
    tenant: 'town',
    service: 'dog-licence',
    type: 'individual',
    template: 'with-fee',
    title: { ja: '犬の登録', en: 'Dog licence' },
  })
}

describe('services in the manifest', () => {
  it('include a service that has no form yet', () => {
    expect(publish(describeService('fair', fair))).toEqual([])
    expect(readManifest(out, 'town').services).toEqual({ fair: { ...fair, types: {} } })
  })

  it('include a new form after the build, with a fee and a name for each kind of applicant', async () => {
    newForm()
    await buildForms(schemas, out)
    expect(readManifest(out, 'town').services).toEqual({
      'dog-licence': {
        name: { ja: '犬の登録', en: 'Dog licence' },
        summary: { ja: '犬の登録', en: 'Dog licence' },
        category: { ja: 'その他', en: 'Other' },
        fee: { kind: 'QUOTED' },
        needsShipping: true,
        types: { individual: { ja: '個人の方', 'ja-simple': 'ひとりの人', en: 'For residents' } },
      },
    })
  })

  it('names a service after its form if it has no service.json', async () => {
    newForm()
    rmSync(path.join(schemas, 'town/dog-licence/service.json'))
    await buildForms(schemas, out)
    expect(readManifest(out, 'town').services['dog-licence']).toMatchObject({
      name: { ja: '犬の登録', en: 'Dog licence' },
      fee: { kind: 'QUOTED' },
    })
  })

  it('keep their published state if the file has an error, and the error is reported', () => {
    const folder = describeService('fair', fair)
    publish(folder)
    describeService('fair', { ...fair, fee: { kind: 'FREE' }, opening: 'tomorrow' })
    const [refused] = publish(folder)
    expect(refused?.name).toBe('town/fair/service.json')
    const errors = toFindings(refused?.problems ?? [], 'en').filter(({ severity }) => severity === 'error')
    expect(errors.map(({ pointer, rule }) => `${rule} ${pointer}`)).toEqual([
      'wrong-value /fee/kind',
      'unknown-key /opening',
    ])
    expect(readManifest(out, 'town').services.fair?.fee).toEqual({ kind: 'FIXED', amount: 500 })
  })

  it('merges services when built forms are published to a bucket', () => {
    publish(describeService('fair', fair))
    const bucket = path.join(work, 'bucket')
    publishForms(out, bucket)
    rmSync(out, { recursive: true })
    publish(describeService('market', fair))
    publishForms(out, bucket)
    expect(Object.keys(readManifest(bucket, 'town').services)).toEqual(['fair', 'market'])
  })

  it('keep an existing service.json when a second form is created', () => {
    const folder = describeService('dog-licence', fair)
    newForm()
    expect(JSON.parse(readFileSync(path.join(folder, 'service.json'), 'utf8'))).toEqual(fair)
    expect(existsSync(path.join(schemas, 'service.schema.json'))).toBe(true)
  })

  it('finds no error in the services of the sample tenants', () => {
    const shipped = path.resolve(import.meta.dirname, '../../schemas')
    cpSync(shipped, schemas, { recursive: true, filter: (file) => !/(?:valid|individual|corporate)$/.test(file) })
    for (const folder of ['minato-city/flu-vaccination', 'aozora-water/water-start', 'kaze-maintenance/library-card'])
      expect(publish(path.join(schemas, folder))).toEqual([])
  })
})
