import type { Answers } from '../../../form-model/definition.ts'
import { isIndex, pointerOf, segmentsOf, withValueAt } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'

/** One value inside the answers, with its JSON Pointer (`/applicant/name/family`). */
export type Leaf = { pointer: string; value: unknown }

/** The definition's name of the field of a pointer: `items/lines/[]/kind` for `/items/lines/2/kind`. */
export function fieldPathOf(pointer: string): string {
  return segmentsOf(pointer)
    .map((part) => (isIndex(part) ? '[]' : part))
    .join('/')
}

/** The answers with one value set below a step; undefined removes it. Unchanged steps stay the same object. */
export function withAnswer(answers: Answers, pointer: string, value: unknown): Answers {
  if (segmentsOf(pointer).length < 2) return answers
  const changed = withValueAt(answers, pointer, value)
  return isAnswers(changed) ? changed : answers
}

/** Every value that is neither a group nor a list, in the order of entry; empty groups and lists count as nothing. */
export function leavesOf(answers: Answers): Leaf[] {
  const leaves: Leaf[] = []
  const walk = (value: unknown, parts: string[]) => {
    if (Array.isArray(value)) value.forEach((entry, index) => walk(entry, [...parts, String(index)]))
    else if (isRecord(value)) for (const [key, entry] of Object.entries(value)) walk(entry, [...parts, key])
    else if (value !== undefined && value !== null && value !== '') leaves.push({ pointer: pointerOf(parts), value })
  }
  walk(answers, [])
  return leaves
}

/** Whether no value has been entered. */
export function isEmpty(answers: Answers): boolean {
  return leavesOf(answers).length === 0
}

/** Answers read from storage or from a response: an object of objects; anything else is dropped. */
export function toAnswers(value: unknown): Answers {
  if (!isRecord(value)) return {}
  const answers: Answers = {}
  for (const [step, stepAnswers] of Object.entries(value)) if (isRecord(stepAnswers)) answers[step] = stepAnswers
  return answers
}

function isAnswers(value: unknown): value is Answers {
  return isRecord(value) && Object.values(value).every(isRecord)
}
