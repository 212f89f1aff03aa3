import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Language } from '../lib/language.ts'
import type { Namespace, TextKey } from './catalogue.ts'
import { currentLanguage, texts, textsToDraw, translator } from './texts.ts'

/** The tenant's noun for an application: 申請 or お申し込み. */
export type OrderNoun = 'application' | 'subscription'

export const OrderNounContext = createContext<OrderNoun>('application')

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage, currentLanguage)
}

function subscribe(listener: () => void): () => void {
  texts.on('languageChanged', listener)
  return () => texts.off('languageChanged', listener)
}

export type TextValues = Readonly<Record<string, string | number>>

/** Returns the text of a key. `count` selects the plural; the tenant's noun for 申請 is selected automatically. */
export type Text<Name extends Namespace> = (key: TextKey<Name>, values?: TextValues) => string

/** Returns the texts of a namespace; suspends while they are fetched. */
export function useText<Name extends Namespace>(namespace: Name): Text<Name> {
  const language = useLanguage()
  const noun = use(OrderNounContext)
  use(textsToDraw(language, namespace))
  return useCallback<Text<Name>>(
    (key, values) =>
      translator(language, namespace)(key, noun === 'subscription' ? { ...values, context: noun } : { ...values }),
    [language, namespace, noun],
  )
}
