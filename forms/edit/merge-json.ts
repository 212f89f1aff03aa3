import { isRecord } from '../../form-model/record.ts'
import { joinPointer, segmentsOf } from '../../form-model/pointer.ts'
import { isString } from '../../src/lib/shape.ts'
import {
  insertEntry,
  insertWritten,
  moveEntry,
  readValue,
  removeValue,
  setValue,
  unreadableAt,
  writtenValue,
} from './json-text.ts'
import { isSameJson } from '../source/same-json.ts'

/** A value that two changes made different; `undefined` is a removed one. */
export type ValueOverlap = { pointer: string; mine: unknown; theirs: unknown }

export type JsonMerge = {
  overlaps: ValueOverlap[]
  /**
   * Both changes; of overlapping ones, those of the given side. With `restores`, what the other side removed stays: it
   * may have removed a question of which this side changed a part.
   */
  keeping: (side: Side, restores?: boolean) => string
}

export type Side = 'mine' | 'theirs'

/** A change of our text, to be made in the text of the other author. A restored value was removed in that text. */
type Edit = { kind: 'change' | 'removal' | 'overlap' | 'restored'; apply: (text: string) => string }

/** Names an entry of a list by its id, because others may have moved it. */
type Segment = string | { id: string }

/**
 * Merges two changes of one JSON text by its values, so that two properties on neighbouring lines do not overlap.
 * A value that only the other author changed keeps the bytes of their text. `null` if one of the texts is not JSON.
 */
export function mergeJson(base: string, mine: string, theirs: string): JsonMerge | null {
  if ([base, mine, theirs].some((text) => unreadableAt(text) !== null)) return null
  const overlaps: ValueOverlap[] = []
  const edits: Edit[] = []

  /** Without `before` the value was added. */
  const visit = (place: Segment[], before: unknown, own: unknown, other: unknown, previous?: Segment): void => {
    if (isSameJson(own, other)) return
    const isUnchanged = isSameJson(own, before)
    const values = [before, own, other]
    const entries = entriesOf(values)
    if (entries) {
      const [first, second, third] = entries
      const names = [...second.keys()]
      const all = new Set([...first.keys(), ...names])
      for (const name of all) {
        const after = names[names.indexOf(name) - 1]
        const segment = (key: string) => (Array.isArray(own) ? { id: key } : key)
        visit(
          [...place, segment(name)],
          first.get(name),
          second.get(name),
          third.get(name),
          after === undefined ? undefined : segment(after),
        )
      }
      if (!Array.isArray(own) || isUnchanged) return
      moveEntries(place, [...first.keys()], names, [...third.keys()])
      return
    }
    const list = mergeLists(before, own, other)
    if (list) {
      if (!isUnchanged)
        edits.push({ kind: 'change', apply: (text) => setValue(text, pointerIn(text, place), list.merged) })
      if (list.removed.length > 0) edits.push({ kind: 'removal', apply: (text) => without(text, place, list.removed) })
      if (list.restored.length > 0)
        edits.push({ kind: 'restored', apply: (text) => withNames(text, place, own as string[], list.restored) })
      return
    }
    const apply = (text: string) => withValue(text, place, mine, previous)
    if (isUnchanged) {
      if (other === undefined) edits.push({ kind: 'restored', apply })
      return
    }
    if (isSameJson(other, before)) {
      edits.push({ kind: own === undefined ? 'removal' : 'change', apply })
      return
    }
    const shown = own === undefined ? theirs : mine
    overlaps.push({ pointer: pointerIn(shown, place), mine: own, theirs: other })
    edits.push({ kind: 'overlap', apply })
  }

  /** Both sides may have added and removed entries; the order is asked about if both changed it. */
  const moveEntries = (place: Segment[], before: string[], own: string[], other: string[]): void => {
    const common = before.filter((id) => own.includes(id) && other.includes(id))
    const [ownOrder, otherOrder] = [own, other].map((ids) => ids.filter((id) => common.includes(id)))
    if (isSameJson(ownOrder, common) || isSameJson(ownOrder, otherOrder)) return
    const isOverlap = !isSameJson(otherOrder, common)
    if (isOverlap) overlaps.push({ pointer: pointerIn(mine, place), mine: ownOrder, theirs: otherOrder })
    edits.push({ kind: isOverlap ? 'overlap' : 'change', apply: (text) => inOrder(text, pointerIn(text, place), own) })
  }

  visit([], readValue(base, ''), readValue(mine, ''), readValue(theirs, ''))
  return {
    overlaps,
    keeping(side, restores = false) {
      const isMade = ({ kind }: Edit) => {
        switch (kind) {
          case 'change':
            return true
          case 'overlap':
            return side === 'mine'
          case 'removal':
            return !(restores && side === 'theirs')
          case 'restored':
            return restores && side === 'mine'
        }
      }
      return edits.filter(isMade).reduce((text, { apply }) => apply(text), theirs)
    },
  }
}

/** The pointer of a place in a text, in which the entries of lists may be at other indexes. */
function pointerIn(text: string, place: readonly Segment[]): string {
  return place.reduce<string>((pointer, segment) => {
    if (typeof segment === 'string') return joinPointer(pointer, segment)
    const list = readValue(text, pointer)
    const index = Array.isArray(list) ? list.findIndex((entry) => ownOf(entry, 'id') === segment.id) : -1
    return joinPointer(pointer, index)
  }, '')
}

type Entries = ReadonlyMap<string, unknown>

/** The properties of objects, or the entries of lists by their ids; `null` if the values are not alike. */
function entriesOf(values: readonly unknown[]): [Entries, Entries, Entries] | null {
  const maps = values.map((value) => {
    if (isRecord(value)) return new Map(Object.entries(value))
    if (!Array.isArray(value) || !value.every(isRecord)) return null
    const ids = value.map(({ id }) => id)
    if (!ids.every(isString) || new Set(ids).size < ids.length || ids.length === 0) return null
    return new Map(ids.map((id, index) => [id, value[index]]))
  })
  const [first, second, third] = maps
  const isList = values.map((value) => Array.isArray(value))
  return first && second && third && new Set(isList).size === 1 ? [first, second, third] : null
}

function ownOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Sets a value as it is written in another text, or removes it. */
function withValue(text: string, place: readonly Segment[], source: string, after: Segment | undefined): string {
  const [pointer, from] = [pointerIn(text, place), pointerIn(source, place)]
  const value = readValue(source, from)
  if (value === undefined) return removeValue(text, pointer)
  if (readValue(text, pointer) !== undefined || pointer === '') return setValue(text, pointer, value)
  const holder = place.slice(0, -1)
  const name = place.at(-1)
  const holderPointer = pointerIn(text, holder)
  if (typeof name === 'string')
    return insertWritten(text, holderPointer, name, writtenValue(source, from) ?? '', nameOf(after))
  const before = after === undefined ? '' : pointerIn(text, [...holder, after])
  const index = Number(segmentsOf(before).at(-1) ?? -1)
  return insertEntry(text, holderPointer, value, index + 1)
}

function nameOf(segment: Segment | undefined): string | undefined {
  return typeof segment === 'string' ? segment : undefined
}

/** Puts the entries of a list into the order of ids; entries without one of them stay behind the one before them. */
function inOrder(text: string, pointer: string, ids: readonly string[]): string {
  const idsIn = (now: string) => (readValue(now, pointer) as { id: string }[]).map(({ id }) => id)
  return ids
    .filter((id) => idsIn(text).includes(id))
    .reduce((now, id, index) => {
      const order = idsIn(now)
      const known = order.filter((one) => ids.includes(one))
      const target = order.indexOf(known[index] ?? id)
      return moveEntry(now, pointer, order.indexOf(id), target)
    }, text)
}

function without(text: string, place: readonly Segment[], removed: readonly string[]): string {
  const pointer = pointerIn(text, place)
  const names = readValue(text, pointer) as string[]
  return setValue(
    text,
    pointer,
    names.filter((name) => !removed.includes(name)),
  )
}

/** Puts names back at their places in the own list. */
function withNames(
  text: string,
  place: readonly Segment[],
  own: readonly string[],
  restored: readonly string[],
): string {
  const pointer = pointerIn(text, place)
  return setValue(text, pointer, merged(own, readValue(text, pointer) as string[], restored))
}

type MergedNames = {
  /** The other author's list, with the entries that were added to our list. */
  merged: string[]
  /** Entries that our change removed. */
  removed: string[]
  /** Entries that the other author removed. */
  restored: string[]
}

/**
 * Both changes of a list of different names, as in `required`; `null` for other lists, and if an own entry was moved.
 */
function mergeLists(before: unknown, own: unknown, other: unknown): MergedNames | null {
  if (!isNames(before) || !isNames(own) || !isNames(other)) return null
  const kept = own.filter((name) => before.includes(name))
  const asBefore = before.filter((name) => own.includes(name))
  if (!isSameJson(kept, asBefore)) return null
  const added = own.filter((name) => !before.includes(name))
  return {
    merged: merged(own, other, added),
    removed: before.filter((name) => !own.includes(name)),
    restored: before.filter((name) => own.includes(name) && !other.includes(name)),
  }
}

/** A list with names of another one, each behind the one that is before it there. */
function merged(from: readonly string[], list: readonly string[], added: readonly string[]): string[] {
  const result = [...list]
  for (const name of added) {
    if (result.includes(name)) continue
    const previous = from.slice(0, from.indexOf(name)).findLast((one) => result.includes(one))
    result.splice(previous === undefined ? 0 : result.indexOf(previous) + 1, 0, name)
  }
  return result
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isString) && new Set(value).size === value.length
}
