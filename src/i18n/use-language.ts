import { useSyncExternalStore } from 'react'
import type { Language } from '../lib/language.ts'
import { currentLanguage, texts } from './texts.ts'

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage)
}

function subscribe(listener: () => void): () => void {
  texts.on('languageChanged', listener)
  return () => texts.off('languageChanged', listener)
}
