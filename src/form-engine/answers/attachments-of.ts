import type { Answers, Definition } from '../../../form-model/definition.ts'
import { isRecord } from '../../../form-model/record.ts'
import { segmentsOf } from '../../../form-model/pointer.ts'
import { leavesOf } from './answers-at.ts'

/** The ids of the files in the answers, by the format the definition gives them, each once. */
export function attachmentsOf(definition: Pick<Definition, 'steps'>, answers: Answers): string[] {
  const ids = leavesOf(answers).flatMap(({ pointer, value }) => {
    const [stepId, ...path] = segmentsOf(pointer)
    const schema = definition.steps.find(({ id }) => id === stepId)?.schema
    return typeof value === 'string' && isAttachment(schema, path) ? [value] : []
  })
  return [...new Set(ids)]
}

function isAttachment(schema: unknown, path: readonly string[]): boolean {
  if (Array.isArray(schema)) return schema.some((one) => isAttachment(one, path))
  if (!isRecord(schema)) return false
  const [first, ...rest] = path
  const beside = ['allOf', 'anyOf', 'oneOf', 'then', 'else'].map((keyword) => schema[keyword])
  const dependencies = isRecord(schema.dependencies) ? Object.values(schema.dependencies) : []
  if ([...beside, ...dependencies].some((branch) => isAttachment(branch, path))) return true
  if (first === undefined) return schema.format === 'attachment-id'
  const properties = schema.properties
  if (isRecord(properties) && Object.hasOwn(properties, first)) return isAttachment(properties[first], rest)
  return /^\d+$/.test(first) && isAttachment(schema.items, rest)
}
