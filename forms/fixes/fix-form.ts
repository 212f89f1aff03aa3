import path from 'node:path'
import { checkForm } from '../check/check-form.ts'
import { testForm } from '../check/test-form.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import type { FormFiles } from '../edit/commands.ts'
import { makeSamples } from '../samples/make-samples.ts'
import { fixFinding, isFixable } from './fixes.ts'

/** Limits the repetitions: a fix can reveal another finding. */
const maxRounds = 200

/**
 * Fixes findings that have exactly one fix in the files of a form, and adds the samples that it lacks. Returns the
 * number of fixed findings.
 */
export function fixForm(folder: string, now = Date.now()): number {
  const shown = (file: string) => path.relative(folder, file).split(path.sep).join('/')
  let count = 0
  const seen = new Set<string>()
  for (let round = 0; round < maxRounds; round++) {
    const files = readFormFiles(folder)
    seen.add(JSON.stringify(files))
    const { problems } = checkForm(folder, { now, shown })
    // One at a time: a fix can move the places of the other findings.
    const fixed = problems
      .filter(isFixable)
      .map(({ rule, source, pointer }) => fixFinding(files, { rule, file: source.file, pointer }))
      .find((result) => isChanged(files, result) && !seen.has(JSON.stringify(result)))
    if (!fixed) break
    writeFormFiles(folder, files, fixed)
    count += 1
  }
  return count + addSamples(folder, now)
}

/** Adds the samples that the form lacks, and returns the number of findings about them. */
function addSamples(folder: string, now: number): number {
  const checked = checkForm(folder, { now })
  const { form, problems, usable } = checked
  const lacking = [...problems, ...(testForm(checked, now)?.problems ?? [])].filter(
    ({ rule }) => rule === 'sample-missing' || rule === 'branch-untested',
  )
  if (!usable || lacking.length === 0) return 0
  const made = makeSamples(form, usable.runner, usable.samples, now)
  if (Object.keys(made.files).length === 0) return 0
  const files = readFormFiles(folder)
  writeFormFiles(folder, files, { ...files, ...made.files })
  return lacking.length
}

function isChanged(before: FormFiles, after: FormFiles): boolean {
  return Object.keys(after).some((name) => after[name] !== before[name])
}
