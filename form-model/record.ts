/** Whether a value read from JSON is an object, neither `null` nor a list. */
export function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value if it is an object, otherwise an empty one. */
export function recordOf(value: unknown): { [key: string]: unknown } {
  return isRecord(value) ? value : {}
}

/** The value if it is a list, otherwise an empty one. */
export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}
