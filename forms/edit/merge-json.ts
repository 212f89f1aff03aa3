import { isRecord } from '../../form-model/record.ts'
import { joinPointer, segmentsOf } from '../../form-model/pointer.ts'
import { isString } from '../../src/lib/shape.ts'
import { insertWritten, readValue, removeValue, setValue, unreadableAt, writtenValue } from './json-text.ts'
import { isSameJson } from '../source/same-json.ts'

/** A value that two changes made different; `undefined` is a removed one. */
export type ValueOverlap = { pointer: string; mine: unknown; theirs: unknown }

export type JsonMerge = {
  overlaps: ValueOverlap[]
  /** Both changes; of overlapping ones, those of the given side. */
  keeping: (side: 'mine' | 'theirs') => string
}

/** A change of the own text, to be made in the other one. */
type Edit = { isOverlap: boolean; apply: (text: string) => string }

/**
 * Merges two changes of one JSON text by its values, so that two properties on neighbouring lines do not overlap.
 * Everything that only the others changed keeps their bytes. `null` if one of the texts is not JSON.
 */
export function mergeJson(base: string, mine: string, theirs: string): JsonMerge | null {
  if ([base, mine, theirs].some((text) => unreadableAt(text) !== null)) return null
  const overlaps: ValueOverlap[] = []
  const edits: Edit[] = []

  /** Without `before` the value was added. */
  const visit = (pointer: string, before: unknown, own: unknown, other: unknown, previous?: string): void => {
    if (isSameJson(own, before) || isSameJson(own, other)) return
    if (isRecord(before) && isRecord(own) && isRecord(other)) {
      const names = Object.keys(own)
      for (const name of new Set([...Object.keys(before), ...names])) {
        const after = names[names.indexOf(name) - 1]
        visit(joinPointer(pointer, name), ownOf(before, name), ownOf(own, name), ownOf(other, name), after)
      }
      return
    }
    const [entries, ownEntries, otherEntries] = [before, own, other].map(recordsOf)
    if (
      entries &&
      ownEntries &&
      otherEntries &&
      haveSameIds(entries, ownEntries) &&
      haveSameIds(entries, otherEntries)
    ) {
      for (const [index, entry] of ownEntries.entries())
        visit(joinPointer(pointer, index), entries[index], entry, otherEntries[index])
      return
    }
    const list = mergeLists(before, own, other)
    if (list) {
      edits.push({ isOverlap: false, apply: (text) => setValue(text, pointer, list) })
      return
    }
    const isOverlap = !isSameJson(other, before)
    if (isOverlap) overlaps.push({ pointer, mine: own, theirs: other })
    edits.push({ isOverlap, apply: (text) => withValue(text, pointer, mine, previous) })
  }
  visit('', readValue(base, ''), readValue(mine, ''), readValue(theirs, ''))
  return {
    overlaps,
    keeping: (side) =>
      edits.filter(({ isOverlap }) => side === 'mine' || !isOverlap).reduce((text, { apply }) => apply(text), theirs),
  }
}

function ownOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Sets a value as it is written in another text. */
function withValue(text: string, pointer: string, source: string, after: string | undefined): string {
  const written = writtenValue(source, pointer)
  if (written === undefined) return removeValue(text, pointer)
  if (readValue(text, pointer) === undefined && pointer !== '') {
    const cut = pointer.lastIndexOf('/')
    const [name = ''] = segmentsOf(pointer.slice(cut))
    return insertWritten(text, pointer.slice(0, cut), name, written, after)
  }
  return setValue(text, pointer, readValue(source, pointer))
}

/** The entries of a list of objects, such as the steps of a form; `null` for any other value. */
function recordsOf(value: unknown): { [key: string]: unknown }[] | null {
  return Array.isArray(value) && value.every(isRecord) ? value : null
}

function haveSameIds(some: readonly { [key: string]: unknown }[], others: typeof some): boolean {
  return some.length === others.length && some.every(({ id }, index) => id === others[index]?.id)
}

/** Both changes of a list of different names, as in `required`; `null` for other lists, and if both moved entries. */
function mergeLists(before: unknown, own: unknown, other: unknown): string[] | null {
  if (!isNames(before) || !isNames(own) || !isNames(other)) return null
  const kept = own.filter((name) => before.includes(name))
  if (
    !isSameJson(
      kept,
      before.filter((name) => own.includes(name)),
    )
  )
    return null
  const result = other.filter((name) => own.includes(name) || !before.includes(name))
  for (const [index, name] of own.entries()) {
    if (before.includes(name) || result.includes(name)) continue
    const previous = own.slice(0, index).findLast((one) => result.includes(one))
    result.splice(previous === undefined ? 0 : result.indexOf(previous) + 1, 0, name)
  }
  return result
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isString) && new Set(value).size === value.length
}
