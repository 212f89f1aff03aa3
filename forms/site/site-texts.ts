import { addStudioTexts, useSay } from '../studio/studio-texts.ts'
import type { Say, StudioLanguage, StudioText } from '../studio/studio-texts.ts'
import en from './texts.en.json'
import ja from './texts.ja.json'

export type SiteText = keyof typeof ja | StudioText

export type SaySite = Say<SiteText>

addStudioTexts({ ja, en })

/** The texts of the studio and of this site. */
export function useSiteSay(language: StudioLanguage): SaySite {
  return useSay<SiteText>(language)
}
