import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addedVersions, publishForms, refusedVersions, unapprovedTenants } from '../build/publish-forms.ts'
import type { PublishedVersion, RefusedVersion } from '../build/publish-forms.ts'
import type { Problem } from '../source/finding.ts'
import { formNameOf, formNameParts } from '../source/form-folder.ts'
import { publishRefusal, recordPublication } from '../approval/form-history.ts'
import { publicationTime } from '../approval/publication-time.ts'
import { nextPlan, publishedDefinition } from '../build/publish-folder.ts'
import type { PublicationTime } from '../build/publish-folder.ts'
import { relativeToHere } from '../source/load-source.ts'
import { readable } from './approval.ts'
import { findSources } from '../source/find-sources.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { tenantFile } from '../source/tenant-source.ts'
import { sizesInKilobytes } from '../source/reading-problems.ts'
import { build } from './build.ts'
import { Misuse, command, neededOption, onlyPath, printProblems } from './command.ts'
import type { ExitCode, Options, Output } from './command.ts'

/**
 * `publish PATH --to TARGET [--from MOMENT] [--until MOMENT] [--by NAME]`, where PATH is a folder of forms, which are built
 * here, or the output of `build`.
 */
export const publish = command(['format', 'to', 'from', 'until', 'by'], async (options, output) => {
  const { lang, by = '' } = options
  const from = onlyPath(options)
  const to = path.resolve(neededOption(options, 'to'))
  if (!existsSync(from)) throw new Misuse(say('no-such-path', lang, { path: from }))
  if (existsSync(to) && findSources([to]).folders.length > 0)
    throw new Misuse(say('publish-into-source', lang, { path: to }))
  const now = Date.now()
  const time = publicationTime(options.from ?? '', options.until ?? '', now)
  if (typeof time === 'string') throw new Misuse(say(time, lang))
  const { folders } = findSources([from])
  if (folders.length === 0) {
    const unknown = unapprovedTenants(from)
    for (const tenant of unknown) output.err(say('refusal-built', lang, { tenant }))
    return unknown.length > 0 ? 1 : publishBuilt(path.resolve(from), to, [], time, options, output)
  }
  const refusals = folders.flatMap((folder) => {
    const refusal = readable(() => publishRefusal(folder, by.trim()), lang)
    return refusal === null ? [] : [say(`refusal-${refusal}`, lang, { folder: relativeToHere(folder) })]
  })
  for (const refusal of refusals) output.err(refusal)
  if (refusals.length > 0) return 1
  const out = mkdtempSync(path.join(tmpdir(), 'forms-publish-'))
  try {
    const built = await build.run({ lang, paths: options.paths, format: 'text', out }, { ...output, out: output.err })
    const code = built === 0 ? await publishBuilt(out, to, folders, time, options, output) : built
    if (code === 0)
      for (const folder of folders)
        recordPublication(folder, { who: by.trim(), version: versionIn(out, folder), time }, now)
    return code
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})

/**
 * The steps of new versions that the portal could not show. The rules of the check find every known cause; an unknown
 * one must not reach residents either.
 * @param folders the sources of the versions, if they are known
 */
async function undrawnForms(
  added: readonly { name: string; formVersion: string }[],
  from: string,
  folders: readonly string[],
): Promise<Problem[]> {
  if (added.length === 0) return []
  const [{ checkForm }, { startDrawing }, { undrawnSteps, undrawnVersion }] = await Promise.all([
    import('../check/check-form.ts'),
    import('../draw/drawing.ts'),
    import('../draw/undrawn-steps.ts'),
  ])
  const drawing = await startDrawing()
  const now = Date.now()
  try {
    const problems: Problem[] = []
    for (const { name, formVersion } of added) {
      const folder = folders.find((one) => formNameOf(one) === name)
      const found =
        folder === undefined
          ? undrawnVersion(drawing, path.join(from, name, formVersion), name, now)
          : undrawnSteps(drawing, checkForm(folder, { now }), now)
      problems.push(...(await found))
    }
    return problems
  } finally {
    await drawing.close()
  }
}

async function publishBuilt(
  from: string,
  to: string,
  folders: readonly string[],
  time: PublicationTime | null,
  options: Options<'format'>,
  output: Output,
): Promise<ExitCode> {
  const { lang, format, paths } = options
  // Nothing of a version whose files do not match its address is used.
  const undrawn = refusedVersions(from, to).length > 0 ? [] : await undrawnForms(addedVersions(from, to), from, folders)
  if (undrawn.length > 0) {
    printProblems(undrawn, options, output)
    return 1
  }
  const now = Date.now()
  const results = publishForms(from, to, time, now)
  const isPlanned = time !== null && Date.parse(time.from) > now
  if (results.length === 0) throw new Misuse(say('no-built-forms', lang, { path: paths.join(' ') }))
  if (format === 'json') output.out(JSON.stringify(results, null, 2))
  else for (const result of results) output.out(describe(result, isPlanned, lang))
  if (time !== null && format !== 'json')
    output.out(say('published-later', lang, { from: time.from, until: time.until ?? '' }))
  for (const { name, kind } of time === null ? results : []) {
    const plan = kind === 'refused' ? null : nextPlan(to, formNameParts(name), now)
    if (plan !== null) output.err(say('still-planned', lang, { name, version: plan.formVersion, from: plan.from }))
  }
  for (const tenant of new Set(results.map(({ name }) => name.split('/')[0] ?? '')))
    if (!existsSync(path.join(from, tenant, tenantFile))) output.err(say('not-in-portal', lang, { tenant }))
  return results.some(({ kind }) => kind === 'refused') ? 1 : 0
}

function versionIn(out: string, folder: string): string {
  return publishedDefinition(out, formNameParts(folder))?.formVersion ?? ''
}

function describe(result: PublishedVersion | RefusedVersion, isPlanned: boolean, lang: Language): string {
  const { name, formVersion: version, kind } = result
  if (kind !== 'refused') return say(isPlanned ? 'planned' : kind, lang, { name, version })
  const { problem } = result
  switch (problem.reason) {
    case 'tampered':
      return say('tampered', lang, { name, version })
    case 'foreign-file':
    case 'changed-since':
      return say(problem.reason, lang, { name, version, file: problem.file })
    case 'version-too-large':
      return say('version-too-large', lang, { name, version, ...sizesInKilobytes(problem.bytes) })
  }
}
