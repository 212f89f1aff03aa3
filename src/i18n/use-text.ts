import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Language } from '../lib/language.ts'
import type { Namespace, TextKey } from './catalogue.ts'
import { currentLanguage, texts, textsToDraw, translator } from './texts.ts'

/**
 * Nouns for an application other than 申請, the preferred one first: of two keys `title_booking` and `title_subscription`
 * the first that exists is shown, else `title`.
 */
export type OrderNouns = readonly ('subscription' | 'booking' | 'request')[]

export const OrderNounsContext = createContext<OrderNouns>([])

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage, currentLanguage)
}

function subscribe(listener: () => void): () => void {
  texts.on('languageChanged', listener)
  return () => texts.off('languageChanged', listener)
}

export type TextValues = Readonly<Record<string, string | number>>

/** Returns the text of a key. `count` selects the plural; the noun for 申請 is selected automatically. */
export type Text<Name extends Namespace> = (key: TextKey<Name>, values?: TextValues) => string

/** Returns the texts of a namespace; suspends while they are fetched. */
export function useText<Name extends Namespace>(namespace: Name): Text<Name> {
  const language = useLanguage()
  const nouns = use(OrderNounsContext)
  use(textsToDraw(language, namespace))
  return useCallback<Text<Name>>(
    (key, values) => translator(language, namespace)([...nouns.map((noun) => `${key}_${noun}`), key], values),
    [language, namespace, nouns],
  )
}
