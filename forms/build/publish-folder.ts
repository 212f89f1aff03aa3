import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type {
  Definition,
  Manifest,
  PlannedVersion,
  PublishedForm,
  PublishedService,
} from '../../form-model/definition.ts'
import { versionAt } from '../../form-model/planned-version.ts'
import { isSameJson } from '../source/same-json.ts'
import { logoFiles, sandboxFile, tenantFile } from '../source/tenant-source.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import type { BuiltForm } from './build-form.ts'

export function readManifest(out: string, tenantId: string): Manifest {
  const file = path.join(out, tenantId, 'manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : { tenantId, services: {}, forms: {} }
}

export function writeManifest(out: string, manifest: Manifest): void {
  writeFileAtomically(path.join(out, manifest.tenantId, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

type FormNames = Pick<Definition, 'tenantId' | 'serviceId' | 'type'>

function publishedForm(out: string, { tenantId, serviceId, type }: FormNames): PublishedForm | undefined {
  return readManifest(out, tenantId).forms[serviceId]?.[type]
}

function writeForm(out: string, { tenantId, serviceId, type }: FormNames, form: PublishedForm): void {
  const manifest = readManifest(out, tenantId)
  const types = { ...manifest.forms[serviceId], [type]: form }
  writeManifest(out, { ...manifest, forms: { ...manifest.forms, [serviceId]: types } })
}

/** The time for which a version is published, as moments in RFC 3339; without it, from now on. */
export type PublicationTime = { from: string; until?: string }

/** The published versions of a form with one more, which residents get from now on or at its time. */
export function withVersion(
  form: PublishedForm = { current: null, versions: [] },
  version: PublishedForm['versions'][number],
  now: number,
  time: PublicationTime | null = null,
  service?: PublishedService,
): PublishedForm {
  const { formVersion } = version
  const isListed = form.versions.some((known) => known.formVersion === formVersion)
  const versions = isListed ? form.versions : [...form.versions, version]
  // What has begun gives way to a version for now, and a plan to another one for the same time.
  const kept = (form.planned ?? []).filter((known) =>
    time === null ? known.formVersion !== formVersion && Date.parse(known.from) > now : known.from !== time.from,
  )
  const added = time === null ? [] : [{ formVersion, ...time, ...(service === undefined ? {} : { service }) }]
  const planned = inOrder([...kept, ...added])
  const current = time === null ? formVersion : form.current
  // Plans that are gone are gone, too, in a folder to which this one is published.
  return { current, versions, ...(planned.length === 0 && form.planned === undefined ? {} : { planned }) }
}

/** Whether residents have a version now, or will have it at its time. */
export function isOffered(out: string, names: FormNames, formVersion: string, now: number): boolean {
  const form = publishedForm(out, names)
  if (form === undefined) return false
  const isPlanned = (form.planned ?? []).some(
    (known) => known.formVersion === formVersion && Date.parse(known.from) > now,
  )
  return isPlanned || versionAt(form, now) === formVersion
}

/** The version for new applications; null if there is none yet. */
export function currentVersion(out: string, names: FormNames, now: number): string | null {
  const form = publishedForm(out, names)
  return form === undefined ? null : versionAt(form, now)
}

/** The next version that is planned to replace the present one; null without one. */
export function nextPlan(out: string, form: FormNames, now: number): PlannedVersion | null {
  return plansOf(out, form, now)[0] ?? null
}

/** The plans of a form that have not begun. */
export function plansOf(out: string, names: FormNames, now: number): PlannedVersion[] {
  return (publishedForm(out, names)?.planned ?? []).filter(({ from }) => Date.parse(from) > now)
}

/**
 * Cancels the plan that begins at a moment, or moves it to another time, where it replaces another plan. Returns its
 * version; null if no plan begins then.
 */
export function changePlan(
  out: string,
  names: FormNames,
  from: string,
  time: PublicationTime | null,
  now: number,
): string | null {
  const plan = plansOf(out, names, now).find((one) => one.from === from)
  const form = publishedForm(out, names)
  if (plan === undefined || form === undefined) return null
  const { formVersion, service } = plan
  const others = (form.planned ?? []).filter((one) => one.from !== from && one.from !== time?.from)
  const moved = time === null ? [] : [{ formVersion, ...time, ...(service === undefined ? {} : { service }) }]
  writeForm(out, names, { ...form, planned: inOrder([...others, ...moved]) })
  return formVersion
}

function inOrder(planned: readonly PlannedVersion[]): PlannedVersion[] {
  return planned.toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))
}

/** Adds a folder at once with all its files; returns whether it is new. */
export function addFolder(folder: string, fill: (temporary: string) => void): boolean {
  if (existsSync(folder)) return false
  const temporary = `${folder}.${process.pid}.tmp`
  rmSync(temporary, { recursive: true, force: true })
  fill(temporary)
  renameSync(temporary, folder)
  return true
}

/**
 * Puts a version beside the older ones, and makes it the current one unless it is planned for a later time. A version is
 * never written twice.
 */
export function writeVersion(out: string, { definition, files }: BuiltForm, now: number): { isNew: boolean } {
  const { tenantId, serviceId, type, formVersion } = definition
  const isNew = addFolder(path.join(out, tenantId, serviceId, type, formVersion), (temporary) => {
    for (const [name, content] of Object.entries(files)) writeFileAtomically(path.join(temporary, name), content)
  })
  if (!isOffered(out, definition, formVersion, now)) offerNow(out, definition, formVersion, now)
  return { isNew }
}

/** Makes a version that may be planned for a later time the current one. */
export function offerNow(out: string, names: FormNames, formVersion: string, now: number): void {
  const before = publishedForm(out, names)
  const form = withVersion(before, { formVersion, publishedAt: new Date(now).toISOString() }, now)
  if (!isSameJson(form, before)) writeForm(out, names, form)
}

/** Removes what is published of a tenant, and leaves files that no build has written. */
export function removeTenant(out: string, tenantId: string): void {
  const { forms } = readManifest(out, tenantId)
  const versions = Object.entries(forms).flatMap(([serviceId, types]) =>
    Object.entries(types).flatMap(([type, form]) =>
      form.versions.map(({ formVersion }) => path.join(serviceId, type, formVersion)),
    ),
  )
  for (const name of [...versions, 'manifest.json', tenantFile, sandboxFile, ...logoFiles])
    rmSync(path.join(out, tenantId, name), { recursive: true, force: true })
  removeEmptyFolders(path.join(out, tenantId))
}

function removeEmptyFolders(folder: string): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(path.join(folder, entry.name))
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true })
}

/** The definition that is current in a folder of built forms; `null` if the form is not published there. */
export function publishedDefinition(out: string, form: FormNames): Definition | null {
  const current = currentVersion(out, form, Date.now())
  return current === null ? null : readDefinition(out, form, current)
}

/** The definitions of all versions of a form in a folder of built forms. */
export function publishedDefinitions(out: string, form: FormNames): Definition[] {
  return (publishedForm(out, form)?.versions ?? []).flatMap(
    ({ formVersion }) => readDefinition(out, form, formVersion) ?? [],
  )
}

function readDefinition(out: string, { tenantId, serviceId, type }: FormNames, formVersion: string): Definition | null {
  const file = path.join(out, tenantId, serviceId, type, formVersion, 'definition.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Definition) : null
}
