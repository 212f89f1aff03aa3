import type { Answers, Definition } from './definition.ts'
import { escapeSegment, isIndex, pointerOf, segmentsOf, withValueAt } from './pointer.ts'
import { isRecord } from './record.ts'
import { schemasAt } from './schema-walk.ts'
import { isBlank, safeText } from './visible-text.ts'

/** One value inside the answers, with its JSON Pointer (`/applicant/name/family`). */
export type Leaf = { pointer: string; value: unknown }

/** The definition's name of the field of a pointer: `items/lines/[]/kind` for `/items/lines/2/kind`. */
export function fieldPathOf(pointer: string): string {
  return segmentsOf(pointer)
    .map((part) => (isIndex(part) ? '[]' : escapeSegment(part)))
    .join('/')
}

/** The pointer of the field that shows a value: an entry of a list belongs to the list. */
export function listOrFieldOf(pointer: string): string {
  const path = segmentsOf(pointer)
  return pointerOf(isIndex(path.at(-1) ?? '') ? path.slice(0, -1) : path)
}

/** The answers with one value set below a step; undefined removes it. Unchanged steps stay the same object. */
export function withAnswer(answers: Answers, pointer: string, value: unknown): Answers {
  if (segmentsOf(pointer).length < 2) return answers
  const changed = withValueAt(answers, pointer, value)
  return isAnswers(changed) ? changed : answers
}

/** Every value that is neither a group nor a list, in the order of entry; empty groups and lists count as nothing. */
export function leavesOf(answers: { readonly [name: string]: unknown }): Leaf[] {
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

/** The ids of the files in the answers, by the format in the definition, each once. */
export function attachmentsOf(definition: Pick<Definition, 'steps'>, answers: Answers): string[] {
  const ids = leavesOf(answers).flatMap(({ pointer, value }) =>
    typeof value === 'string' && isAttachment(definition, pointer) ? [value] : [],
  )
  return [...new Set(ids)]
}

/** Whether the answer at a JSON Pointer is the id of a file. */
export function isAttachment({ steps }: Pick<Definition, 'steps'>, pointer: string): boolean {
  const [stepId, ...path] = segmentsOf(pointer)
  const step = steps.find(({ id }) => id === stepId)
  return step !== undefined && schemasAt(step.schema, path).some(({ format }) => format === 'attachment-id')
}

/**
 * Answers read from storage or from a response: an object of objects; anything else is dropped, and so are the
 * characters that the API refuses. An older draft may have them.
 */
export function toAnswers(value: unknown): Answers {
  if (!isRecord(value)) return {}
  const answers: Answers = {}
  for (const [step, stepAnswers] of Object.entries(withSafeTexts(value)))
    if (isRecord(stepAnswers)) answers[step] = stepAnswers
  return answers
}

/** The value with each of its texts as the API accepts it. */
export function withSafeTexts<Value>(value: Value): Value {
  return withTexts(value, safeText) as Value
}

/** The value with each of its texts changed. */
export function withTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((entry: unknown) => withTexts(entry, change))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, withTexts(inside, change)]))
}

/** Drops `undefined` (as JSON would) and texts without anything to see. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => (entry === undefined ? null : withoutEmpty(entry)))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      entry === undefined || (typeof entry === 'string' && isBlank(entry)) ? [] : [[key, withoutEmpty(entry)] as const],
    ),
  )
}

export function isAnswers(value: unknown): value is Answers {
  return isRecord(value) && Object.values(value).every(isRecord)
}
