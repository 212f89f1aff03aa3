import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import type { Problem } from './finding.ts'
import { parseJsonSource } from './json-source.ts'
import type { JsonSource, Position } from './json-source.ts'

/** Largest file of a form, in bytes of UTF-8. */
export const largestFile = 256 * 1024

/** Largest published version, in bytes of all its files together: residents load most of them. */
export const largestVersionBytes = 2 * 1024 * 1024

/** Sizes for the message about a version that is too large. */
export function sizesInKilobytes(bytes: number): { size: number; limit: number } {
  return { size: Math.ceil(bytes / 1024), limit: largestVersionBytes / 1024 }
}

/** The length of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength
}

/** Reads a file, and its problems as JSON. */
export function readJson(file: string, shown: (file: string) => string): { source: JsonSource; problems: Problem[] } {
  const bytes = readFileSync(file)
  // No text has the character 0, but every second byte of UTF-16 may be one.
  const isReadable = isUtf8(bytes) && !bytes.includes(0)
  const source = parseJsonSource(shown(file), isReadable ? bytes.toString('utf8') : '')
  if (isReadable) return { source, problems: readingProblems(source) }
  return { source, problems: [{ rule: 'syntax', source, pointer: '', params: { reason: 'Encoding' } }] }
}

/** Problems of a file as JSON, before its meaning is checked. */
export function readingProblems(source: JsonSource): Problem[] {
  const problems: Problem[] = []
  const size = byteLength(source.text)
  if (size > largestFile)
    problems.push({
      rule: 'file-too-large',
      source,
      pointer: '',
      params: { size: Math.ceil(size / 1024), limit: largestFile / 1024 },
    })
  if (source.tooDeep)
    problems.push({ rule: 'too-deep', source, pointer: '', position: source.tooDeep, params: { limit: 20 } })
  const conflicts = conflictLines(source.text)
  for (const { line, end } of conflicts)
    problems.push({ rule: 'merge-conflict', source, pointer: '', position: { line, column: 1 }, params: { line, end } })
  // All other problems follow from the conflicts.
  if (conflicts.length > 0) return problems
  // Later errors are mostly consequences of the first.
  const [first] = source.syntaxErrors
  if (first)
    problems.push({
      rule: 'syntax',
      source,
      pointer: '',
      position: first.position,
      params: { reason: isFullWidthAt(source.text, first.position) ? 'FullWidth' : first.reason },
    })
  if (source.text.trim() === '')
    problems.push({ rule: 'syntax', source, pointer: '', params: { reason: 'ValueExpected' } })
  for (const { pointer, position } of source.duplicateKeys) {
    problems.push({
      rule: 'duplicate-key',
      source,
      pointer,
      position,
      params: { key: pointer.slice(pointer.lastIndexOf('/') + 1) },
    })
  }
  return problems
}

/** The first and the last line of each conflict that git has marked. No line of valid JSON begins like this. */
function conflictLines(text: string): { line: number; end: number }[] {
  const lines = text.split('\n')
  return lines.flatMap((content, index) => {
    if (!/^<{7}(?: |\r?$)/.test(content)) return []
    const length = lines.slice(index).findIndex((later) => /^>{7}(?: |\r?$)/.test(later))
    return [{ line: index + 1, end: length < 0 ? lines.length : index + length + 1 }]
  })
}

/** Rules about a file that cannot be read as JSON. */
export const unreadableRules: ReadonlySet<Problem['rule']> = new Set(['syntax', 'merge-conflict'])

export type FileLine = { file: string; line: number }

/** The first place whose mistake hides a part of the form from every reader; `null` if the whole form can be read. */
export function unreadablePlace(problems: readonly Problem[]): FileLine | null {
  const hiding = ['too-deep', 'missing-ref', 'remote-ref', 'outside-ref']
  const first = problems.find(({ rule }) => unreadableRules.has(rule) || hiding.includes(rule))
  if (!first) return null
  const { source, pointer, position = source.positionOf(pointer) } = first
  return { file: source.file, line: position.line }
}

/** Characters that a Japanese keyboard types in full width; JSON allows only the half-width ones. */
function isFullWidthAt(text: string, { line, column }: Position): boolean {
  return /^[：，；｛｝［］“”＂「」　]/.test(text.split('\n')[line - 1]?.slice(column - 1) ?? '')
}
