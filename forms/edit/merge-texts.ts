/**
 * Two changes of one text, line by line; `null` if they touch. Each change counts as one range of lines, from its first
 * changed line to its last.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | null {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const lines = base.split('\n')
  const own = changedRange(lines, mine.split('\n'))
  const other = changedRange(lines, theirs.split('\n'))
  const [first, second] = own.from <= other.from ? [own, other] : [other, own]
  if (first.to >= second.from) return null
  return [
    ...lines.slice(0, first.from),
    ...first.lines,
    ...lines.slice(first.to, second.from),
    ...second.lines,
    ...lines.slice(second.to),
  ].join('\n')
}

/** The lines of the base from `from` to before `to`, and what is there now. */
type ChangedRange = { from: number; to: number; lines: string[] }

function changedRange(base: readonly string[], changed: readonly string[]): ChangedRange {
  const most = Math.min(base.length, changed.length)
  let from = 0
  while (from < most && base[from] === changed[from]) from += 1
  let same = 0
  while (same < most - from && base[base.length - 1 - same] === changed[changed.length - 1 - same]) same += 1
  return { from, to: base.length - same, lines: changed.slice(from, changed.length - same) }
}
