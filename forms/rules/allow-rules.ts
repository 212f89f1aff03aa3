import path from 'node:path'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import type { Problem } from '../source/finding.ts'
import type { SourceForm } from '../source/load-source.ts'
import { isRuleId, ruleIds, severityOf, topicOf } from '../source/rule-list.ts'
import type { RuleId, Topic } from '../source/rule-list.ts'

/**
 * Rules that protect requirements of the build, in addition to those about files, the definition and references; and
 * forms that nobody can fill in or see.
 */
const always: readonly RuleId[] = [
  'too-deep',
  'forbidden-name',
  'invalid-pattern',
  'unsupported-pattern',
  'slow-pattern',
  'verdict-differs',
  'not-fillable',
  'not-drawn',
]
/** The only exception for a finding that the check itself does not make (`untestedBranches`). */
const foundLater: RuleId = 'branch-untested'
const topics: readonly Topic[] = ['file', 'definition', 'reference']

/** Whether an exception may switch the rule off. */
export function isAllowable(rule: RuleId): boolean {
  // The form cannot excuse its tenant.
  if (topicOf(rule) === 'tenant') return false
  return !always.includes(rule) && (severityOf(rule) === 'warning' || !topics.includes(topicOf(rule)))
}

/** Removes findings that the form allows with a reason, and reports exceptions without effect. */
export function allowedProblems(form: SourceForm, problems: readonly Problem[]): Problem[] {
  const { allow } = form.value
  if (form.kind !== 'form' || !Array.isArray(allow)) return [...problems]
  const left = new Set(problems)
  const own: Problem[] = []
  allow.forEach((entry: unknown, index) => {
    if (!isRecord(entry)) return
    const { rule, at, file = 'form.json' } = entry
    const pointer = `/allow/${index}`
    if (!isRuleId(rule) || !isAllowable(rule)) {
      own.push({
        rule: 'wrong-value',
        source: form.source,
        pointer: `${pointer}/rule`,
        params: { expected: ruleIds.filter(isAllowable).join(', ') },
      })
      return
    }
    const covered = problems.filter((problem) => isCovered(problem, { rule, at: String(at), file: String(file) }))
    for (const problem of covered) left.delete(problem)
    if (covered.length === 0 && rule !== foundLater)
      own.push({ rule: 'allow-unused', source: form.source, pointer, params: { rule } })
  })
  return [...left, ...own]
}

/** The findings without those that the form allows. */
export function withoutAllowed({ value: { allow } }: SourceForm, problems: readonly Problem[]): Problem[] {
  const entries = arrayOf(allow).filter(isRecord)
  return problems.filter(
    (problem) =>
      !entries.some(({ rule, at, file = 'form.json' }) =>
        isCovered(problem, { rule: String(rule), at: String(at), file: String(file) }),
      ),
  )
}

function isCovered(problem: Problem, { rule, at, file }: { rule: string; at: string; file: string }): boolean {
  return problem.rule === rule && path.basename(problem.source.file) === file && isBelow(problem.pointer, at)
}

function isBelow(pointer: string, parent: string) {
  return pointer === parent || pointer.startsWith(parent === '/' ? '/' : `${parent}/`) || parent === ''
}
