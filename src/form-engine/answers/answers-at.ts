import type { Answers } from '../../../form-model/definition.ts'

/** One value inside the answers: its JSON Pointer (`/applicant/name/family`) and what is there. */
export type Leaf = { pointer: string; value: unknown }

/** The parts of a JSON Pointer, unescaped (RFC 6901); the empty pointer has none. */
export function pointerParts(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .replace(/^\//, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The JSON Pointer of these parts. */
export function pointerOf(parts: readonly string[]): string {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The definition's name of the field a pointer leads to: `items/lines/[]/kind` for `/items/lines/2/kind`. */
export function fieldPathOf(pointer: string): string {
  return pointerParts(pointer)
    .map((part) => (/^\d+$/.test(part) ? '[]' : part))
    .join('/')
}

/** The value a pointer leads to, undefined where there is none. */
export function valueAt(answers: Answers, pointer: string): unknown {
  let here: unknown = answers
  for (const part of pointerParts(pointer)) {
    if (!isContainer(here) || !Object.hasOwn(here, part)) return undefined
    here = Array.isArray(here) ? here[Number(part)] : here[part]
  }
  return here
}

/**
 * The answers with one value set; undefined removes it. Groups and lists on the way are made as needed, everything
 * beside the way stays the same object, so that unchanged steps are not drawn again.
 */
export function withValueAt(answers: Answers, pointer: string, value: unknown): Answers {
  const parts = pointerParts(pointer)
  if (parts.length < 2 || parts.some(isPrototypeName)) return answers
  const changed = setIn(answers, parts, value)
  return isAnswers(changed) ? changed : answers
}

/** Every value that is no group or list, in the order it was entered; empty groups and lists count for nothing. */
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

/** Whether nothing at all has been entered. */
export function isEmpty(answers: Answers): boolean {
  return leavesOf(answers).length === 0
}

/** Answers as they come from storage or from another room: an object of objects, anything else is dropped. */
export function toAnswers(value: unknown): Answers {
  if (!isRecord(value)) return {}
  const answers: Answers = {}
  for (const [step, stepAnswers] of Object.entries(value)) if (isRecord(stepAnswers)) answers[step] = stepAnswers
  return answers
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAnswers(value: unknown): value is Answers {
  return isRecord(value) && Object.values(value).every(isRecord)
}

function isContainer(value: unknown): value is Record<string, unknown> | unknown[] {
  return typeof value === 'object' && value !== null
}

function isPrototypeName(part: string): boolean {
  return part === '__proto__' || part === 'constructor' || part === 'prototype'
}

function setIn(container: unknown, parts: readonly string[], value: unknown): unknown {
  const [first, ...rest] = parts
  if (first === undefined) return value
  if (Array.isArray(container)) {
    const list = [...(container as unknown[])]
    list[Number(first)] = setIn(list[Number(first)], rest, value)
    return list
  }
  const group: Record<string, unknown> = isRecord(container) ? { ...container } : {}
  const below = setIn(group[first] ?? startOf(rest), rest, value)
  if (below === undefined) delete group[first]
  else group[first] = below
  return group
}

/** What a missing container must be so that the next part of the pointer fits into it. */
function startOf(rest: readonly string[]): unknown {
  const [next] = rest
  if (next === undefined) return undefined
  return /^\d+$/.test(next) ? [] : {}
}
