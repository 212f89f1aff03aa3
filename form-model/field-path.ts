import type { Answers, FieldPath } from './definition.ts'

export type FieldValue = {
  /** JSON Pointer into the whole answers. */
  pointer: string
  /** `undefined` if the field is absent. */
  value: unknown
  /** The entry taken at each `[]`, from the outside in. */
  entries: number[]
}

function escapeSegment(segment: string) {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1')
}
function unescapeSegment(segment: string) {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Appends a property or an index to a JSON Pointer or a field path. */
export function joinPointer(pointer: string, segment: string | number): string {
  return `${pointer}/${escapeSegment(String(segment))}`
}

/** The unescaped segments of a field path or JSON Pointer. */
export function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').split('/').map(unescapeSegment)
}

function ownValue(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as { [key: string]: unknown })[key]
    : undefined
}

/**
 * Every value that a field path names in the answers. `[]` stands for each entry of a list; the first of them are
 * fixed by `entries` where given. A field that is absent in a present parent comes with the value `undefined`.
 */
export function valuesAt(answers: Answers, path: FieldPath, entries: readonly number[] = []): FieldValue[] {
  let found: FieldValue[] = [{ pointer: '', value: answers, entries: [] }]
  for (const segment of segmentsOf(path)) {
    found = found.flatMap(({ pointer, value, entries: taken }) => {
      if (segment !== '[]')
        return [{ pointer: joinPointer(pointer, segment), value: ownValue(value, segment), entries: taken }]
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
