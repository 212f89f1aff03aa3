import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Definition, Manifest } from '../../form-model/definition.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import type { BuiltForm } from './build-form.ts'

export function readManifest(out: string, tenantId: string): Manifest {
  const file = path.join(out, tenantId, 'manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : { tenantId, services: {}, forms: {} }
}

export function versionFolder(
  out: string,
  { tenantId, serviceId, type, formVersion }: BuiltForm['definition'],
): string {
  return path.join(out, tenantId, serviceId, type, formVersion)
}

/** Puts a version beside the older ones and makes it the current one. A version is never written twice. */
export function writeVersion(out: string, form: BuiltForm, now: number): { folder: string; isNew: boolean } {
  const { tenantId, serviceId, type, formVersion } = form.definition
  const folder = versionFolder(out, form.definition)
  const isNew = !existsSync(folder)
  if (isNew) {
    const temporary = `${folder}.${process.pid}.tmp`
    rmSync(temporary, { recursive: true, force: true })
    for (const [name, content] of Object.entries(form.files)) writeFileAtomically(path.join(temporary, name), content)
    renameSync(temporary, folder)
  }
  const manifest = readManifest(out, tenantId)
  const types = manifest.forms[serviceId] ?? {}
  const { versions } = types[type] ?? { versions: [] }
  const listed = versions.some((version) => version.formVersion === formVersion)
  if (!listed || types[type]?.current !== formVersion) {
    const published = listed ? versions : [...versions, { formVersion, publishedAt: new Date(now).toISOString() }]
    const next: Manifest = {
      ...manifest,
      forms: { ...manifest.forms, [serviceId]: { ...types, [type]: { current: formVersion, versions: published } } },
    }
    writeFileAtomically(path.join(out, tenantId, 'manifest.json'), `${JSON.stringify(next, null, 2)}\n`)
  }
  return { folder, isNew }
}

type FormNames = Pick<Definition, 'tenantId' | 'serviceId' | 'type'>

/** The definition that is current in a folder of built forms; `null` if the form is not published there. */
export function publishedDefinition(out: string, form: FormNames): Definition | null {
  const current = readManifest(out, form.tenantId).forms[form.serviceId]?.[form.type]?.current
  return current === undefined ? null : readDefinition(out, form, current)
}

/** The definitions of all versions of a form in a folder of built forms. */
export function publishedDefinitions(out: string, form: FormNames): Definition[] {
  const { versions } = readManifest(out, form.tenantId).forms[form.serviceId]?.[form.type] ?? { versions: [] }
  return versions.flatMap(({ formVersion }) => readDefinition(out, form, formVersion) ?? [])
}

function readDefinition(out: string, { tenantId, serviceId, type }: FormNames, formVersion: string): Definition | null {
  const file = path.join(out, tenantId, serviceId, type, formVersion, 'definition.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Definition) : null
}
