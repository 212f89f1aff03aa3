import { isRecord } from '../../form-model/record.ts'
import { valueAt } from '../../form-model/pointer.ts'
import { isLanguage } from '../../src/lib/language.ts'
import { leastContrast, lowContrasts, paletteOf } from '../../src/tenant/palette.ts'
import { isComplete } from '../source/complete-languages.ts'
import type { Problem } from '../source/finding.ts'
import type { JsonSource } from '../source/json-source.ts'

/** The meaning of `tenant.json`; its keys and values are checked against the schema. */
export function tenantProblems(source: JsonSource): Problem[] {
  return [...contrastProblems(source), ...linkProblems(source), ...languageProblems(source), ...missingParts(source)]
}

/** The portal corrects such a colour, so that pages look different from what the tenant expects. */
function contrastProblems(source: JsonSource): Problem[] {
  const color = valueAt(source.value, '/primaryColor')
  if (typeof color !== 'string') return []
  const pairs = lowContrasts(color).map(
    // Never rounded up to the limit.
    ({ text, ground, ratio }) => `${text} / ${ground} ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`,
  )
  if (pairs.length === 0) return []
  const params = { pairs: pairs.join(', '), limit: leastContrast, used: paletteOf(color).light.accent }
  return [{ rule: 'low-contrast', source, pointer: '/primaryColor', params }]
}

/** The portal ignores any other link: see `safeLink`. */
function linkProblems(source: JsonSource): Problem[] {
  const links = ['/links/terms', '/links/privacy', '/links/accessibility', '/line/officialAccountUrl']
  return links.flatMap((pointer): Problem[] => {
    const link = valueAt(source.value, pointer)
    if (typeof link !== 'string' || isSafe(link) || (pointer.startsWith('/links/') && /^\/(?![/\\])/.test(link)))
      return []
    return [{ rule: 'link-not-https', source, pointer, params: { link } }]
  })
}

function isSafe(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, username, password } = new URL(link)
  return protocol === 'https:' && username === '' && password === ''
}

/** Texts that residents of a language read in Japanese. */
function languageProblems(source: JsonSource): Problem[] {
  const locales = valueAt(source.value, '/locales')
  const wanted = Array.isArray(locales) ? locales.filter(isLanguage).filter(isComplete) : []
  return ['/displayName', '/contact/hours'].flatMap((pointer) => {
    const text = valueAt(source.value, pointer)
    if (!isRecord(text)) return []
    return wanted
      .filter((language) => typeof text[language] !== 'string')
      .map((language): Problem => ({ rule: 'tenant-language', source, pointer, params: { language } }))
  })
}

const wantedParts = ['/contact', '/links/terms', '/links/privacy', '/links/accessibility'] as const

/** What residents look for on every page. Without a name and a look, the file only has settings for forms. */
function missingParts(source: JsonSource): Problem[] {
  const { value } = source
  if (!isRecord(value)) return []
  const isNamed = value.displayName !== undefined
  if (!isNamed && !['primaryColor', 'logo', 'contact', 'links'].some((key) => value[key] !== undefined)) return []
  return ['/displayName', ...(isNamed ? wantedParts : [])]
    .filter((pointer) => valueAt(value, pointer) === undefined)
    .map((pointer) => ({
      rule: 'tenant-part',
      source,
      pointer,
      params: { expected: `expected-part${pointer.replaceAll('/', '-')}` },
    }))
}
