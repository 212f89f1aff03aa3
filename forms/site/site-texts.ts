import { addStudioTexts, useSay } from '../studio/studio-texts.ts'
import type { Say, StudioLanguage, StudioText } from '../studio/studio-texts.ts'
import { isServed } from './server-files.ts'
import en from './texts.en.json'
import ja from './texts.ja.json'

export type SiteText = keyof typeof ja | StudioText

export type SaySite = Say<SiteText>

addStudioTexts({ ja: shown(ja), en: shown(en) })

/** Where a server saves and publishes, the studio's own texts say so. */
function shown(texts: typeof ja): { [key: string]: string } {
  return isServed ? Object.fromEntries(Object.entries(texts).filter(([key]) => key.startsWith('site.'))) : texts
}

/** The texts of the studio and of this site. */
export function useSiteSay(language: StudioLanguage): SaySite {
  return useSay<SiteText>(language)
}
