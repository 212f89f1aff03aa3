import type { FieldPath } from '../../form-model/definition.ts'
import { escapeSegment } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { say } from '../source/messages.ts'
import { formatNumber } from '../../src/lib/display-text.ts'
import type { Language } from '../../src/lib/language.ts'

/** The words of a form in one language. */
export type FormWords = {
  language: Language
  /** The label of a field, or the title of a step. */
  label: (path: FieldPath) => string
  /** The label of an answer. */
  option: (path: FieldPath, value: unknown) => string
}

/**
 * A condition as residents would read it: 「登録の種類」が「転入」のとき. `null` for a schema that has no such words.
 * @param base the group that the schema describes; `''` for the whole answers
 */
export function conditionWords(schema: unknown, base: FieldPath, words: FormWords): string | null {
  const found = phrase(schema, base, words)
  return found === null || found === '' ? found : say('when', words.language, { condition: found })
}

const numberWords = {
  minimum: 'when-at-least',
  maximum: 'when-at-most',
  exclusiveMinimum: 'when-above',
  exclusiveMaximum: 'when-below',
} as const

/** `''` is a condition that always holds. */
function phrase(schema: unknown, path: FieldPath, words: FormWords): string | null {
  if (!isRecord(schema)) return schema === true ? '' : null
  const { language, label } = words
  const name = label(path)
  const parts = Object.entries(schema).map(([key, value]): string | null => {
    switch (key) {
      case 'type':
        return ''
      case 'const':
        return say('when-is', language, { name, value: valueWords([value], path, words) })
      case 'enum':
        return Array.isArray(value)
          ? say('when-is', language, { name, value: valueWords(value as unknown[], path, words) })
          : null
      case 'minimum':
      case 'maximum':
      case 'exclusiveMinimum':
      case 'exclusiveMaximum':
        return typeof value === 'number' ? say(numberWords[key], language, { name, value: formatNumber(value) }) : null
      case 'minLength':
      case 'minItems':
        return value === 1 ? say('when-answered', language, { name }) : null
      case 'contains':
        return within(value, path, words)
      case 'not':
        return negated(value, path, words)
      case 'allOf':
        return joined(value, 'when-and', path, words)
      case 'anyOf':
        return joined(value, 'when-or', path, words)
      case 'properties':
      case 'required':
        return key === 'required' && isRecord(schema.properties) ? '' : propertiesPhrase(schema, path, words)
      default:
        return null
    }
  })
  return together(parts, 'when-and', language)
}

function propertiesPhrase(schema: { [key: string]: unknown }, path: FieldPath, words: FormWords): string | null {
  const { language, label } = words
  const properties = recordOf(schema.properties)
  const required = arrayOf(schema.required).map(String)
  const names = [...new Set([...Object.keys(properties), ...required])]
  const parts = names.map((name) => {
    const inside = `${path === '' ? '' : `${path}/`}${escapeSegment(name)}`
    const found = phrase(properties[name] ?? {}, inside, words)
    if (found === '') return required.includes(name) ? say('when-answered', language, { name: label(inside) }) : ''
    return found === null || required.includes(name) ? found : say('when-open', language, { condition: found })
  })
  return together(parts, 'when-and', language)
}

/** `contains`: a list of choices contains one choice, or an entry of a list fits. */
function within(schema: unknown, path: FieldPath, words: FormWords): string | null {
  if (isRecord(schema) && Object.keys(schema).length === 1 && 'const' in schema) {
    const value = valueWords([schema.const], path, words)
    return say('when-contains', words.language, { name: words.label(path), value })
  }
  const found = phrase(schema, `${path}/[]`, words)
  return found === null ? null : say('when-some', words.language, { name: words.label(path), condition: found })
}

function negated(schema: unknown, path: FieldPath, words: FormWords): string | null {
  if (!isRecord(schema)) return null
  const { language } = words
  const keys = Object.keys(schema).filter((key) => key !== 'type')
  const values = 'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? (schema.enum as unknown[]) : null
  if (values && keys.length === 1)
    return say('when-is-not', language, { name: words.label(path), value: valueWords(values, path, words) })
  const found = phrase(schema, path, words)
  return found === null || found === '' ? null : say('when-not', language, { condition: found })
}

function joined(schemas: unknown, key: 'when-and' | 'when-or', path: FieldPath, words: FormWords): string | null {
  if (!Array.isArray(schemas)) return null
  const found = together(
    schemas.map((schema: unknown) => phrase(schema, path, words)),
    key,
    words.language,
  )
  return key === 'when-or' && found !== null && found !== ''
    ? say('when-group', words.language, { condition: found })
    : found
}

function together(parts: readonly (string | null)[], key: 'when-and' | 'when-or', language: Language): string | null {
  if (parts.includes(null)) return null
  return parts.filter((part) => part !== '').join(say(key, language))
}

function valueWords(values: readonly unknown[], path: FieldPath, words: FormWords): string {
  const { language } = words
  return values
    .map((value) => say('quoted', language, { text: words.option(path, value) }))
    .join(say('when-either', language))
}
