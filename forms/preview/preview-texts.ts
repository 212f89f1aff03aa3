import type { PreviewLanguage } from './preview-api.ts'
import en from './texts.en.json'
import ja from './texts.ja.json'

export type PreviewText = keyof typeof ja

const catalogues: { [language in PreviewLanguage]: { [key in PreviewText]: string } } = { ja, en }

export type Say = (key: PreviewText, values?: { [name: string]: string | number }) => string

/** The preview's own words. */
export function sayIn(language: PreviewLanguage): Say {
  return (key, values = {}) =>
    catalogues[language][key].replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''))
}
