import path from 'node:path'
import type { Problem } from '../finding.ts'
import type { SourceForm } from '../load-form.ts'
import { isRecord } from '../schema-walk.ts'
import { isRuleId, ruleIds } from './rule-list.ts'

/** Rules that hold together what the build needs; they cannot be switched off. */
const always = new Set([
  'syntax',
  'too-deep',
  'invalid-schema',
  'remote-ref',
  'outside-ref',
  'missing-ref',
  'endless-ref',
  'forbidden-name',
  'invalid-pattern',
  'slow-pattern',
])

/** Takes away what the form allows with a reason, and names exceptions that allow nothing. */
export function allowedProblems(form: SourceForm, problems: readonly Problem[]): Problem[] {
  const { allow } = form.value
  if (form.kind !== 'form' || !Array.isArray(allow)) return [...problems]
  const left = new Set(problems)
  const own: Problem[] = []
  allow.forEach((entry: unknown, index) => {
    if (!isRecord(entry)) return
    const { rule, at, file = 'form.json' } = entry
    const pointer = `/allow/${index}`
    if (!isRuleId(rule) || always.has(rule)) {
      own.push({
        rule: 'wrong-value',
        source: form.source,
        pointer: `${pointer}/rule`,
        params: { expected: ruleIds.filter((id) => !always.has(id)).join(', ') },
      })
      return
    }
    const covered = problems.filter(
      (problem) =>
        problem.rule === rule && path.basename(problem.source.file) === file && isBelow(problem.pointer, String(at)),
    )
    for (const problem of covered) left.delete(problem)
    if (covered.length === 0) own.push({ rule: 'allow-unused', source: form.source, pointer, params: { rule } })
  })
  return [...left, ...own]
}

const isBelow = (pointer: string, parent: string) =>
  pointer === parent || pointer.startsWith(parent === '/' ? '/' : `${parent}/`) || parent === ''
