import type { Language } from '../../src/lib/language.ts'
import en from './texts.en.json'
import ja from './texts.ja.json'

/** What the preview itself says; the rest are the texts of the form and of the portal. */
export function previewTexts(language: Language): typeof ja {
  return language === 'en' ? en : ja
}
