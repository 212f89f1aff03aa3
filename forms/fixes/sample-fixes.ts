import { parentOf, segmentsOf } from '../../form-model/pointer.ts'
import { edit, isValidSample, treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { acceptedDate } from '../edit/date-limits.ts'
import { exampleAnswer } from '../edit/example-answer.ts'
import { allNodes } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue, removeValue, setValue } from '../edit/json-text.ts'
import { isPlaceOf } from '../edit/invalid-samples.ts'
import type { FixableFinding } from './fix.ts'

/** Gives a refused sample an answer that the question accepts. An answer to a missing question is removed. */
export function acceptedAnswer(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  if (!isValidSample(file)) return files
  const nodes = allNodes(treeOf(files))
  const at = (place: string) => nodes.find(({ path }) => isPlaceOf(place, path))
  const node = at(pointer)
  if (!node) {
    // What a shared part asks for is not in form.json.
    const part = at(parentOf(pointer))
    return part?.kind === 'part' ? withAnswer(files, file, parentOf(pointer), part) : without(files, file, pointer)
  }
  return withAnswer(files, file, pointer, node)
}

function withAnswer(files: FormFiles, file: string, pointer: string, { path, schema }: FormNode): FormFiles {
  const date = schema.format === 'date' ? acceptedDate(files, path) : undefined
  return edit(files, file, (text) => {
    const answer = date ?? nearestAnswer(schema, readValue(text, pointer))
    return answer === undefined ? text : setValue(text, pointer, answer)
  })
}

function without(files: FormFiles, file: string, pointer: string): FormFiles {
  return segmentsOf(pointer).length < 2 ? files : edit(files, file, (text) => removeValue(text, pointer))
}

/** The nearest answer within the limits of a schema, so that the sample changes as little as possible. */
function nearestAnswer(schema: FormNode['schema'], answer: unknown): unknown {
  const { minimum, maximum, maxLength, maxItems } = schema
  if (typeof answer === 'number' && typeof maximum === 'number' && answer > maximum) return maximum
  if (typeof answer === 'number' && typeof minimum === 'number' && answer < minimum) return minimum
  if (typeof answer === 'string' && typeof maxLength === 'number' && Array.from(answer).length > maxLength)
    return Array.from(answer).slice(0, maxLength).join('')
  if (Array.isArray(answer) && typeof maxItems === 'number' && answer.length > maxItems)
    return answer.slice(0, maxItems)
  return exampleAnswer(schema)
}
