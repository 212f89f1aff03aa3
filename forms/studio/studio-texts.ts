import { createInstance } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import en from './texts.en.json' with { type: 'json' }
import ja from './texts.ja.json' with { type: 'json' }
import type { Language } from '../../src/lib/language.ts'

export type StudioLanguage = 'ja' | 'en'

export type StudioText = keyof typeof ja

export type Say<Text extends string = StudioText> = (key: Text, values?: { [name: string]: string | number }) => string

const studioTexts = createInstance({
  lng: 'ja',
  fallbackLng: false,
  initAsync: false,
  ns: ['studio'],
  defaultNS: 'studio',
  // `block.add` is one key.
  keySeparator: false,
  interpolation: { escapeValue: false },
  resources: { ja: { studio: ja }, en: { studio: en } },
})
void studioTexts.init()

/** Adds texts of the program around the studio, which may replace some of the studio's own. */
export function addStudioTexts(added: { [language in StudioLanguage]: { [key: string]: string } }): void {
  for (const [language, texts] of Object.entries(added))
    studioTexts.addResourceBundle(language, 'studio', texts, true, true)
}

/** The studio's own texts. */
export function useSay<Text extends string = StudioText>(language: StudioLanguage): Say<Text> {
  const { t } = useTranslation('studio', { i18n: studioTexts, lng: language })
  return useCallback<Say<Text>>((key, values = {}) => t(key as StudioText, values), [t])
}

/** The studio's own texts for the command line, which says the same about a form as the page. */
export function sayIn(language: StudioLanguage): Say {
  const t = studioTexts.getFixedT(language)
  return (key, values = {}) => t(key, values)
}

/** The name of a field that has a text in one language. */
export function titleIn(language: Language, title: string, say: Say): string {
  return language === 'ja' ? title : say('inLanguage', { title, language: say(`texts.${language}`) })
}
