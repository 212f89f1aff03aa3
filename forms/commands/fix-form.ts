import path from 'node:path'
import { fixFinding, isFixable } from '../edit/fixes.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { checkForm } from '../check/check-form.ts'

/** A fix can uncover another finding, but never for long. */
const mostRounds = 50

/** Fixes what has one way to be fixed in the files of a form; how many findings that were. */
export function fixForm(folder: string, now = Date.now()): number {
  let count = 0
  for (let round = 0; round < mostRounds; round++) {
    const files = readFormFiles(folder)
    const { problems } = checkForm(folder, {
      now,
      shown: (file) => path.relative(folder, file).split(path.sep).join('/'),
    })
    // One at a time: a fix can move what the other findings point at.
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
