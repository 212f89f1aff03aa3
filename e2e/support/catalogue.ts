import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../locales/ja')
const known = readdirSync(folder)
  .flatMap((file) => textsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown))
  // A text that consists of little more than its values would match any word.
  .filter((text) => text.replaceAll(/\{\{.*?\}\}/g, '').length >= 2)
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{\{.*?\}\}/)
          .map(escaped)
          .join('.+?')}$`,
      ),
  )

/** A text of the catalogue, or two joined by a space: the problem, and when to retry. */
export function isCatalogueText(text: string): boolean {
  const is = (part: string) => known.some((pattern) => pattern.test(part))
  if (is(text)) return true
  return [...text.matchAll(/ /g)].some(({ index }) => is(text.slice(0, index)) && is(text.slice(index + 1)))
}

function textsOf(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsOf) : []
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, ' ')
}
