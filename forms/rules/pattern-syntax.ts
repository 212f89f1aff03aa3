/** Parts of regular expressions that not every browser can read. Each returns the text that shows it, or null. */
export const patternParts = {
  lookbehind: (pattern: string) => firstOf(/\(\?<[=!]/, pattern),
  modifiers: (pattern: string) => firstOf(/\(\?[ims-]+:/, pattern),
  repeatedGroupName: (pattern: string) => {
    const groups = [...withoutLiterals(pattern).matchAll(/\(\?<(?![=!])[^>]+>/g)].map(([group]) => group)
    return groups.find((group, index) => groups.indexOf(group) < index) ?? null
  },
}

export type PatternPart = keyof typeof patternParts

/**
 * Syntax that a supported browser lacks; `scripts/support-line/support-line.spec.ts` compares it with `browserslist`.
 */
export const unsupportedParts: readonly PatternPart[] = ['modifiers', 'repeatedGroupName']

/** The first text of a pattern that not every supported browser can read, or null. */
export function unsupportedText(pattern: string): string | null {
  return unsupportedParts.map((part) => patternParts[part](pattern)).find((text) => text !== null) ?? null
}

function firstOf(part: RegExp, pattern: string): string | null {
  return part.exec(withoutLiterals(pattern))?.[0] ?? null
}

/** Escaped characters and classes contain no groups: `\(?i:` is an optional bracket. */
function withoutLiterals(pattern: string): string {
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, 'x')
}
