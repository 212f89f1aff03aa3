import { isRecord } from './record.ts'

/** JSON with the members of every object in order: equal values give the same text. */
export function canonicalJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, (_key, entry: unknown) =>
    isRecord(entry) ? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1))) : entry,
  )
  return text ?? ''
}

const keyStart = 's1-'

/**
 * The key of a sub-schema in a published `validator.js`. Published versions are immutable, so the function must never
 * change: a new function needs a new prefix. 53 bits (cyrb53) make a collision within one form practically impossible.
 */
export function schemaKey(schema: unknown): string {
  const text = canonicalJson(schema)
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return `${keyStart}${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`
}
