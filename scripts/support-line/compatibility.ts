import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import type { SupportedBrowser } from './support-line.ts'

// Twenty megabytes: read as a file, because a test would transform an import of it.
const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
const data = JSON.parse(readFileSync(file, 'utf8')) as CompatData

export const { api, javascript } = data

/**
 * The supported browsers that lack a feature, with the first version that has it; also empty if the data has no answer.
 */
export function lacks(node: Identifier | undefined, line: readonly SupportedBrowser[]): string[] {
  const support = node?.__compat?.support
  if (support === undefined) return []
  return line.flatMap(({ browser, version }) => {
    const since = sinceOf(support[browser])
    return since > version ? [`${browser} ${since === Infinity ? 'never' : since}`] : []
  })
}

/** The first version with the feature without a prefix or a flag. */
function sinceOf(statement: SupportStatement | undefined): number {
  if (statement === undefined) return 0
  for (const one of Array.isArray(statement) ? statement : [statement]) {
    if (one.flags !== undefined || one.prefix !== undefined || one.alternative_name !== undefined) continue
    if (one.version_removed !== undefined) continue
    const added = one.version_added
    if (typeof added === 'string') return added === 'preview' ? Infinity : Number.parseFloat(added.replace('≤', ''))
  }
  return Infinity
}
