import type { FormFiles } from '../edit/commands.ts'

/** The part of a finding that a fix needs; `file` is the path in the form's folder. */
export type FixableFinding = {
  rule: string
  file: string
  pointer: string
  /** The name that was probably meant, and the answer that a question does not have. */
  nearest?: string
  answer?: string
}

/** Returns the files with the finding fixed; the same files if it cannot be fixed there. */
export type Fix = (files: FormFiles, finding: FixableFinding) => FormFiles
