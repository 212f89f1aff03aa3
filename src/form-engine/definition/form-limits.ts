/** The limits are far above those of `forms check`, and far below what a browser or a validator can handle. */
const limits = { depth: 150, fields: 2000 }

/**
 * Whether a published definition can be shown at all. A file that was published without the check must not freeze or
 * blank the page (F-03). Works without recursion, because the depth is unknown.
 */
export function isShowable(definition: unknown): boolean {
  let fields = 0
  let level: unknown[] = [definition]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.depth) return false
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      for (const [key, below] of Object.entries(value) as [string, unknown][]) {
        if (key === 'properties' && typeof below === 'object' && below !== null) fields += Object.keys(below).length
        next.push(below)
      }
      if (fields > limits.fields) return false
    }
    level = next
  }
  return true
}
