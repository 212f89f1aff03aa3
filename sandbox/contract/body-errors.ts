import type { ErrorObject, ValidateFunction } from 'ajv'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import type { DocumentNode } from './document.ts'
import { locate, nodeAt, nodeOf } from './document.ts'

export type BodyError = Pick<ErrorObject, 'instancePath' | 'keyword'> & { params: DocumentNode }

export type Schemas = { document: DocumentNode; validator: (pointer: string) => ValidateFunction }

/**
 * Errors of a body. Where a discriminator names the kind of an object, only the errors of that kind are returned;
 * ajv would report the errors of every kind.
 */
export function bodyErrors(schemas: Schemas, pointer: string, body: unknown): BodyError[] {
  const { document, validator } = schemas
  const schema = locate(document, nodeAt(document, pointer), pointer)
  const discriminator = schema.value.discriminator
  if (isRecord(discriminator)) return errorsOfKind(schemas, discriminator, body)
  const validate = validator(schema.pointer)
  const errors: BodyError[] = validate(body) ? [] : (validate.errors ?? [])
  const properties = schema.value.properties
  if (!isRecord(body) || !isRecord(properties)) return errors
  return Object.entries(properties).reduce<BodyError[]>((found, [name, given]) => {
    const property = locate(document, given, joinPointer(`${schema.pointer}/properties`, name))
    if (property.value.discriminator === undefined || body[name] === undefined) return found
    const place = joinPointer('', name)
    return [
      ...found.filter(({ instancePath }) => !instancePath.startsWith(place)),
      ...bodyErrors(schemas, property.pointer, body[name]).map((error) => ({
        ...error,
        instancePath: place + error.instancePath,
      })),
    ]
  }, errors)
}

function errorsOfKind(schemas: Schemas, discriminator: DocumentNode, body: unknown): BodyError[] {
  const name = String(discriminator.propertyName)
  if (!isRecord(body)) return [{ instancePath: '', keyword: 'type', params: {} }]
  const kind = body[name]
  const mapping = nodeOf(discriminator.mapping)
  if (typeof kind !== 'string' || !Object.hasOwn(mapping, kind))
    return [{ instancePath: joinPointer('', name), keyword: 'enum', params: {} }]
  return bodyErrors(schemas, String(mapping[kind]).slice(1), body)
}

/** Keeps at most one error for each place, at the member that is missing or not allowed. */
export function errorPlaces(errors: readonly BodyError[]): { pointer: string; keyword: string }[] {
  const places = new Map<string, string>()
  for (const { instancePath, keyword, params } of errors) {
    const property = params[propertyParameters[keyword] ?? '']
    const pointer = typeof property === 'string' ? joinPointer(instancePath, property) : instancePath
    if (keyword !== 'oneOf' && keyword !== 'anyOf' && !places.has(pointer)) places.set(pointer, keyword)
  }
  return [...places].map(([pointer, keyword]) => ({ pointer, keyword }))
}

/** Params in which ajv names the property of an error. */
const propertyParameters: { readonly [keyword: string]: string } = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
}
