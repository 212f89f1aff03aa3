import { createInstance } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../src/lib/language.ts'
import en from './texts.en.json'
import ja from './texts.ja.json'

export type PreviewText = keyof typeof ja

export type Say = (key: PreviewText, values?: { [name: string]: string | number }) => string

const previewTexts = createInstance({
  lng: 'ja',
  fallbackLng: 'ja',
  initAsync: false,
  ns: ['preview'],
  defaultNS: 'preview',
  // `view.all` is one key.
  keySeparator: false,
  interpolation: { escapeValue: false },
  resources: { ja: { preview: ja }, en: { preview: en } },
})
void previewTexts.init()

/** The preview's own texts, in the language of the toolbar. */
export function useSay(language: Language): Say {
  const { t } = useTranslation('preview', { i18n: previewTexts, lng: language })
  return (key, values = {}) => t(key, values)
}
