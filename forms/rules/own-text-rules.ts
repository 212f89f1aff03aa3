import { pointerOf, valueAt } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { isShowable, longestText, unknownPlaceholders } from '../../src/lib/suitable-text.ts'
import { languages } from '../../src/lib/language.ts'
import type { Problem } from '../source/finding.ts'
import type { JsonSource } from '../source/json-source.ts'
import type { PortalTexts } from '../source/portal-texts.ts'

/** The tenant's own texts that the portal would not show. */
export function ownTextProblems(source: JsonSource, portal: PortalTexts): Problem[] {
  return languages.flatMap((language) => {
    const own = valueAt(source.value, pointerOf(['texts', language]))
    if (!isRecord(own)) return []
    return Object.entries(own).flatMap(([key, text]): Problem[] => {
      if (typeof text !== 'string') return []
      const place = { source, pointer: pointerOf(['texts', language, key]) }
      const original = portal.get(language)?.get(key)
      if (original === undefined) return [{ ...place, rule: 'own-text-key', params: { key } }]
      if (!isShowable(original, text))
        return [{ ...place, rule: 'own-text', params: { language, limit: longestText(original) } }]
      return unknownPlaceholders(original, text).map((placeholder) => ({
        ...place,
        rule: 'own-text-placeholder',
        params: { language, placeholder },
      }))
    })
  })
}
