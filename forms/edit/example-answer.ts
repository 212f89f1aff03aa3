import { arrayOf, isRecord } from '../../form-model/record.ts'
import { exampleOf, shapeOf } from './answer-shapes.ts'
import { blocks } from './blocks.ts'

/** An answer for the samples that the schema of a question accepts; `undefined` if none can be derived from it. */
export function exampleAnswer(schema: unknown): unknown {
  if (!isRecord(schema)) return undefined
  const block = blocks.find((one) => ['$ref', 'format'].some((key) => key in schema && one.schema[key] === schema[key]))
  if (block) return block.sample
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return (schema.enum as unknown[])[0]
  switch (schema.type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return exampleNumber(schema)
    case 'string':
      return exampleText(schema)
    case 'array':
      return exampleList(schema)
    case 'object':
      return exampleGroup(schema)
    default:
      return undefined
  }
}

function exampleNumber({ minimum, maximum, multipleOf }: { [keyword: string]: unknown }): number {
  const step = typeof multipleOf === 'number' ? multipleOf : 1
  if (typeof minimum === 'number') return Math.ceil(minimum / step) * step
  return typeof maximum === 'number' ? Math.min(step, Math.floor(maximum / step) * step) : step
}

function exampleText(schema: { [keyword: string]: unknown }): string | undefined {
  const { pattern, format, minLength, maxLength } = schema
  if (pattern !== undefined || format !== undefined) return exampleOf(shapeOf({ schema }))
  const example = '記入例'
  const times = typeof minLength === 'number' ? Math.ceil(minLength / example.length) : 1
  return example.repeat(Math.max(times, 1)).slice(0, typeof maxLength === 'number' ? maxLength : undefined)
}

function exampleList({ items, minItems }: { [keyword: string]: unknown }): unknown[] | undefined {
  if (isRecord(items) && items.format === 'attachment-id') return ['AT-1']
  const count = typeof minItems === 'number' ? minItems : 0
  if (isRecord(items) && Array.isArray(items.enum)) return (items.enum as unknown[]).slice(0, count)
  const entry = exampleAnswer(items)
  return count > 0 && entry === undefined ? undefined : Array.from({ length: count }, () => entry)
}

function exampleGroup({ properties, required }: { [keyword: string]: unknown }): object | undefined {
  if (!isRecord(properties)) return {}
  const names = arrayOf(required).map(String)
  const entries = names.map((name) => [name, exampleAnswer(properties[name])] as const)
  return entries.some(([, answer]) => answer === undefined) ? undefined : Object.fromEntries(entries)
}
