import { isRecord } from '../../form-model/record.ts'

type Tree = { [key: string]: unknown }

/** Both records, also below each other; where both have a value, that of `over`. A list is one value. */
export function mergeRecords(under: Tree, over: Tree): Tree {
  const merged = new Map(Object.entries(under))
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key)
    merged.set(key, isRecord(below) && isRecord(value) ? mergeRecords(below, value) : value)
  }
  return Object.fromEntries(merged)
}
