import type { Answers, FieldPath } from './definition.ts'
import { joinPointer, ownValue, segmentsOf } from './pointer.ts'
import { isRecord } from './record.ts'

export type FieldValue = {
  /** JSON Pointer into the whole answers. */
  pointer: string
  /** `undefined` if the field is absent. */
  value: unknown
  /** The entry taken at each `[]`, from the outside in. */
  entries: number[]
}

/**
 * Every value that a field path names in the answers. `[]` means each entry of a list; `entries`, if given, fixes the
 * first of them. A field that is absent in a present parent has the value `undefined`.
 */
export function valuesAt(answers: Answers, path: FieldPath, entries: readonly number[] = []): FieldValue[] {
  let found: FieldValue[] = [{ pointer: '', value: answers, entries: [] }]
  for (const segment of segmentsOf(path)) {
    found = found.flatMap(({ pointer, value, entries: taken }) => {
      if (segment !== '[]')
        return [
          {
            pointer: joinPointer(pointer, segment),
            value: isRecord(value) ? ownValue(value, segment) : undefined,
            entries: taken,
          },
        ]
      if (!Array.isArray(value)) return []
      const fixed = entries[taken.length]
      return value.flatMap((entry: unknown, index) =>
        fixed === undefined || fixed === index
          ? [{ pointer: joinPointer(pointer, index), value: entry, entries: [...taken, index] }]
          : [],
      )
    })
  }
  return found
}
