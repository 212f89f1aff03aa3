import { isRecord } from '../../form-model/record.ts'
import { invalidParameter } from './identity-error.ts'

export type Fields = Record<string, unknown>

/** A request body, or one of its parts, as an object; refuses anything else as Cognito does. */
export function fieldsOf(value: unknown, name = 'body'): Fields {
  if (!isRecord(value)) throw invalidParameter(`Missing required parameter ${name}`)
  return value
}

export function requiredText(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw invalidParameter(`Missing required parameter ${name}`)
  return value
}

export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw invalidParameter(`Parameter ${name} must be a string`)
  return value
}

export function optionalFields(fields: Fields, name: string): Fields | undefined {
  const value = fields[name]
  return value === undefined || value === null ? undefined : fieldsOf(value, name)
}

/** A list of objects, e.g. `UserAttributes: [{Name, Value}]`. */
export function listOfFields(fields: Fields, name: string): Fields[] {
  const value = fields[name]
  if (!Array.isArray(value)) throw invalidParameter(`Missing required parameter ${name}`)
  return value.map((item) => fieldsOf(item, name))
}

export function listOfTexts(fields: Fields, name: string): string[] {
  const value = fields[name]
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw invalidParameter(`Missing required parameter ${name}`)
  return value
}
