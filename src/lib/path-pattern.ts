import { isString } from './shape.ts'

/** Short, because the starter (src/starter) includes this module in the document. */

const idPattern = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,126}[A-Za-z0-9])?$/

/** Refuses names that every object has, such as `constructor`, because tables are read by these values. */
export function isId(value: unknown): value is string {
  return isString(value) && idPattern.test(value) && !(value in Object.prototype)
}

/**
 * The parameters of `pattern` (in React Router's notation) in `pathname`, undecoded; null if it does not match exactly
 * or a parameter is not a valid id.
 */
export function matchPattern(pattern: string, pathname: string): Record<string, string> | null {
  const segments = pathname.split('/')
  const parts = pattern.split('/')
  const params: Record<string, string> = {}
  const fits = parts.every((part, index) => {
    const segment = segments[index]
    if (part[0] !== ':') return part === segment
    return isId(segment) && (params[part.slice(1)] = segment)
  })
  return fits && parts.length === segments.length ? params : null
}
