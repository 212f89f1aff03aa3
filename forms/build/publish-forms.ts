import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '../../form-model/definition.ts'
import { readManifest } from './publish-folder.ts'
import { writeFileAtomically } from '../source/write-file.ts'
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
 */
export function publishForms(from: string, to: string): (PublishedVersion | RefusedVersion)[] {
  const refused = refusedVersions(from, to)
  if (refused.length > 0) return refused
  const tenants = tenantsOf(from)
  const results: PublishedVersion[] = []
  for (const tenantId of tenants) {
    const built = readManifest(from, tenantId)
    for (const { name, formVersion } of versionsOf(built)) {
      const target = path.join(to, name, formVersion)
      const isPresent = existsSync(target)
      if (!isPresent) {
        const temporary = `${target}.${process.pid}.tmp`
        rmSync(temporary, { recursive: true, force: true })
        cpSync(path.join(from, name, formVersion), temporary, { recursive: true })
        renameSync(temporary, target)
      }
      results.push({ name, formVersion, kind: isPresent ? 'present' : 'published' })
    }
    const merged = mergeManifests(readManifest(to, tenantId), built)
    writeFileAtomically(path.join(to, tenantId, 'manifest.json'), `${JSON.stringify(merged, null, 2)}\n`)
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

/** The current versions in `from` that are not in `to` yet. */
export function addedVersions(from: string, to: string): { name: string; formVersion: string }[] {
  return tenantsOf(from).flatMap((tenantId) =>
    Object.entries(readManifest(from, tenantId).forms).flatMap(([serviceId, types]) =>
      Object.entries(types).flatMap(([type, { current }]) => {
        const name = `${tenantId}/${serviceId}/${type}`
        return existsSync(path.join(to, name, current)) ? [] : [{ name, formVersion: current }]
      }),
    ),
  )
}

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

/** All versions of both, with the current ones of the build; forms that were not built stay unchanged. */
function mergeManifests(published: Manifest, built: Manifest): Manifest {
  const forms = { ...published.forms }
  for (const [serviceId, types] of Object.entries(built.forms)) {
    const known = { ...forms[serviceId] }
    for (const [type, { current, versions }] of Object.entries(types)) {
      const older = known[type]?.versions ?? []
      const added = versions.filter(({ formVersion }) => !older.some((version) => version.formVersion === formVersion))
      known[type] = { current, versions: [...older, ...added] }
    }
    forms[serviceId] = known
  }
  return { tenantId: built.tenantId, services: { ...published.services, ...built.services }, forms }
}
