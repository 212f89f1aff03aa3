/** The most similar name, as the parameter `nearest`; empty if no name is similar. */
export function nearestOf(name: string, known: Iterable<string>): { nearest?: string } {
  const wanted = name.toLowerCase()
  let best: { name: string; distance: number } | null = null
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (!best || distance < best.distance) best = { name: candidate, distance }
  }
  return best && best.distance <= Math.max(1, Math.floor(name.length / 3)) ? { nearest: best.name } : {}
}

/**
 * The field that the author probably meant: with another separator, without a typing error, or with the same name in
 * another step or group.
 */
export function meantField(path: string, known: Iterable<string>): { nearest?: string } {
  const paths = [...known]
  const slashed = path.replaceAll('.', '/')
  if (paths.includes(slashed)) return { nearest: slashed }
  const name = slashed.slice(slashed.lastIndexOf('/') + 1)
  const moved = paths.filter((each) => each.endsWith(`/${name}`))
  return moved.length === 1 && moved[0] !== undefined ? { nearest: moved[0] } : nearestOf(slashed, paths)
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 6 || a.length > 80) return 99
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change))
    }
    row = next
  }
  return row[b.length] ?? 99
}
