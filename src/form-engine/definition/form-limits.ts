/** Far above what `forms check` lets through, far below what a browser can draw or a validator can follow. */
const limits = { depth: 150, fields: 2000 }

/**
 * Whether something published can be a form at all. Whoever puts files where published forms are, without the check,
 * must not be able to freeze or blank the page (F-03). Walks without recursion, since depth is one of the questions.
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
