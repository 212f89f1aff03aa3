import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { checkTenant } from '../check/check-tenant.ts'
import type { Problem } from '../source/finding.ts'
import { isOfPortal, logoFiles, sandboxFile, tenantFile } from '../source/tenant-source.ts'
import { writeFileAtomically } from '../source/write-file.ts'

export type RefusedTenant = { kind: 'refused'; name: string; problems: Problem[] }

/**
 * Writes the tenants in these folders beside the manifests of their forms, for the sandbox; a release has them from its
 * API. One with an error is refused and keeps its former state; one without a name is no tenant of the portal.
 */
export function publishTenants(
  folders: readonly string[],
  out: string,
  shown: (file: string) => string,
): RefusedTenant[] {
  return folders.flatMap((folder): RefusedTenant[] => {
    const checked = checkTenant(folder, shown)
    if (checked === null) return []
    const tenantId = path.basename(folder)
    const { files, problems } = checked
    if (files === null) return [{ kind: 'refused', name: `${tenantId}/${tenantFile}`, problems }]
    if (!isOfPortal(files.tenant)) return []
    for (const name of [tenantFile, sandboxFile, ...logoFiles])
      copyFile(path.join(folder, name), path.join(out, tenantId, name))
    return []
  })
}

/** A file that has not changed is not written: the sandbox follows changes, which replace those of its control panel. */
function copyFile(from: string, to: string): void {
  if (!existsSync(from)) rmSync(to, { force: true })
  else {
    const content = readFileSync(from)
    if (!existsSync(to) || !content.equals(readFileSync(to))) writeFileAtomically(to, content)
  }
}
