import type { JsonSource, Position } from './json-source.ts'
import { messageOf } from './messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { severityOf } from './rule-list.ts'
import type { RuleId, Severity } from './rule-list.ts'

/** A finding of the check before it is translated into words. */
export type Problem = {
  rule: RuleId
  source: JsonSource
  pointer: string
  /** Whether the key or the value is shown; default: the value. */
  part?: 'key' | 'value'
  /** The position of a finding without a pointer (a syntax error). */
  position?: Position
  /** Values to insert into the message. */
  params?: { [name: string]: string | number }
}

/** One line of the report; line and column count from 1. */
export type Finding = {
  file: string
  line: number
  column: number
  pointer: string
  rule: RuleId
  severity: Severity
  message: string
}

export function toFinding(problem: Problem, language: Language): Finding {
  const { rule, source, pointer, part, params = {} } = problem
  const { line, column } = problem.position ?? source.positionOf(pointer, part)
  return {
    file: source.file,
    line,
    column,
    pointer,
    rule,
    severity: severityOf(rule),
    message: messageOf(rule, params, language),
  }
}

/** Findings as sentences without duplicates, in the order of files and lines. */
export function toFindings(problems: readonly Problem[], language: Language): Finding[] {
  return distinctInOrder(problems.map((problem) => toFinding(problem, language)))
}

/** Without duplicates, in the order of files and lines. */
export function distinctInOrder<Found extends Finding>(findings: readonly Found[]): Found[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()].toSorted(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column || a.rule.localeCompare(b.rule),
  )
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error')
}
