import { lookupTags } from '../../form-model/language-tag.ts'
import { isLanguage, languages } from '../lib/language.ts'
import type { Language } from '../lib/language.ts'
import { isShowable, unknownPlaceholders } from '../lib/suitable-text.ts'
import { texts } from './texts.ts'

/** A tenant's own texts (`branding.texts` of the contract), by language, then by namespace and key; a variant has those of its language. */
export type TextOverrides = Partial<Record<Language, Readonly<Record<string, string>>>>

/** The texts of one namespace. */
type Texts = { [key: string]: string | Texts }

let current: TextOverrides = {}
/** The portal's own texts, to return to them for another tenant. */
const originals = new Map<string, Texts>()

/**
 * Replaces texts of the portal by the tenant's, in namespaces that are loaded now or later. An unsuitable override is
 * ignored, see {@link isSuitable}. Texts that a user is reading stay until they are rendered again.
 */
export function applyTextOverrides(overrides: TextOverrides = {}): void {
  if (overrides === current) return
  current = overrides
  for (const language of languages) {
    for (const namespace of Object.keys(texts.getDataByLanguage(language) ?? {})) overrideNamespace(language, namespace)
  }
}

texts.store.on('added', (language: string, namespace: string) => {
  originals.delete(`${language}/${namespace}`)
  overrideNamespace(language, namespace)
})

function overrideNamespace(language: string, namespace: string): void {
  const name = `${language}/${namespace}`
  const original = originals.get(name) ?? (structuredClone(texts.getResourceBundle(language, namespace)) as Texts)
  originals.set(name, original)
  const bundle = structuredClone(original)
  const own = lookupTags(language)
    .filter(isLanguage)
    .map((tag) => current[tag] ?? {})
  for (const [key, text] of own.toReversed().flatMap((each) => Object.entries(each))) {
    const path = key.split('.')
    if (path.shift() === namespace) replaceText(bundle, path, text)
  }
  texts.addResourceBundle(language, namespace, bundle, false, true, { silent: true })
}

function replaceText(group: Texts, [first = '', ...rest]: readonly string[], text: string): void {
  const before = Object.hasOwn(group, first) ? group[first] : undefined
  if (typeof before === 'object') replaceText(before, rest, text)
  else if (before !== undefined && rest.length === 0 && isSuitable(before, text)) group[first] = text
}

/** Whether a text can replace the portal's text. */
export function isSuitable(original: string, text: unknown): boolean {
  return typeof text === 'string' && isShowable(original, text) && unknownPlaceholders(original, text).length === 0
}
