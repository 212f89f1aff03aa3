import { isRecord } from '../../form-model/record.ts'

/** Whether a condition names the question at the segments, or a question inside it. */
export function reaches(schema: unknown, segments: readonly string[]): boolean {
  const [first, ...rest] = segments
  if (first === undefined) return true
  if (Array.isArray(schema)) return schema.some((part) => reaches(part, segments))
  if (!isRecord(schema)) return false
  const { properties, ...others } = schema
  // "Is answered" names the question only here.
  if (rest.length === 0 && Array.isArray(schema.required) && schema.required.includes(first)) return true
  const inside = first === '[]' ? [schema.items, schema.contains] : isRecord(properties) ? [properties[first]] : []
  return (
    inside.some((part) => isRecord(part) && reaches(part, rest)) ||
    Object.values(others).some((part) => typeof part === 'object' && reaches(part, segments))
  )
}
