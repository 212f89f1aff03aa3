import { checkSync } from 'recheck'
import { isRecord } from '../../form-model/record.ts'
import type { Place } from '../source/bundle.ts'
import type { Problem } from '../source/finding.ts'
import { placeOf } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { unsupportedText } from './pattern-syntax.ts'

/** `invalid-pattern`, `unsupported-pattern` and `slow-pattern`. */
export function patternProblems(form: SourceForm, schema: { [keyword: string]: unknown }): Problem[] {
  const written: { pattern: string; place: Place }[] = []
  if (typeof schema.pattern === 'string')
    written.push({ pattern: schema.pattern, place: placeOf(form, schema, 'pattern') })
  if (isRecord(schema.patternProperties)) {
    for (const pattern of Object.keys(schema.patternProperties))
      written.push({ pattern, place: placeOf(form, schema, 'patternProperties') })
  }
  return written.flatMap(({ pattern, place }): Problem[] => {
    const verdict = analyzePattern(pattern)
    switch (verdict.kind) {
      case 'fine':
        return []
      case 'invalid':
        return [{ rule: 'invalid-pattern', ...place, params: { reason: verdict.reason } }]
      case 'unsupported':
        return [{ rule: 'unsupported-pattern', ...place, params: { part: verdict.part } }]
      case 'slow':
        return [{ rule: 'slow-pattern', ...place, params: adviceFor(pattern, schema.maxLength) }]
    }
  })
}

type Verdict =
  | { kind: 'fine' }
  | { kind: 'invalid'; reason: string }
  | { kind: 'unsupported'; part: string }
  | { kind: 'slow' }

const verdicts = new Map<string, Verdict>()

/** Whether a regular expression compiles as in the validators, in every supported browser, and is fast for every input. */
export function analyzePattern(pattern: string): Verdict {
  const known = verdicts.get(pattern)
  if (known) return known
  const verdict = analyze(pattern)
  verdicts.set(pattern, verdict)
  return verdict
}

/**
 * The time limit in milliseconds, after which a pattern counts as slow. A look-ahead commonly takes two and a half
 * seconds. A busy machine takes several times as long, and the same form must pass there too.
 */
const undecidedAfter = 30_000

function analyze(pattern: string): Verdict {
  // First, so that the result is the same where the program or the browser cannot read it.
  const part = unsupportedText(pattern)
  if (part !== null) return { kind: 'unsupported', part }
  try {
    new RegExp(pattern, 'u')
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    return { kind: 'invalid', reason: reasons.find(([words]) => words.test(cause.message))?.[1] ?? 'other' }
  }
  if (!/[*+{]/.test(pattern)) return { kind: 'fine' }
  const { rest, limit } = lengthGuardOf(pattern)
  const { status, ...details } = checkSync(rest, 'u', { timeout: undecidedAfter })
  if (status === 'safe') return { kind: 'fine' }
  const complexity = 'complexity' in details ? details.complexity : undefined
  const steps = complexity?.type === 'polynomial' ? limit ** complexity.degree : 2 ** limit
  return steps <= maxSteps ? { kind: 'fine' } : { kind: 'slow' }
}

/** The texts `pattern-…` for the end of what V8 says about a pattern, which is in English and for programmers. */
const reasons: readonly (readonly [words: RegExp, text: string])[] = [
  [/Unterminated group$|Unmatched '\)'$/, 'bracket'],
  [/Unterminated character class$|Lone quantifier brackets$|Incomplete quantifier$/, 'open'],
  [/Nothing to repeat$|numbers out of order in {} quantifier$/, 'repetition'],
  [/Range out of order in character class$|Invalid character class$/, 'range'],
  [/escape$|property name$|end of pattern$/, 'escape'],
]

/** Steps of a regular expression that take a few milliseconds. */
const maxSteps = 1_000_000

const lengthGuard = /^\^\(\?!\[\^\]\{(\d+)\}\)/

/** A pattern that begins with `^(?![^]{13})` ends at once on texts of more than 12 characters. */
function lengthGuardOf(pattern: string): { rest: string; limit: number } {
  const [guard = '', count] = lengthGuard.exec(pattern) ?? []
  return count === undefined
    ? { rest: pattern, limit: Infinity }
    : { rest: `^${pattern.slice(guard.length)}`, limit: Number(count) - 1 }
}

/** The same pattern for texts of at most so many characters, which it then decides quickly. */
export function withLengthGuard(pattern: string, limit: number): string {
  const guard = `^(?![^]{${limit + 1}})`
  return pattern.startsWith('^') && !pattern.includes('|') ? guard + pattern.slice(1) : `${guard}[^]*?(?:${pattern})`
}

/** What makes a slow pattern fast: a guard, if the answer is short enough; else another pattern. */
function adviceFor(pattern: string, limit: unknown): { instead: string; guard: string } {
  const guarded =
    typeof limit === 'number' && lengthGuardOf(pattern).limit === Infinity ? withLengthGuard(pattern, limit) : ''
  return guarded !== '' && analyzePattern(guarded).kind === 'fine'
    ? { instead: 'instead-length-guard', guard: guarded }
    : { instead: 'instead-repetition', guard: '' }
}

/** A pattern with both anchors and without unlimited repetition limits the length by itself. */
export function isBoundedPattern(pattern: unknown): boolean {
  return (
    typeof pattern === 'string' &&
    /^\^.*\$$/s.test(pattern) &&
    !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[[^\]]*\]/gs, 'x')) &&
    !pattern.includes('|')
  )
}
