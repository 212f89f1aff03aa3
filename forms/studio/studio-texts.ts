import { createInstance } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import en from './texts.en.json'
import ja from './texts.ja.json'

export type StudioLanguage = 'ja' | 'en'

export type StudioText = keyof typeof ja

export type Say = (key: StudioText, values?: { [name: string]: string | number }) => string

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

/** The studio's own texts. */
export function useSay(language: StudioLanguage): Say {
  const { t } = useTranslation('studio', { i18n: studioTexts, lng: language })
  return useCallback<Say>((key, values = {}) => t(key, values), [t])
}
