import { parseServiceId, parseTenantId } from '../../src/paths.ts'

/** The id of a service that the name of a file proposes. */
export function serviceIdOf(file: string): string {
  const name = file.replace(/^.*[\\/]/, '').replace(/(?:[-.]schema)?\.json$/i, '')
  const id = name
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .toLowerCase()
    .slice(0, 64)
    .replace(/-+$/, '')
  return id === '' ? 'form' : id
}

/** An id as it is typed with a Japanese keyboard, with half-width letters, digits and hyphens. */
export function typedId(text: string): string {
  return text.normalize('NFKC').replace(/[‐‑‒–—―−ー]/g, '-')
}

/** Whether a folder may be the tenant of forms: its name is a part of addresses, so the portal decides. */
export function isTenantName(name: string): boolean {
  return parseTenantId(name) !== null
}

/** Whether what the studio opens is a form, instead of a tenant without one. */
export function isNameOfForm(name: string): boolean {
  return name.includes('/')
}

/** Whether a folder may be a service or a type of form. Two underscores are reserved for separators. */
export function isFormName(name: string): boolean {
  return parseServiceId(name) !== null && !name.includes('__')
}
