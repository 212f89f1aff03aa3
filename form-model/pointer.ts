import { isRecord } from './record.ts'

/**
 * JSON Pointers (RFC 6901). A field path is the same without the leading slash, and every function here takes both.
 * The empty pointer names the whole value and has no segments.
 */
export function segmentsOf(pointer: string): string[] {
  return pointer === '' ? [] : pointer.replace(/^\//, '').split('/').map(unescapeSegment)
}

export function pointerOf(segments: readonly (string | number)[]): string {
  return segments.reduce<string>(joinPointer, '')
}

/** Appends a property or an index to a JSON Pointer or a field path. */
export function joinPointer(pointer: string, segment: string | number): string {
  return `${pointer}/${escapeSegment(String(segment))}`
}

/** The pointer of what is around a value. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}

export function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1')
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Whether a pointer names a value or something in it. */
export function isInside(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`)
}

/** Whether a segment can be the position of a list's entry; leading zeros are not allowed. */
export function isIndex(segment: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(segment)
}

/** The own property or list entry with this name; `undefined` if it is missing. */
export function ownValue(container: unknown, segment: string): unknown {
  if (Array.isArray(container)) return isIndex(segment) ? (container as unknown[])[Number(segment)] : undefined
  return isRecord(container) && Object.hasOwn(container, segment) ? container[segment] : undefined
}

/** The value that a pointer names; `undefined` if it is missing. */
export function valueAt(root: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce(ownValue, root)
}

/** The value that a local reference (`#/definitions/day`) names; `undefined` if it is missing or not local. */
export function resolveLocalRef(root: unknown, ref: string): unknown {
  return ref.startsWith('#') ? valueAt(root, decodedFragment(ref.slice(1))) : undefined
}

/** The fragment of an address without percent encoding; unchanged if the encoding is broken. */
export function decodedFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/**
 * Returns a copy with one value set; `undefined` removes a property. Missing groups and lists on the path are created.
 * Everything outside the path stays the same object, so that unchanged parts are not rendered again. Never changes a
 * prototype.
 */
export function withValueAt(root: unknown, pointer: string, value: unknown): unknown {
  const segments = segmentsOf(pointer)
  return segments.some(isPrototypeName) ? root : setIn(root, segments, value)
}

function isPrototypeName(segment: string): boolean {
  return segment === '__proto__' || segment === 'constructor' || segment === 'prototype'
}

function setIn(container: unknown, segments: readonly string[], value: unknown): unknown {
  const [first, ...rest] = segments
  if (first === undefined) return value
  if (Array.isArray(container)) {
    const list = [...(container as unknown[])]
    list[Number(first)] = setIn(list[Number(first)], rest, value)
    return list
  }
  const group: { [key: string]: unknown } = isRecord(container) ? { ...container } : {}
  const below = setIn(group[first] ?? emptyFor(rest), rest, value)
  if (below === undefined) delete group[first]
  else group[first] = below
  return group
}

/** The type that a missing container needs so that the next segment fits into it. */
function emptyFor(rest: readonly string[]): unknown {
  const [next] = rest
  if (next === undefined) return undefined
  return isIndex(next) ? [] : {}
}

/** Whether the row of a list that a pointer leads through exists; true without one. */
export function hasRow(value: unknown, pointer: string): boolean {
  const segments = segmentsOf(pointer)
  const row = segments.findLastIndex((segment) => isIndex(segment))
  return row < 0 || valueAt(value, pointerOf(segments.slice(0, row + 1))) !== undefined
}
