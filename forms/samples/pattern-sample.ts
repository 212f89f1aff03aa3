import { sample, stringMatching } from 'fast-check'
import type { Arbitrary } from 'fast-check'

const arbitraries = new Map<string, Arbitrary<string> | null>()

/** A group that is only a look-ahead, without groups inside: fast-check cannot generate strings for it. */
const lookAhead = /\(\?[=!](?:[^()[\]\\]|\\.|\[(?:[^\]\\]|\\.)*\])*\)/gs

/** A text that a regular expression accepts; `null` if fast-check cannot make one, e.g. for a look-behind. */
export function samplePattern(pattern: string, random: () => number): string | null {
  const seed = Math.floor(random() * 2 ** 31)
  const texts = arbitraryOf(pattern)
  if (texts === null) return null
  const expression = new RegExp(pattern, 'u')
  // Skips values that the look-aheads refuse.
  const numRuns = lookAheads(pattern) ? 8 : 1
  return sample(texts, { seed, numRuns }).find((text) => expression.test(text)) ?? null
}

function lookAheads(pattern: string): boolean {
  return pattern.search(lookAhead) >= 0
}

function arbitraryOf(pattern: string): Arbitrary<string> | null {
  const known = arbitraries.get(pattern)
  if (known !== undefined) return known
  const made = makeArbitrary(pattern.replaceAll(lookAhead, ''))
  arbitraries.set(pattern, made)
  return made
}

/** fast-check throws for unsupported syntax, `RegExp` for an invalid expression. */
function makeArbitrary(pattern: string): Arbitrary<string> | null {
  try {
    return stringMatching(new RegExp(pattern, 'u'), { size: 'xsmall' })
  } catch (cause) {
    if (cause instanceof Error) return null
    throw cause
  }
}
