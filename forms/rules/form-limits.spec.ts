import { describe, expect, it } from 'vitest'
import { largestFile } from '../source/reading-problems.ts'
import { limits } from './limit-rules.ts'
import { severityOf } from '../source/rule-list.ts'
import type { RuleId } from '../source/rule-list.ts'

/**
 * Each clause of the test case F-01 and its rule; rule-examples.spec.ts tests every rule with a good and a bad form.
 */
const clauses: [string, RuleId][] = [
  ['files of at most 256 KB', 'file-too-large'],
  ['groups at most 20 deep', 'too-deep'],
  ['at most 300 fields', 'too-many-fields'],
  ['at most 1,000 choices', 'too-many-choices'],
  ['at most 20 entries demanded', 'too-many-entries'],
  ['no reference to the network', 'remote-ref'],
  ['no reference out of the folder', 'outside-ref'],
  ['no reference to itself without data', 'endless-ref'],
  ['no name that every object has', 'forbidden-name'],
  ['patterns that compile with the u flag', 'invalid-pattern'],
  ['patterns that every supported browser can read', 'unsupported-pattern'],
  ['patterns that no input makes slow', 'slow-pattern'],
  ['known types', 'unknown-type'],
  ['known formats', 'unknown-format'],
  ['known widgets', 'unknown-widget'],
  ['texts with a limit', 'no-max-length'],
  ['a consent that must be given', 'consent-not-required'],
]

describe('the limits of a form (F-01)', () => {
  it.each(clauses)('%s: is reported by its own error', (_clause, rule) => {
    expect(severityOf(rule)).toBe('error')
  })

  it('sets the documented limits', () => {
    expect({ ...limits, file: largestFile }).toEqual({
      depth: 20,
      fields: 300,
      choices: 1000,
      entries: 20,
      file: 256 * 1024,
    })
  })
})
