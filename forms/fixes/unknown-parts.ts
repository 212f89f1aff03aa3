import { isInside, joinPointer, parentOf, pointerOf, segmentsOf } from '../../form-model/pointer.ts'
import { arrayOf, recordOf } from '../../form-model/record.ts'
import { edit, removeEntry, treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { allNodes } from '../edit/form-tree.ts'
import { readValue, removeValue, removeWithEmpty, setValue } from '../edit/json-text.ts'
import { setCondition } from '../edit/question-condition.ts'
import type { FixableFinding } from './fix.ts'

/** The pointer of the condition around a place of form.json; `null` if it is not in a condition. */
export function conditionAround(pointer: string): string | null {
  const [outside] =
    /^\/(?:steps\/\d+\/visibleWhen|requiredWhen\/\d+\/when|fee\/lines\/\d+(?:\/exempt)?\/when|delivery\/when)(?=\/)/.exec(
      pointer,
    ) ?? [null]
  if (outside !== null) return outside
  const segments = segmentsOf(pointer)
  if (segments[0] !== 'steps' || segments[2] !== 'schema') return null
  for (let at = 3; at < segments.length; at++) {
    if (segments[at] === 'if') return pointerOf(segments.slice(0, at + 1))
    // The name of a question or the number of a part follows.
    if (segments[at] === 'properties' || segments[at] === 'allOf') at += 1
  }
  return null
}

/**
 * Removes from a condition what names a missing question, and the condition itself if nothing else remains of it. The
 * same files if the questions behind the condition cannot be kept without it.
 */
export function removeUnknownPart(files: FormFiles, { file, pointer }: { file: string; pointer: string }): FormFiles {
  const condition = conditionAround(pointer)
  if (file !== 'form.json' || condition === null) return files
  const text = withoutName(files[file] ?? '{}', condition, pointer)
  return text === null ? removeCondition(files, condition) : { ...files, [file]: text }
}

/** Removes from a condition an answer that its question does not have, and the part that has no other answer. */
export function removeAnswer(files: FormFiles, { file, pointer, answer }: FixableFinding): FormFiles {
  const values = readValue(files[file] ?? '{}', pointer)
  const left = Array.isArray(values) ? values.filter((value) => String(value) !== answer) : []
  if (left.length === 0) return removeUnknownPart(files, { file, pointer: parentOf(pointer) })
  return edit(files, file, (text) => setValue(text, pointer, left))
}

/** `null` if nothing of the condition remains. */
function withoutName(form: string, condition: string, pointer: string): string | null {
  let { schema, name } = named(form, pointer)
  let text = form
  for (;;) {
    if (name !== null) {
      text = removeWithEmpty(text, joinPointer(`${schema}/properties`, name))
      text = removeEntry(text, `${schema}/required`, name)
    }
    if (Object.keys(recordOf(readValue(text, schema))).some((keyword) => keyword !== 'type')) return text
    if (schema === condition) return null
    const above = parentOf(schema)
    // A list of conditions, the content of a question, or `not`.
    if (/\/(?:allOf|anyOf|oneOf)\/\d+$/.test(schema)) {
      text = removeWithEmpty(text, schema)
      ;[schema, name] = [parentOf(above), null]
    } else if (above.endsWith('/properties')) {
      ;[schema, name] = [parentOf(above), segmentsOf(schema).at(-1) ?? '']
    } else {
      text = removeValue(text, schema)
      ;[schema, name] = [above, null]
    }
  }
}

/** The missing question that a finding is about, in `properties` or `required`, and the schema around it. */
function named(form: string, pointer: string): { schema: string; name: string | null } {
  const list = parentOf(pointer)
  const name = list.endsWith('/required') ? readValue(form, pointer) : segmentsOf(pointer).at(-1)
  return { schema: parentOf(list), name: typeof name === 'string' ? name : null }
}

/** Removes a condition, and the rule that has no meaning without it. */
export function removeCondition(files: FormFiles, condition: string): FormFiles {
  if (condition.endsWith('/if')) return alwaysShown(files, parentOf(condition))
  // A rule, an exemption or a delivery without its condition means nothing.
  const [, whole = condition] =
    /^(\/requiredWhen\/\d+|\/fee\/lines\/\d+\/exempt|\/delivery)\/when$/.exec(condition) ?? []
  return edit(files, 'form.json', (text) => removeWithEmpty(text, whole))
}

/** Takes the questions out of the branch of a condition; the same files if the branch is more than its questions. */
function alwaysShown(files: FormFiles, place: string): FormFiles {
  const branch = `${place}/then`
  const then = recordOf(readValue(files['form.json'] ?? '{}', branch))
  const names = Object.keys(recordOf(then.properties))
  const required = arrayOf(then.required).map(String)
  const isPlain = required.every((name) => names.includes(name)) && !hasValue(files, `${place}/else`)
  if (!isPlain) return files
  const shown = allNodes(treeOf(files)).filter(({ holderPointer }) => isInside(holderPointer, branch))
  const outermost = shown.filter(
    ({ path }) => !shown.some((other) => other.path !== path && isInside(path, other.path)),
  )
  const result = outermost.reduce((changed, { path }) => setCondition(changed, path, null), files)
  return conditionsAt(result, place) < conditionsAt(files, place) ? result : files
}

function hasValue(files: FormFiles, pointer: string): boolean {
  return readValue(files['form.json'] ?? '{}', pointer) !== undefined
}

/** The number of conditions at a place; those after a removed one in a list have another pointer. */
function conditionsAt(files: FormFiles, place: string): number {
  const list = parentOf(place)
  if (!list.endsWith('/allOf')) return hasValue(files, `${place}/if`) ? 1 : 0
  const parts = readValue(files['form.json'] ?? '{}', list)
  return Array.isArray(parts) ? parts.length : 0
}
