import { resolved } from './document.ts'
import type { ApiDocument } from './document.ts'

/** The objects whose text fields have hand-written forms in the portal, which need their limits. */
const objects = ['NewPerson', 'NewCorporation', 'Address', 'ShippingAddress', 'Withdrawal'] as const

const limitNames = ['minLength', 'maxLength', 'pattern'] as const

type Property = { type?: unknown; properties?: Record<string, unknown> } & Partial<
  Record<(typeof limitNames)[number], string | number>
>

/** Source of a module with the limits of the text fields of `objects`, one constant for each object. */
export function limitsSource(document: ApiDocument): string {
  const constants = objects.map((name) => {
    const schema = document.components.schemas[name] as Property | undefined
    if (schema?.properties === undefined) throw new Error(`components.schemas.${name} is missing or not an object`)
    const fields = Object.entries(schema.properties).flatMap(([field, value]) => {
      const property = resolved<Property>(document, value as Property)
      const limits = limitNames.flatMap((limit) =>
        property[limit] === undefined ? [] : [`${limit}: ${literal(property[limit])}`],
      )
      return limits.length === 0 ? [] : [`  ${field}: { ${limits.join(', ')} },`]
    })
    return `export const limitsOf${name} = {\n${fields.join('\n')}\n} as const\n`
  })
  const { title, version } = document.info
  return `/**\n * Generated from ${title} ${version} by contract/openapi/limits.ts: do not edit.\n */\n${constants.join('\n')}`
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
