/** A change of the text in an editor; positions refer to the text before it. */
export type TextChange = { from: number; to: number; insert: string }

/** A file as an editor shows it: without a byte order mark, each line break one character. */
export function shownText(file: string): string {
  return file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
}

/** Applies changes of the shown text to the file, whose other bytes stay. The changes are in order, without overlap. */
export function changeFile(file: string, changes: readonly TextChange[]): string {
  const offset = fileOffsets(file)
  const eol = file.includes('\r\n') ? '\r\n' : '\n'
  return changes.reduceRight(
    (text, { from, to, insert }) =>
      text.slice(0, offset(from)) + insert.replace(/\r\n?|\n/g, eol) + text.slice(offset(to)),
    file,
  )
}

/** The smallest single change between two texts; `null` if they are equal. */
export function changeBetween(before: string, after: string): TextChange | null {
  if (before === after) return null
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

/** Maps positions of the shown text to those of the file. */
function fileOffsets(file: string): (shown: number) => number {
  const mark = file.startsWith('\uFEFF') ? 1 : 0
  const breaks = [...file.matchAll(/\r\n/g)].map(({ index }, count) => index - mark - count)
  return (shown) => {
    // The number of breaks before the position, by bisection.
    let [low, high] = [0, breaks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((breaks[middle] ?? 0) < shown) low = middle + 1
      else high = middle
    }
    return shown + low + mark
  }
}
