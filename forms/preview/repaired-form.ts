import { readFileSync } from 'node:fs'
import path from 'node:path'
import { breaksForm } from '../check/check-form.ts'
import type { CheckedForm } from '../check/check-form.ts'
import { removeField, removeNode } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { readValue, removeValue, unreadableAt } from '../edit/json-text.ts'
import { nodeAround, wholeAround, withoutEntry } from '../fixes/definition-fixes.ts'
import { fixFinding, isFixable } from '../fixes/fixes.ts'
import { conditionAround, removeCondition, removeUnknownPart } from '../fixes/unknown-parts.ts'
import type { Problem } from '../source/finding.ts'

/** Removing a part may reveal another fault. */
const mostRounds = 4

/**
 * A form without the parts whose errors would hide all of it: conditions and rules that name missing questions, fees, and
 * questions with an error of their own. `null` if it still cannot be shown.
 */
export function repairedForm(
  { form, problems }: CheckedForm,
  check: (formText: string) => CheckedForm,
): CheckedForm | null {
  let text = readFileSync(path.join(form.folder, 'form.json'), 'utf8')
  if (unreadableAt(text) !== null) return null
  let found = problems.filter(({ source }) => source === form.source)
  for (let round = 0; round < mostRounds; round++) {
    const next = withoutFaults(text, found)
    if (next === text) return null
    text = next
    const checked = check(text)
    if (checked.usable) return checked
    found = checked.problems.filter(({ source }) => source === checked.form.source)
  }
  return null
}

/** Removes what the problems are about, from the end: each removal moves what follows. */
function withoutFaults(text: string, problems: readonly Problem[]): string {
  const places = new Map<string, Problem>()
  for (const problem of problems.filter(({ rule }) => breaksForm(rule))) {
    // One part of a condition at a time: others are in the next round.
    places.set(conditionAround(problem.pointer) ?? problem.pointer, problem)
  }
  const inOrder = [...places.values()].toSorted((one, other) =>
    other.pointer.localeCompare(one.pointer, 'en', { numeric: true }),
  )
  const files = inOrder.reduce<FormFiles>((result, problem) => withoutFault(result, problem), { 'form.json': text })
  return files['form.json'] ?? text
}

function withoutFault(files: FormFiles, { rule, pointer }: Problem): FormFiles {
  const finding = { rule, file: 'form.json', pointer }
  const form = files['form.json'] ?? ''
  if (isFixable(finding)) {
    const fixed = fixFinding(files, finding)
    if (fixed['form.json'] !== form) return fixed
  }
  const condition = conditionAround(pointer)
  if (condition !== null)
    return rule === 'unknown-path' ? removeUnknownPart(files, finding) : removeCondition(files, condition)
  const whole = wholeAround(pointer)
  if (whole !== null) {
    const left = withoutEntry(form, whole)
    const isFree = whole.startsWith('/fee/') && readValue(left, '/fee/lines') === undefined
    return { 'form.json': isFree ? removeValue(left, '/fee') : left }
  }
  const node = nodeAround(files, pointer)
  if (!node) return files
  return node.kind === 'step' ? removeNode(files, node.path) : { 'form.json': removeField(form, node) }
}
