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
        return [{ rule: 'slow-pattern', ...place, params: { attack: verdict.attack } }]
    }
  })
}

type Verdict =
  | { kind: 'fine' }
  | { kind: 'invalid'; reason: string }
  | { kind: 'unsupported'; part: string }
  | { kind: 'slow'; attack: string }

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
    return { kind: 'invalid', reason: cause.message.replace(/^Invalid regular expression: /, '') }
  }
  if (!/[*+{]/.test(pattern)) return { kind: 'fine' }
  const { status, ...rest } = checkSync(pattern, 'u', { timeout: undecidedAfter })
  if (status === 'safe') return { kind: 'fine' }
  const attack = 'attack' in rest && rest.attack ? rest.attack.pattern : `? > ${undecidedAfter / 1000} s`
  return { kind: 'slow', attack: attack.slice(0, 80) }
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
