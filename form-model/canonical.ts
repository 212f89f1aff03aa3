import { isRecord } from './record.ts'

/** JSON with the members of every object in order: equal values give the same text. */
export function canonicalJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, (_key, entry: unknown) =>
    isRecord(entry) ? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1))) : entry,
  )
  return text ?? ''
}

/** Whether both are the same JSON value; what is missing is null. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null)
}
