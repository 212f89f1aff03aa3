import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quietTools } from '../../scripts/quiet-tools.ts'

export type Impact = 'major' | 'minor' | 'patch'
export type Comparison = {
  changes: { impact: Impact; message: string }[]
  bump: Impact | 'none'
  versions: { base: string; revision: string }
  /** New properties, values of enums, and paths. */
  added: string[]
  /** Problems of the version, if any. */
  problem: string | null
}

type Report = {
  infoVersions: { base: string; revision: string }
  bump: Impact | 'none' | null
  changes: { impact: Impact; verdicts: { impact: Impact; message: string }[]; path: string; kind: string }[]
}

const root = resolve(import.meta.dirname, '..', '..')

/** Runs the tool behind lint and comparison. */
export function redocly(args: string[]) {
  return spawnSync(process.execPath, [fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js')), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...quietTools },
  })
}

/** Compares two documents by the rules of api-spec/redocly-diff.yaml. */
export function compare(base: string, revision: string): Comparison {
  const options = ['--config', 'api-spec/redocly-diff.yaml', '--format', 'json', '--check-version', '--fail-on', 'none']
  const result = redocly(['diff', base, revision, ...options])
  if (!result.stdout.startsWith('{'))
    throw new Error(`redocly diff returned no report:\n${result.stdout}${result.stderr}`)
  const report = JSON.parse(result.stdout) as Report
  const version = result.stderr.split('\n').find((line) => line.includes('info.version'))
  return {
    changes: report.changes.flatMap(({ impact, verdicts, path, kind }) =>
      verdicts.length > 0
        ? verdicts.map(({ impact: rated, message }) => ({ impact: rated, message }))
        : [{ impact, message: `${kind} ${path}` }],
    ),
    bump: report.bump ?? 'none',
    versions: report.infoVersions,
    added: [...new Set(report.changes.flatMap(addedBy))],
    problem: result.status === 0 ? null : (version?.replace(/^\P{L}+/u, '') ?? result.stderr.trim()),
  }
}

function addedBy({ path, kind, verdicts }: Report['changes'][number]): string[] {
  const values = verdicts.flatMap(({ message }) => /gained values: (.*)\.$/.exec(message)?.[1]?.split(', ') ?? [])
  const [, property, place] = /(?:\/properties\/([^/]+)|^#\/paths\/([^/]+))$/.exec(path) ?? []
  const name = property ?? place?.replaceAll('~1', '/')
  return [...values.map((value) => value.slice(1, -1)), ...(kind === 'added' && name !== undefined ? [name] : [])]
}

/** The additions that no section above the last release names. */
export function unnamedIn(changelog: string, { added, versions }: Comparison): string[] {
  const [since = ''] = changelog.split(`\n## ${versions.base}\n`)
  const named = new Set(
    (since.match(/`[^`]+`/g) ?? []).flatMap((code) => [code.slice(1, -1), ...code.split(/[^\w-]+/)]),
  )
  return added.filter((name) => !named.has(name))
}
