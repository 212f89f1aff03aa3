import type { Definition } from './definition.ts'
import { isIndex, pointerOf, segmentsOf } from './pointer.ts'

/**
 * Where an answer of a former version belongs now, if the form declares that its field, or a group around it, was
 * renamed; else the same pointer. Accepts pointers and field paths. Entries of lists keep their positions.
 */
export function renamedPointer(renamed: Definition['renamed'], pointer: string): string {
  const segments = segmentsOf(pointer)
  const found = Object.entries(renamed ?? {})
    .map(([from, to]) => ({ from: segmentsOf(from), to: segmentsOf(to) }))
    .toSorted((a, b) => b.from.length - a.from.length)
    .find(({ from }) => from.length <= segments.length && from.every((part, at) => matches(part, segments[at] ?? '')))
  if (found === undefined) return pointer
  const positions = segments.filter((_, at) => found.from[at] === '[]')
  const moved = found.to.map((part) => (part === '[]' ? (positions.shift() ?? part) : part))
  return pointerOf([...moved, ...segments.slice(found.from.length)])
}

function matches(part: string, segment: string): boolean {
  return part === segment || (part === '[]' && isIndex(segment))
}
