import { createContext, use, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../lib/language.ts'
import type { Namespace, Noun, TextKey } from './catalogue.ts'
import { currentLanguage, texts, textsToDraw } from './texts.ts'

/** What texts call any application of the tenant. */
export const TenantNounContext = createContext<Noun>('application')

/** What texts call an application for the service that they are about. */
export const ServiceNounContext = createContext<Noun>('application')

export function useLanguage(): Language {
  // Renders again when the language changes. Without a namespace it waits for no file.
  useTranslation([])
  return currentLanguage()
}

export type TextValues = Readonly<Record<string, string | number>>

/** Values of every text: those of the service's noun, and `tenantNoun`. Every page has loaded `critical.json`. */
export function nounValues(language: Language, ofService: Noun, ofTenant: Noun): TextValues {
  const valuesOf = (noun: Noun) => texts.getResource(language, 'critical', `nouns.${noun}`) as { noun: string }
  return { ...valuesOf(ofService), tenantNoun: valuesOf(ofTenant).noun }
}

/** Returns the text of a key. `count` selects the plural; the values of the noun are filled in automatically. */
export type Text<Name extends Namespace> = (key: TextKey<Name>, values?: TextValues) => string

/**
 * `useTranslation` with the values of the noun. It suspends while the texts are fetched, and fails if they do not arrive,
 * so that the page's boundary offers a retry; `useTranslation` alone would show the keys.
 */
export function useText<Name extends Namespace>(namespace: Name): Text<Name> {
  const ofService = use(ServiceNounContext)
  const ofTenant = use(TenantNounContext)
  use(textsToDraw(currentLanguage(), namespace))
  const { t } = useTranslation<string>(namespace)
  return useCallback<Text<Name>>(
    (key: string, values = {}) =>
      // An action may end in another language than it has begun in.
      t(key, { lng: currentLanguage(), ...nounValues(currentLanguage(), ofService, ofTenant), ...values }),
    [t, ofService, ofTenant],
  )
}
