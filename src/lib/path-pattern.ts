import { isString } from './shape.ts'

/** Short, because the starter (src/starter) includes this module in the document. */

const idPattern = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,126}[A-Za-z0-9])?$/

/** Refuses names that every object has, such as `constructor`, because tables are read by these values. */
export function isId(value: unknown): value is string {
  return isString(value) && idPattern.test(value) && !(value in Object.prototype)
}

/**
 * Whether `value` can be the id of the parameter `name`. Only the id in a mailed link may be longer than 64 characters.
 * A tenant id has no `__`, because the identity provider's user name is `{tenantId}__{userId}`.
 *
 * @param reserved first segments of addresses: a tenant of that name would be ambiguous
 */
export function isIdOf(name: string, value: unknown, reserved: readonly string[]): value is string {
  return (
    isId(value) &&
    (value.length <= 64 || name === 'confirmationId') &&
    (name !== 'tenantId' || !(value.includes('__') || reserved.includes(value.toLowerCase())))
  )
}

/**
 * The parameters of `pattern` (in React Router's notation) in `pathname`, undecoded; null if it does not match exactly
 * or a parameter is not a valid id.
 */
export function matchPattern(
  pattern: string,
  pathname: string,
  reserved: readonly string[],
): Record<string, string> | null {
  const segments = pathname.split('/')
  const parts = pattern.split('/')
  const params: Record<string, string> = {}
  const fits = parts.every((part, index) => {
    const segment = segments[index]
    if (part[0] !== ':') return part === segment
    const name = part.slice(1)
    return isIdOf(name, segment, reserved) && (params[name] = segment)
  })
  return fits && parts.length === segments.length ? params : null
}
