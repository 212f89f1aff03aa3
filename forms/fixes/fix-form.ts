import path from 'node:path'
import { fixFinding, isFixable } from './fixes.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { checkForm } from '../check/check-form.ts'

/** Limits the repetitions: a fix can reveal another finding. */
const maxRounds = 50

/** Fixes findings that have exactly one fix in the files of a form; returns the number of fixed findings. */
export function fixForm(folder: string, now = Date.now()): number {
  let count = 0
  for (let round = 0; round < maxRounds; round++) {
    const files = readFormFiles(folder)
    const { problems } = checkForm(folder, {
      now,
      shown: (file) => path.relative(folder, file).split(path.sep).join('/'),
    })
    // One at a time: a fix can move the places of the other findings.
    const fixed = problems
      .filter(({ rule }) => isFixable(rule))
      .map(({ rule, source, pointer }) => fixFinding(files, { rule, file: source.file, pointer }))
      .find((result) => Object.keys(result).some((name) => result[name] !== files[name]))
    if (!fixed) break
    writeFormFiles(folder, files, fixed)
    count += 1
  }
  return count
}
