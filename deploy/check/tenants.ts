import { existsSync, readFileSync } from 'node:fs'
import { Misuse } from '../../scripts/options.ts'
import { parseTenantId } from '../../src/paths.ts'
import type { Finding } from './stage.ts'

/** The ids in a file, one in each line. @throws Misuse with the number of the first wrong line */
export function readTenants(file: string): string[] {
  if (!existsSync(file)) throw new Misuse(`${file} does not exist.`)
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const tenants = lines.flatMap((line, index) => {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) return []
    const id = parseTenantId(text)
    if (id === null) throw new Misuse(`${file}:${index + 1}: "${text.slice(0, 80)}" is no id of a tenant.`)
    return [id]
  })
  if (tenants.length === 0) throw new Misuse(`${file} names no tenant. Write one id in each line.`)
  return tenants
}

/**
 * The findings of the stage, then a line for each tenant with its own, then how many tenants have some. No tenant is ok
 * where the stage is not: its checks may not have been reached.
 */
export function reportOf(findings: readonly Finding[], tenants: readonly string[]): string {
  const of = (tenantId?: string) => findings.filter(({ tenant }) => tenant === tenantId)
  const lines = of().flatMap(({ check, problem, fix }) => [`${check}: ${problem}`, `  ${fix}`])
  const none = lines.length === 0 ? 'ok' : 'no finding of its own'
  for (const tenant of tenants) {
    const own = of(tenant)
    lines.push(`${tenant}: ${own.length === 0 ? none : counted(own.length, 'finding')}`)
    lines.push(...own.flatMap(({ check, problem, fix }) => [`  ${check}: ${problem}`, `    ${fix}`]))
  }
  const failed = tenants.filter((tenant) => of(tenant).length > 0).length
  if (tenants.length > 1)
    lines.push(
      `${tenants.length - failed} of ${counted(tenants.length, 'tenant')} ${of().length === 0 ? 'ok' : 'without a finding of their own'}`,
    )
  return lines.map((line) => `${line}\n`).join('')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
