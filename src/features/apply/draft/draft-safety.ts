import type { Answers, Definition, StepAnswers } from '../../../../form-model/definition.ts'
import { isRecord } from '../../../../form-model/record.ts'

/** Names that a form author may give to something that must not be stored. */
const secretName = /pass(word|wd|phrase)|secret|token|credential|pin$|^pin|cvc|cvv/i

/**
 * The answers without what a draft must never hold: passwords and tokens (by schema or by name) and file content.
 * Attachments stay, as they are only ids.
 */
export function withoutSecrets(answers: Answers, definition: Pick<Definition, 'steps'> | null): Answers {
  const safe: Answers = {}
  for (const [step, stepAnswers] of Object.entries(answers)) {
    const schema = definition?.steps.find(({ id }) => id === step)?.schema
    safe[step] = cleanGroup(stepAnswers, schema)
  }
  return safe
}

function cleanGroup(group: StepAnswers, schema: unknown): StepAnswers {
  const clean: StepAnswers = {}
  for (const [name, value] of Object.entries(group)) {
    const below = isRecord(schema) && isRecord(schema.properties) ? schema.properties[name] : undefined
    if (secretName.test(name) || isSecretSchema(below)) continue
    const kept = cleanValue(value, below)
    if (kept !== undefined) clean[name] = kept
  }
  return clean
}

function cleanValue(value: unknown, schema: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('data:') ? undefined : value
  if (typeof Blob !== 'undefined' && value instanceof Blob) return undefined
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return undefined
  if (Array.isArray(value)) {
    const entries: unknown = isRecord(schema) ? schema.items : undefined
    return value.map((entry: unknown) => cleanValue(entry, entries)).filter((entry) => entry !== undefined)
  }
  return isRecord(value) ? cleanGroup(value, schema) : value
}

function isSecretSchema(schema: unknown): boolean {
  return isRecord(schema) && (schema.format === 'password' || schema.writeOnly === true)
}
