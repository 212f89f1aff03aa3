/** Merges two changes of one text, line by line; `null` if they overlap. A change made on both sides counts once. */
export function mergeTexts(base: string, mine: string, theirs: string): string | null {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const { lines, own, others } = changesOfBoth(base, mine, theirs)
  const all = [...own, ...others].toSorted((a, b) => a.from - b.from || a.to - b.to)
  const merged: string[] = []
  let at = 0
  for (const [index, { from, to, lines: changed }] of all.entries()) {
    const before = all[index - 1]
    if (before && before.to >= from) return null
    merged.push(...lines.slice(at, from), ...changed)
    at = to
  }
  return [...merged, ...lines.slice(at)].join('\n')
}

/** The lines that two changes of one text made different, which therefore cannot be merged. */
export type Overlap = {
  /** The first of these lines in the own text, from 1. */
  line: number
  mine: string
  theirs: string
}

export function overlapsOf(base: string, mine: string, theirs: string): Overlap[] {
  const { lines, own, others } = changesOfBoth(base, mine, theirs)
  return regionsOf(own, others)
    .filter(({ own: mineHere, others: theirsHere }) => mineHere.length > 0 && theirsHere.length > 0)
    .map((region) => ({
      line: region.from + 1 + grownBefore(own, region.from),
      mine: linesWith(lines, region.own, region).join('\n'),
      theirs: linesWith(lines, region.others, region).join('\n'),
    }))
}

/** Merges two changes of one text, line by line; where they overlap, the lines of a side remain. */
export function mergeTextsKeeping(side: 'mine' | 'theirs', base: string, mine: string, theirs: string): string {
  const { lines, own, others } = changesOfBoth(base, mine, theirs)
  const merged: string[] = []
  let at = 0
  for (const region of regionsOf(own, others)) {
    const first = side === 'mine' ? region.own : region.others
    const changes = first.length > 0 ? first : side === 'mine' ? region.others : region.own
    merged.push(...lines.slice(at, region.from), ...linesWith(lines, changes, region))
    at = region.to
  }
  return [...merged, ...lines.slice(at)].join('\n')
}

/** Two versions of one text as git writes a conflict: equal lines once, and both versions of the others, marked. */
export function withMarkers(mine: string, theirs: string): string {
  const lines = mine.split('\n')
  const marked: string[] = []
  let at = 0
  for (const { from, to, lines: others } of changesOf(lines, theirs.split('\n'))) {
    const both = ['<<<<<<< ours', ...lines.slice(from, to), '=======', ...others, '>>>>>>> theirs']
    marked.push(...lines.slice(at, from), ...both)
    at = to
  }
  return [...marked, ...lines.slice(at)].join('\n')
}

/** The lines of the base from `from` to before `to`, with the changes of both sides that touch each other there. */
type Region = { from: number; to: number; own: Change[]; others: Change[] }

function regionsOf(own: readonly Change[], others: readonly Change[]): Region[] {
  const ranges: { from: number; to: number }[] = []
  for (const { from, to } of [...own, ...others].toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = ranges.at(-1)
    if (last && last.to >= from) last.to = Math.max(last.to, to)
    else ranges.push({ from, to })
  }
  return ranges.map(({ from, to }) => {
    const isIn = (change: Change) => change.from >= from && change.to <= to
    return { from, to, own: own.filter(isIn), others: others.filter(isIn) }
  })
}

/** The number of lines by which earlier changes move a line. */
function grownBefore(changes: readonly Change[], line: number): number {
  return changes
    .filter(({ to, from }) => to <= line && from < line)
    .reduce((sum, { from, to, lines }) => sum + lines.length - (to - from), 0)
}

function linesWith(
  base: readonly string[],
  changes: readonly Change[],
  { from, to }: { from: number; to: number },
): string[] {
  const result: string[] = []
  let at = from
  for (const change of changes) {
    result.push(...base.slice(at, change.from), ...change.lines)
    at = change.to
  }
  return [...result, ...base.slice(at, to)]
}

/** The changes of each side from a common text; a change that both made is only in `own`. */
function changesOfBoth(
  base: string,
  mine: string,
  theirs: string,
): { lines: string[]; own: Change[]; others: Change[] } {
  const lines = base.split('\n')
  const own = changesOf(lines, mine.split('\n'))
  const others = changesOf(lines, theirs.split('\n')).filter((change) => !own.some((one) => isSame(one, change)))
  return { lines, own, others }
}

/** The lines of the base from `from` to before `to`, and their replacement. */
type Change = { from: number; to: number; lines: string[] }

function isSame(one: Change, other: Change): boolean {
  return one.from === other.from && one.to === other.to && one.lines.join('\n') === other.lines.join('\n')
}

/** Above this many pairs of lines, everything between the first and the last difference is one change. */
const maxPairs = 4_000_000

function changesOf(base: readonly string[], changed: readonly string[]): Change[] {
  const most = Math.min(base.length, changed.length)
  let start = 0
  while (start < most && base[start] === changed[start]) start += 1
  let same = 0
  while (same < most - start && base[base.length - 1 - same] === changed[changed.length - 1 - same]) same += 1
  const before = base.slice(start, base.length - same)
  const after = changed.slice(start, changed.length - same)
  if (before.length * after.length > maxPairs) return [{ from: start, to: start + before.length, lines: after }]
  return differences(before, after).map(({ from, to, lines }) => ({ from: from + start, to: to + start, lines }))
}

/** The changes between two lists by their longest common subsequence. */
function differences(before: readonly string[], after: readonly string[]): Change[] {
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      common[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const changes: Change[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [from, first] = [row, column]
    while ((row < before.length || column < after.length) && !(row < before.length && before[row] === after[column])) {
      if (column >= after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1))) row += 1
      else column += 1
    }
    if (row > from || column > first) changes.push({ from, to: row, lines: after.slice(first, column) })
    row += 1
    column += 1
  }
  return changes
}
