import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { quietTools } from '../../scripts/quiet-tools.ts'
import { readDocument } from '../openapi/document.ts'
import { changesOfMeaning } from './meaning.ts'
import type { Change, Impact } from './meaning.ts'

export type Comparison = {
  changes: Change[]
  bump: Impact | 'none'
  versions: { base: string; revision: string }
  /** New properties, values of enums, and paths. */
  added: string[]
  /** Problems of the version, if any. */
  problem: string | null
}

type ReportedChange = {
  impact: Impact
  verdicts: Change[]
  path: string
  kind: string
  property?: string
  base?: { value?: unknown }
  revision?: { value?: unknown }
}
type Report = { changes: ReportedChange[] }

const root = resolve(import.meta.dirname, '..', '..')

/** Runs the tool behind lint and comparison. */
export function redocly(args: string[]) {
  return spawnSync(process.execPath, [fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js')), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...quietTools },
  })
}

/** Compares two documents by the rules of api-spec/redocly-diff.yaml, and by what these do not see. */
export function compare(base: string, revision: string): Comparison {
  const options = ['--config', 'api-spec/redocly-diff.yaml', '--format', 'json', '--fail-on', 'none']
  const result = redocly(['diff', base, revision, ...options])
  if (!result.stdout.startsWith('{'))
    throw new Error(`redocly diff returned no report:\n${result.stdout}${result.stderr}`)
  const report = JSON.parse(result.stdout) as Report
  const [before, after] = [readDocument(resolve(root, base)), readDocument(resolve(root, revision))]
  const changes = [...report.changes.flatMap(ratedBy), ...changesOfMeaning(before, after)]
  const isSame = isDeepStrictEqual(before, after)
  const bump =
    impacts.find((impact) => changes.some((change) => change.impact === impact)) ?? (isSame ? 'none' : 'patch')
  const versions = { base: before.info.version, revision: after.info.version }
  return {
    changes,
    bump,
    versions,
    added: [...new Set(report.changes.flatMap(addedBy))],
    problem: problemOf(bump, versions),
  }
}

const impacts = ['major', 'minor', 'patch'] as const

/** The verdicts of the tool; a further value that a request may contain is an addition, not a correction. */
function ratedBy(change: ReportedChange): Change[] {
  const { impact, verdicts, path, kind } = change
  if (verdicts.length > 0) return verdicts.map(({ impact: rated, message }) => ({ impact: rated, message }))
  const gained = gainedValues(change)
  return gained.length > 0 && impact === 'patch'
    ? [{ impact: 'minor', message: `${path} gained values: ${gained.join(', ')}` }]
    : [{ impact, message: `${kind} ${path}` }]
}

function gainedValues({ property, base, revision }: ReportedChange): string[] {
  const values = property === 'enum' ? valuesOf(revision).filter((value) => !valuesOf(base).includes(value)) : []
  return values.map(String)
}

function valuesOf(side: { value?: unknown } | undefined): unknown[] {
  return Array.isArray(side?.value) ? side.value : []
}

/** Two documents of one version are the same, and a version is raised by what its changes need. */
function problemOf(bump: Impact | 'none', { base, revision }: Comparison['versions']): string | null {
  const ranks = ['none', 'patch', 'minor', 'major']
  const raised = raiseOf(base, revision)
  if (ranks.indexOf(raised) >= ranks.indexOf(bump)) return null
  return `info.version is ${revision}; the changes since ${base} need a new ${bump} version`
}

function raiseOf(base: string, revision: string): Impact | 'none' {
  const [before, after] = [base, revision].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const place = impacts.findIndex((_, index) => after[index] !== before[index])
  const isHigher = Number(after[place]) > Number(before[place])
  return isHigher ? (impacts[place] ?? 'none') : 'none'
}

function addedBy(change: ReportedChange): string[] {
  const { path, kind } = change
  const [, property, place] = /(?:\/properties\/([^/]+)|^#\/paths\/([^/]+))$/.exec(path) ?? []
  const name = property ?? place?.replaceAll('~1', '/')
  return [...gainedValues(change), ...(kind === 'added' && name !== undefined ? [name] : [])]
}

/** The additions that no section above the last release names. */
export function unnamedIn(changelog: string, { added, versions }: Comparison): string[] {
  const [since = ''] = changelog.split(`\n## ${versions.base}\n`)
  const named = new Set(
    // A path may have its method before it.
    (since.match(/`[^`]+`/g) ?? []).flatMap((code) => [...code.slice(1, -1).split(' '), ...code.split(/[^\w-]+/)]),
  )
  return added.filter((name) => !named.has(name))
}
