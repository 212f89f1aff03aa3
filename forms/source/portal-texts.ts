import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isRecord } from '../../form-model/record.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'

/** The texts of one language by namespace and key, e.g. `login.login.lead`. */
export type TextsByKey = ReadonlyMap<string, string>

/** Shown when no other text can be loaded: a tenant cannot replace these. */
const fixed = 'fallback.json'

/** The texts of the portal that a tenant can replace by its own. */
export type PortalTexts = ReadonlyMap<Language, TextsByKey>

export function portalTexts(): PortalTexts {
  return new Map(languages.map((language) => [language, readTexts(language)]))
}

function readTexts(language: Language): TextsByKey {
  const folder = path.join(import.meta.dirname, '../../locales', language)
  const files = readdirSync(folder).filter((name) => name !== fixed)
  return new Map(
    files.flatMap((name) => {
      const texts: unknown = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
      return leaves(path.basename(name, '.json'), texts)
    }),
  )
}

function leaves(key: string, texts: unknown): [string, string][] {
  if (typeof texts === 'string') return [[key, texts]]
  return isRecord(texts) ? Object.entries(texts).flatMap(([name, below]) => leaves(`${key}.${name}`, below)) : []
}
