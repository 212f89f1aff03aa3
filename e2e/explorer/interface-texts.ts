import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../form-model/record.ts'
import { languages } from '../../src/lib/language.ts'

const folder = join(import.meta.dirname, '../../locales')
const catalogues = languages.flatMap((language) =>
  readdirSync(join(folder, language)).map(
    (file) => JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as unknown,
  ),
)

/**
 * Matches a text of the catalogue in every language, with any values and in its plural forms, so that a command finds
 * its control in any language of the page.
 */
export function textOf(key: string): RegExp {
  const parts = key.split('.')
  const last = parts.pop() ?? ''
  const found = catalogues.flatMap((catalogue) => {
    const parent = parts.reduce<unknown>((node, part) => (isRecord(node) ? node[part] : undefined), catalogue)
    if (!isRecord(parent)) return []
    return Object.entries(parent).flatMap(([name, text]) =>
      (name === last || name.startsWith(`${last}_`)) && typeof text === 'string' ? [text] : [],
    )
  })
  if (found.length === 0) throw new Error(`The catalogues have no text ${key}`)
  return new RegExp(`^(?:${found.map((text) => patternOf(text)).join('|')})$`)
}

function patternOf(text: string): string {
  return text
    .split(/\{\{.*?\}\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
}
