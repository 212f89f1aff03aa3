/**
 * A regular expression written without the `u` flag, in a form that the flag accepts: unnecessary escapes are removed,
 * a hyphen beside a class is escaped. `null` if it is still invalid.
 */
export function toUnicodePattern(written: string): string | null {
  const pattern = withoutLooseEnds(written)
  if (compiles(pattern)) return pattern
  let result = ''
  let inClass = false
  let classStart = false
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? ''
    const next = pattern[at + 1] ?? ''
    if (character === '\\') {
      const isSyntax =
        /[\^$\\.*+?()[\]{}|/]/.test(next) || /[dDwWsSbBnrtfvcxukpP0-9]/.test(next) || (inClass && next === '-')
      // Other languages give an unknown letter a meaning, such as the start of the text.
      result += isSyntax || /[A-Za-z]/.test(next) ? character + next : next
      at++
    } else if (
      inClass &&
      character === '-' &&
      !classStart &&
      (isClassEscape(result) || (next === '\\' && /[dDwWsS]/.test(pattern[at + 2] ?? '')) || next === ']')
    ) {
      result += '\\-'
    } else result += character
    if (!inClass && character === '[') {
      inClass = true
      classStart = true
      continue
    }
    if (inClass && character === ']' && !classStart) inClass = false
    classStart = inClass && classStart && character === '^'
  }
  return compiles(result) ? result : null
}

/** `.*x.*` means `x`, only slower: an expression without anchors matches anywhere. */
function withoutLooseEnds(pattern: string): string {
  if (pattern.includes('|')) return pattern
  const start = pattern.startsWith('.*') && !/^\.\*[?+]/.test(pattern) ? pattern.slice(2) : pattern
  const end = start.endsWith('.*') && !start.endsWith('\\.*') ? start.slice(0, -2) : start
  return end === '' ? pattern : end
}

function isClassEscape(text: string) {
  return /\\[dDwWsS]$/.test(text)
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch (cause) {
    if (cause instanceof SyntaxError) return false
    throw cause
  }
}
