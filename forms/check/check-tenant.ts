import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { valueAt } from '../../form-model/pointer.ts'
import { logoProblem } from '../rules/logo-rules.ts'
import { ownTextProblems } from '../rules/own-text-rules.ts'
import { structureProblems } from '../rules/structure-rules.ts'
import { tenantProblems } from '../rules/tenant-rules.ts'
import type { Problem } from '../source/finding.ts'
import { isTenantName } from '../source/form-name.ts'
import { isInside } from '../source/inside-folder.ts'
import type { JsonSource } from '../source/json-source.ts'
import { readSource, relativeToHere } from '../source/load-source.ts'
import { portalTexts } from '../source/portal-texts.ts'
import { severityOf } from '../source/rule-list.ts'
import { logoFiles, sandboxFile, tenantFile } from '../source/tenant-source.ts'
import type { LogoFile, SandboxSource, TenantSource } from '../source/tenant-source.ts'

export type CheckedTenant = {
  /** `null` if one of the files has an error. */
  files: { tenant: TenantSource; sandbox: SandboxSource | null } | null
  problems: Problem[]
}

/** Checks the `tenant.json` of a tenant's folder, with the files that belong to it; `null` if there is none. */
export function checkTenant(folder: string, shown = relativeToHere): CheckedTenant | null {
  if (!existsSync(path.join(folder, tenantFile))) return null
  const problems: Problem[] = []
  const read = (name: string, schema: 'tenant' | 'sandbox'): JsonSource => {
    const source = readSource(path.join(folder, name), folder, shown, problems)
    problems.push(...structureProblems(source, schema))
    return source
  }
  const source = read(tenantFile, 'tenant')
  const name = path.basename(folder)
  if (!isTenantName(name)) problems.push({ rule: 'folder-name', source, pointer: '', params: { name } })
  // The schema has refused some texts already.
  const isNew = ({ pointer }: Problem) => problems.every((known) => known.pointer !== pointer)
  problems.push(...ownTextProblems(source, portalTexts()).filter(isNew))
  problems.push(...tenantProblems(source), ...logoProblems(folder, source))
  const sandbox = existsSync(path.join(folder, sandboxFile)) ? read(sandboxFile, 'sandbox') : null
  const hasError = problems.some(({ rule }) => severityOf(rule) === 'error')
  const files = { tenant: source.value as TenantSource, sandbox: (sandbox?.value ?? null) as SandboxSource | null }
  return { files: hasError ? null : files, problems }
}

function logoProblems(folder: string, source: JsonSource): Problem[] {
  const logo = valueAt(source.value, '/logo')
  const name = logoFiles.find((known) => known === logo)
  if (name === undefined) return []
  const problem = problemOf(path.join(folder, name), name, folder)
  return problem === null ? [] : [{ ...problem, source, pointer: '/logo' }]
}

/** A link out of the folder is no file of the tenant. */
function problemOf(file: string, name: LogoFile, folder: string) {
  if (!existsSync(file) || !isInside(file, folder)) return { rule: 'logo-missing' as const, params: { name } }
  return logoProblem(name, readFileSync(file))
}
