import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'

/** One value that differs; `undefined` if the value is missing on that side. */
export type LeafChange = { pointer: string; before: unknown; after: unknown }

/** Every single value that differs between two JSON values, so that a change at any depth is readable. */
export function leafChanges(before: unknown, after: unknown, pointer = ''): LeafChange[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [before as unknown[], after as unknown[]]
    return Array.from({ length: Math.max(old.length, now.length) }, (_, index) => index).flatMap((index) =>
      leafChanges(old[index], now[index], joinPointer(pointer, index)),
    )
  }
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      leafChanges(before[name], after[name], joinPointer(pointer, name)),
    )
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ pointer, before, after }]
}
