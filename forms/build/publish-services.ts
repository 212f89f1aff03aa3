import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type {
  Definition,
  FormTexts,
  Manifest,
  PublishedService,
  ServiceSource,
  ServiceText,
} from '../../form-model/definition.ts'
import type { Problem } from '../source/finding.ts'
import { serviceFile } from '../source/find-sources.ts'
import { needsApproval } from '../source/tenant-settings.ts'
import { checkService } from '../check/check-service.ts'
import { readManifest, writeManifest } from './publish-folder.ts'
import { isNamedType, typeNames } from '../source/named-types.ts'

export type RefusedService = { kind: 'refused'; name: string; problems: Problem[] }

/**
 * Writes the services in these folders (`…/<tenant>/<service>`) into the manifests of their tenants. A service without
 * a `service.json` is named after its form, so that every published form can be found; one with errors is refused and
 * keeps its published state. One without a form that could be approved waits for it, if its tenant wants approvals.
 */
export function publishServices(
  folders: readonly string[],
  out: string,
  shown: (file: string) => string,
): RefusedService[] {
  return folders.flatMap((folder): RefusedService[] => {
    const [tenantId = '', serviceId = ''] = path.resolve(folder).split(path.sep).slice(-2)
    const manifest = readManifest(out, tenantId)
    const forms = publishedForms(out, manifest, serviceId)
    if (forms.length === 0 && needsApproval(path.dirname(folder))) return []
    const checked = checkService(folder, shown)
    if (checked !== null && checked.service === null)
      return [{ kind: 'refused', name: `${tenantId}/${serviceId}/${serviceFile}`, problems: checked.problems }]
    const service = checked?.service ?? serviceOfForm(forms)
    if (service === null) return []
    const { $schema: _schema, types = {}, ...rest } = service
    const published: PublishedService = { ...rest, types: formNames(forms, types) }
    if (JSON.stringify(manifest.services[serviceId]) === JSON.stringify(published)) return []
    writeManifest(out, { ...manifest, services: { ...manifest.services, [serviceId]: published } })
    return []
  })
}

type NamedForm = { type: string; hasFee: boolean; title: ServiceText; description: ServiceText }

function publishedForms(out: string, { tenantId, forms }: Manifest, serviceId: string): NamedForm[] {
  return Object.entries(forms[serviceId] ?? {}).flatMap(([type, { current, planned }]): NamedForm[] => {
    const formVersion = current ?? planned?.[0]?.formVersion
    if (formVersion === undefined) return []
    const folder = path.join(out, tenantId, serviceId, type, formVersion)
    const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
    const texts = readdirSync(folder).flatMap((name): [string, FormTexts][] => {
      const [, language] = /^texts\.(.+)\.json$/.exec(name) ?? []
      return language === undefined ? [] : [[language, read(name) as FormTexts]]
    })
    const textOf = (choose: (from: FormTexts) => string): ServiceText => ({
      ja: '',
      ...Object.fromEntries(texts.map(([language, from]) => [language, choose(from)])),
    })
    const { fee } = read('definition.json') as Definition
    return [
      {
        type,
        hasFee: fee !== undefined,
        title: textOf(({ title }) => title),
        description: textOf(({ title, description = title }) => description),
      },
    ]
  })
}

function serviceOfForm([form]: NamedForm[]): ServiceSource | null {
  if (form === undefined) return null
  return {
    name: form.title,
    summary: form.description,
    category: { ja: 'その他', en: 'Other' },
    fee: { kind: form.hasFee ? 'QUOTED' : 'NONE' },
  }
}

function formNames(forms: readonly NamedForm[], given: NonNullable<ServiceSource['types']>) {
  return Object.fromEntries(
    forms.map(({ type, title }) => [type, given[type] ?? (isNamedType(type) ? typeNames[type] : title)]),
  )
}
