import type { FieldPath } from '../../form-model/definition.ts'
import { segmentsOf } from '../../form-model/pointer.ts'
import { recordOf } from '../../form-model/record.ts'
import type { FormFiles } from './form-files.ts'
import { readValue } from './json-text.ts'

/** Changes every sample of invalid answers; `null` removes one that has no purpose any more. */
export function editInvalid(files: FormFiles, change: (text: string) => string | null): FormFiles {
  return Object.fromEntries(
    Object.entries(files).flatMap(([file, text]): [string, string][] => {
      const changed = file.startsWith('invalid/') ? change(text) : text
      return changed === null ? [] : [[file, changed]]
    }),
  )
}

/** The error that a sample expects, and the answer that it sets there. */
type Expected = { pointer: string; keyword: string; answer: unknown }

/** The same for the samples that expect an error at a question. */
export function editInvalidAt(
  files: FormFiles,
  path: FieldPath,
  change: (text: string, expected: Expected) => string | null,
): FormFiles {
  return editInvalid(files, (text) => {
    const { set, expect } = recordOf(readValue(text, ''))
    const { pointer, keyword } = recordOf(expect)
    const at = String(pointer)
    const expected = { pointer: at, keyword: String(keyword), answer: recordOf(set)[at] }
    return isPlaceOf(at, path) ? change(text, expected) : text
  })
}

/** Whether a pointer in answers is a place of the field: `/pets/list/0/name` of `pets/list/[]/name`. */
export function isPlaceOf(pointer: string, path: FieldPath): boolean {
  const [given, names] = [segmentsOf(pointer), segmentsOf(path)]
  return given.length === names.length && isInPlaceOf(pointer, path)
}

/** The same, or a pointer inside such a place. */
export function isInPlaceOf(pointer: string, path: FieldPath): boolean {
  const given = segmentsOf(pointer)
  return segmentsOf(path).every(
    (name, index) => name === given[index] || (name === '[]' && /^\d+$/.test(given[index] ?? '')),
  )
}
