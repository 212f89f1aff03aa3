import { describe, expect, it } from 'vitest'
import { toFindings } from './finding.ts'
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
