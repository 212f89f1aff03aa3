import { formats, isFormatName } from '../../form-model/formats.ts'
import type { Format } from '../../form-model/formats.ts'

const tokenOfFormat: { [format: string]: string } = {
  'jp-phone': 'tel',
  email: 'email',
  'jp-postal-code': 'postal-code',
}
const tokenOfName: { [name: string]: string } = { familyName: 'family-name', givenName: 'given-name' }

/** The `autocomplete` by which browsers fill in a field, from its format or its name. */
export function autocompleteFor(name: string, format: unknown): string | undefined {
  return own(tokenOfFormat, String(format)) ?? own(tokenOfName, name)
}

/** The keyboard for the values of a format. */
export function keyboardOf(name: unknown): string | undefined {
  const format: Format | undefined = isFormatName(name) ? formats[name] : undefined
  return format?.inputMode
}

/** Formats whose texts have no useful limit of their own. */
export const unboundedFormats: ReadonlySet<string> = new Set(['email', 'jis-level-2', 'uri', 'http-uri', 'jp-kana'])

/** Whether a pattern allows only half-width digits, so that a phone can show its number keys. */
export function hasOnlyDigits(pattern: unknown): boolean {
  return typeof pattern === 'string' && /^\^(?:\[0-9\]|\\d)(?:\{[\d,]+\}|[+*])?\$$/.test(pattern)
}

function own(table: { [key: string]: string }, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
