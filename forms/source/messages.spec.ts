import { describe, expect, it } from 'vitest'
import { toFindings } from './finding.ts'
import { analyzePattern } from '../rules/pattern-rules.ts'
import { messageOf } from './messages.ts'
import { parseJsonSource } from './json-source.ts'
import { readingProblems } from './reading-problems.ts'

function messagesFor(text: string, language: 'ja' | 'en') {
  return toFindings(readingProblems(parseJsonSource('form.json', text)), language).map(({ message }) => message)
}

/** Mistakes in hand-written JSON; a message never contains the parser's own name for the error. */
const mistakes = [
  '{ "a": 1 "b": 2 }',
  '{ "a" 1 }',
  '{ "a": 1, }',
  '[1, 2,]',
  '{ "a": 1',
  '[1, 2',
  '{ "a": "x }',
  "{ 'a': 1 }",
  '{ "a": True }',
  '{ "a": 01 }',
  '{ "a": 1. }',
  '{ "a": 1 } }',
  '// note\n{}',
  '/* note',
  '{ "a": "\\u12" }',
  '{ "a": "\\x" }',
  '{ "a": "line\nbreak" }',
  '',
]

describe('a mistake in the JSON itself', () => {
  it.each(mistakes)('%j is explained in both languages', (text) => {
    expect(messagesFor(text, 'ja').join('')).toMatch(/^JSONとして読めません。.*[ぁ-ん一-龯]/)
    expect(messagesFor(text, 'en').join('')).toMatch(/^This is not valid JSON: /)
    for (const language of ['ja', 'en'] as const)
      expect(messagesFor(text, language).join('')).not.toMatch(/Expected\b|Invalid[A-Z]|Unexpected[A-Z]|unknown/)
  })
})

it('shortens a value that is as long as a file', () => {
  const message = messageOf('missing-ref', { ref: 'x'.repeat(5000) }, 'en')
  expect(message).toMatch(/x…" does not exist/)
  expect(message.length).toBeLessThan(400)
})

describe('a mistake in a pattern', () => {
  const patterns = ['(a', 'a)', '[a', ']', 'a{', '*a', '{2}', 'a{2,1}', '[z-a]', '[\\w-.]', '\\-', '\\1', 'a\\']
  const rare = ['\\p{Foo}', '\\u12', '(?<a', '(?x)', '\\k<x>']

  it.each([...patterns, ...rare])('%j is explained in both languages', (pattern) => {
    const verdict = analyzePattern(pattern)
    const reason = verdict.kind === 'invalid' ? verdict.reason : ''
    expect(reason === 'other').toBe(rare.slice(2).includes(pattern))
    expect(messageOf('invalid-pattern', { reason }, 'ja')).toMatch(/^patternを読めません。.*[ぁ-ん一-龯]/)
    expect(messageOf('invalid-pattern', { reason }, 'en')).not.toMatch(/Invalid|Unterminated|Unmatched|Lone|\/u/)
  })
})
