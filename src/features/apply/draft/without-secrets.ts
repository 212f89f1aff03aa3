import type { Answers, Definition, JsonSchema } from '../../../../form-model/definition.ts'
import { formatRegExp } from '../../../../form-model/formats.ts'
import { isRecord } from '../../../../form-model/record.ts'
import { schemasBelow, withParts } from '../../../../form-model/schema-walk.ts'

/** The answers without what a draft must never contain. Only the schema decides: `secretaryName` is no secret. */
export function withoutSecrets(answers: Answers, definition: Pick<Definition, 'steps'> | null): Answers {
  const safe: Answers = {}
  for (const [step, stepAnswers] of Object.entries(answers)) {
    const schema = definition?.steps.find(({ id }) => id === step)?.schema
    const kept = safeValue(stepAnswers, schema === undefined ? [] : withParts(schema, schema), schema)
    if (isRecord(kept)) safe[step] = kept
  }
  return safe
}

/** `undefined`: no part of the value may be kept. */
function safeValue(value: unknown, schemas: JsonSchema[], root: unknown): unknown {
  if (schemas.some(isSecret) || isFileContent(value, schemas)) return undefined
  const below = (segment: string, inside: unknown) => safeValue(inside, schemasBelow(schemas, segment, root), root)
  if (Array.isArray(value))
    return value.map((entry: unknown, index) => below(String(index), entry)).filter((entry) => entry !== undefined)
  if (!isRecord(value)) return value
  const kept = Object.entries(value).map(([name, inside]) => [name, below(name, inside)])
  return Object.fromEntries(kept.filter(([, inside]) => inside !== undefined))
}

function isSecret({ format, writeOnly }: JsonSchema): boolean {
  return format === 'password' || writeOnly === true
}

function isFileContent(value: unknown, schemas: JsonSchema[]): boolean {
  if (value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return true
  const isAttachment = schemas.some(({ format }) => format === 'attachment-id')
  return isAttachment && typeof value === 'string' && value !== '' && !formatRegExp('attachment-id').test(value)
}
