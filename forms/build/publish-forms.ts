import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest, PublishedForm } from '../../form-model/definition.ts'
import { servicesAt, versionAt } from '../../form-model/planned-version.ts'
import { isSameJson } from '../source/same-json.ts'
import { addFolder, readManifest, withVersion, writeManifest } from './publish-folder.ts'
import type { PublicationTime } from './publish-folder.ts'
import { versionProblem } from './verify-version.ts'
import type { VersionProblem } from './verify-version.ts'

export type PublishedVersion = { name: string; formVersion: string; kind: 'published' | 'present' }
/** `changed-since`: the published files of this version have changed since they were published. */
type PublishProblem = VersionProblem | { reason: 'changed-since'; file: string }
export type RefusedVersion = { name: string; formVersion: string; kind: 'refused'; problem: PublishProblem }

/**
 * Copies built versions (`from`, as `build` writes them) to where they are served (`to`, a folder or the local side of
 * a bucket). Versions are only added, never changed or removed. A manifest is written after its versions, so that it
 * never names a missing one. If one version has a problem, nothing is published.
 * @param time when residents get the current versions of `from` and their entries in the list of procedures, if not now
 */
export function publishForms(
  from: string,
  to: string,
  time: PublicationTime | null = null,
  now = Date.now(),
): (PublishedVersion | RefusedVersion)[] {
  const refused = refusedVersions(from, to)
  if (refused.length > 0) return refused
  const tenants = tenantsOf(from)
  const results: PublishedVersion[] = []
  for (const tenantId of tenants) {
    const built = readManifest(from, tenantId)
    for (const { name, formVersion } of versionsOf(built)) {
      const target = path.join(to, name, formVersion)
      const isNew = addFolder(target, (temporary) =>
        cpSync(path.join(from, name, formVersion), temporary, { recursive: true }),
      )
      results.push({ name, formVersion, kind: isNew ? 'published' : 'present' })
    }
    writeManifest(to, mergeManifests(readManifest(to, tenantId), built, time, now))
  }
  return results
}

/**
 * The versions named in the manifests of `from` that must not be served: their address does not match their files, or,
 * with `to`, other content is already published at that address.
 */
export function refusedVersions(from: string, to?: string): RefusedVersion[] {
  return tenantsOf(from)
    .flatMap((tenantId) => versionsOf(readManifest(from, tenantId)))
    .flatMap(({ name, formVersion }): RefusedVersion[] => {
      const problem =
        versionProblem(from, name, formVersion) ??
        (to === undefined ? null : otherContent(from, to, path.join(name, formVersion)))
      return problem === null ? [] : [{ name, formVersion, kind: 'refused', problem }]
    })
}

/** The current and planned versions in `from` that are not in `to` yet. */
export function addedVersions(from: string, to: string): { name: string; formVersion: string }[] {
  return tenantsOf(from).flatMap((tenantId) =>
    Object.entries(readManifest(from, tenantId).forms).flatMap(([serviceId, types]) =>
      Object.entries(types).flatMap(([type, { current, planned = [] }]) => {
        const name = `${tenantId}/${serviceId}/${type}`
        const offered = new Set([...(current === null ? [] : [current]), ...planned.map((plan) => plan.formVersion)])
        return [...offered]
          .filter((formVersion) => !existsSync(path.join(to, name, formVersion)))
          .map((formVersion) => ({ name, formVersion }))
      }),
    ),
  )
}

/** The tenants whose forms were only built, although they want approvals. */
export function unapprovedTenants(from: string): string[] {
  return tenantsOf(from).filter((tenantId) => readManifest(from, tenantId).needsApproval === true)
}

/** The tenants of built or published forms. */
function tenantsOf(from: string): string[] {
  return readdirSync(from)
    .toSorted()
    .filter((tenantId) => existsSync(path.join(from, tenantId, 'manifest.json')))
}

function versionsOf(manifest: Manifest) {
  return Object.entries(manifest.forms).flatMap(([serviceId, types]) =>
    Object.entries(types).flatMap(([type, { versions }]) =>
      versions.map(({ formVersion }) => ({ name: `${manifest.tenantId}/${serviceId}/${type}`, formVersion })),
    ),
  )
}

/** The address of a version contains the hash of its content: two contents at one address would break saved orders. */
function otherContent(from: string, to: string, version: string): PublishProblem | null {
  if (!existsSync(path.join(to, version))) return null
  const file = readdirSync(path.join(from, version)).find((name) => {
    const published = path.join(to, version, name)
    return !existsSync(published) || !readFileSync(path.join(from, version, name)).equals(readFileSync(published))
  })
  return file === undefined ? null : { reason: 'changed-since', file: path.join(to, version, file) }
}

/** All versions of both, with the current ones of the build at their time; forms that were not built stay unchanged. */
function mergeManifests(published: Manifest, built: Manifest, time: PublicationTime | null, now: number): Manifest {
  const forms = { ...published.forms }
  for (const [serviceId, types] of Object.entries(built.forms)) {
    const known = { ...forms[serviceId] }
    for (const [type, form] of Object.entries(types)) known[type] = merged(known[type], form, serviceId)
    forms[serviceId] = known
  }
  const services = time === null ? { ...published.services, ...built.services } : published.services
  return { ...published, services, forms }

  function merged(known: PublishedForm | undefined, { current, versions, planned }: PublishedForm, serviceId: string) {
    const older = known?.versions ?? []
    const added = versions.filter(({ formVersion }) => !older.some((version) => version.formVersion === formVersion))
    const all: PublishedForm = { current: null, ...known, versions: [...older, ...added] }
    // A folder of built forms may have plans of its own, made in the studio.
    const withPlans = planned === undefined ? all : { ...all, planned }
    const version = all.versions.find(({ formVersion }) => formVersion === current)
    if (version === undefined) return withPlans
    const service = built.services[serviceId]
    const isSame = versionAt(all, now) === current && isSameJson(servicesAt(published, now)[serviceId], service)
    return time !== null && isSame && time.until === undefined
      ? withPlans
      : withVersion(withPlans, version, now, time, time === null ? undefined : service)
  }
}
