import type { FormFiles } from '../../edit/commands.ts'
import { unreadableAt } from '../../edit/json-text.ts'

/** The place at which the text of a file is not valid JSON. */
export type BrokenPlace = { file: string; line: number; column: number }

export type ReadableFiles = {
  /** The files with the last valid text of each; a file that never was valid is missing. */
  files: FormFiles
  /** `null` if every file is valid now. */
  broken: BrokenPlace | null
}

/**
 * While an author types JSON, the text is often invalid. Everything except the editor then shows the last valid text.
 */
export function readableFiles(known: ReadableFiles | null, now: FormFiles): ReadableFiles {
  const files = new Map<string, string>()
  let broken: BrokenPlace | null = null
  for (const [file, text] of Object.entries(now)) {
    const isUnchecked = !file.endsWith('.json') || known?.files[file] === text
    const offset = isUnchecked ? null : unreadableAt(text)
    const shown = offset === null ? text : known?.files[file]
    if (shown !== undefined) files.set(file, shown)
    if (offset === null) continue
    const before = text.slice(0, offset).split('\n')
    broken ??= { file, line: before.length, column: (before.at(-1) ?? '').length + 1 }
  }
  return { files: isSame(known, files) ? known.files : Object.fromEntries(files), broken }
}

/** Components compare the files by identity. */
function isSame(known: ReadableFiles | null, files: ReadonlyMap<string, string>): known is ReadableFiles {
  return (
    known !== null &&
    Object.keys(known.files).length === files.size &&
    [...files].every(([file, text]) => known.files[file] === text)
  )
}
