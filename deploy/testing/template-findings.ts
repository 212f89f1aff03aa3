import { loadAwsServiceSpec } from '@aws-cdk/aws-service-spec'
import type { PropertyType, ResourceProperties, SpecDatabase } from '@aws-cdk/service-spec-types'
import { isRecord } from '../../form-model/record.ts'

export type Template = {
  Parameters?: Record<string, unknown>
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>
}

let loading: Promise<SpecDatabase> | undefined

/**
 * Findings in a CloudFormation template by the resource schemas that AWS publishes: unknown types and properties,
 * missing required ones, values of another type, attributes that do not exist. Values of functions are not evaluated.
 */
export async function templateFindings(template: Template): Promise<string[]> {
  const schemas = await (loading ??= loadAwsServiceSpec())
  return Object.entries(template.Resources).flatMap(([name, { Type, Properties }]) => {
    const resource = schemas.lookup('resource', 'cloudFormationType', 'equals', Type)[0]
    if (resource === undefined) return [`${name}: ${Type} is unknown`]
    return propertyFindings(name, Properties, resource.properties, { schemas, template })
  })
}

type Context = { schemas: SpecDatabase; template: Template }

function propertyFindings(place: string, value: object, properties: ResourceProperties, context: Context): string[] {
  const missing = Object.entries(properties)
    .filter(([name, { required = false }]) => required && !Object.hasOwn(value, name))
    .map(([name]) => `${place}.${name} is missing`)
  const wrong = Object.entries(value).flatMap(([name, given]) => {
    const property = properties[name]
    return property === undefined
      ? [`${place}.${name} is unknown`]
      : valueFindings(`${place}.${name}`, given, property.type, context)
  })
  return [...missing, ...wrong]
}

function valueFindings(place: string, value: unknown, type: PropertyType, context: Context): string[] {
  const intrinsic = intrinsicOf(value)
  if (intrinsic !== null) return intrinsicFindings(place, intrinsic, type, context)
  switch (type.type) {
    case 'string':
      return typeof value === 'string' ? [] : [`${place} is not a string`]
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${place} is not a boolean`]
    case 'integer':
      return Number.isInteger(value) ? [] : [`${place} is not an integer`]
    case 'number':
      return typeof value === 'number' ? [] : [`${place} is not a number`]
    case 'array':
      if (!Array.isArray(value)) return [`${place} is not a list`]
      return value.flatMap((item, index) => valueFindings(`${place}[${index}]`, item, type.element, context))
    case 'map':
      if (!isRecord(value)) return [`${place} is not a map`]
      return Object.entries(value).flatMap(([key, item]) =>
        valueFindings(`${place}.${key}`, item, type.element, context),
      )
    case 'ref': {
      if (!isRecord(value)) return [`${place} is not an object`]
      const definition = context.schemas.get('typeDefinition', type.reference.$ref)
      return propertyFindings(place, value, definition.properties, context)
    }
    case 'union': {
      const findings = type.types.map((one) => valueFindings(place, value, one, context))
      return findings.find((found) => found.length === 0) ?? findings[0] ?? []
    }
    case 'date-time':
    case 'json':
    case 'null':
    case 'tag':
      return []
  }
}

type Intrinsic = { name: string; argument: unknown }

function intrinsicOf(value: unknown): Intrinsic | null {
  if (!isRecord(value)) return null
  const [entry, ...others] = Object.entries(value)
  if (entry === undefined || others.length > 0 || !/^(?:Ref|Fn::\w+)$/.test(entry[0])) return null
  return { name: entry[0], argument: entry[1] }
}

function intrinsicFindings(place: string, intrinsic: Intrinsic, type: PropertyType, context: Context): string[] {
  const { name, argument } = intrinsic
  if (name === 'Fn::If' && Array.isArray(argument))
    return argument.slice(1).flatMap((each) => valueFindings(place, each, type, context))
  if (name === 'Fn::GetAtt' && Array.isArray(argument)) {
    const [target, attribute] = argument.map(String)
    const found = context.template.Resources[target ?? '']
    const [resource] = context.schemas.lookup('resource', 'cloudFormationType', 'equals', found?.Type ?? '')
    return Object.hasOwn(resource?.attributes ?? {}, attribute ?? '')
      ? []
      : [`${place}: ${target} has no attribute ${attribute}`]
  }
  return []
}
