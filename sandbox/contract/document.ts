import { valueAt } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'

/** An object of the OpenAPI document. */
export type DocumentNode = { [key: string]: unknown }

/** A part of the document and its place, after following a `$ref`. */
export type Located = { value: DocumentNode; pointer: string }

export function nodeOf(value: unknown): DocumentNode {
  if (!isRecord(value)) throw new Error('The contract is not structured as expected')
  return value
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

export function nodeAt(document: DocumentNode, pointer: string): DocumentNode {
  return nodeOf(valueAt(document, pointer))
}

/** The part at a pointer, or the part its `$ref` names. */
export function locate(document: DocumentNode, given: unknown, pointer: string): Located {
  const ref = nodeOf(given).$ref
  if (typeof ref !== 'string') return { value: nodeOf(given), pointer }
  return { value: nodeAt(document, ref.slice(1)), pointer: ref.slice(1) }
}
