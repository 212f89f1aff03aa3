import { createContext, use, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../lib/language.ts'
import type { Namespace, TextKey } from './catalogue.ts'
import { currentLanguage, textsToDraw } from './texts.ts'

/**
 * Nouns for an application other than 申請, the preferred one first: of two keys `title_booking` and `title_subscription`
 * the first that exists is shown, else `title`.
 */
export type OrderNouns = readonly ('subscription' | 'booking' | 'request')[]

export const OrderNounsContext = createContext<OrderNouns>([])

export function useLanguage(): Language {
  // Renders again when the language changes. Without a namespace it waits for no file.
  useTranslation([])
  return currentLanguage()
}

export type TextValues = Readonly<Record<string, string | number>>

/** Returns the text of a key. `count` selects the plural; the noun for 申請 is selected automatically. */
export type Text<Name extends Namespace> = (key: TextKey<Name>, values?: TextValues) => string

/**
 * `useTranslation` with the tenant's noun. It suspends while the texts are fetched, and fails if they do not arrive, so
 * that the page's boundary offers a retry; `useTranslation` alone would show the keys.
 */
export function useText<Name extends Namespace>(namespace: Name): Text<Name> {
  const nouns = use(OrderNounsContext)
  use(textsToDraw(currentLanguage(), namespace))
  const { t } = useTranslation<string>(namespace)
  return useCallback<Text<Name>>(
    (key, values = {}) => {
      const keys: string[] = [...nouns.map((noun) => `${key}_${noun}`), key]
      return t(keys, values)
    },
    [t, nouns],
  )
}
