/**
 * Where the quotes end that begin at a place, or the text if they do not; a quote between them is doubled. A regular
 * expression would need memory for each, and throw.
 */
export function endOfQuotes(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end < 0 ? text.length : end
}
