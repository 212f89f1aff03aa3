import { useTranslation } from 'react-i18next'
import type { Language } from '../lib/language.ts'
import { texts } from './texts.ts'

/** Suspense is ours: react-i18next would show keys where a file of texts failed to load, and never ask again. */
const options = { i18n: texts, useSuspense: false } as const

export function useLanguage(): Language {
  return useTranslation(undefined, options).i18n.language === 'en' ? 'en' : 'ja'
}
