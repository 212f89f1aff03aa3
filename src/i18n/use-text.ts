import { use, useCallback } from 'react'
import type { Namespace, TextKey } from './catalogue.ts'
import { OrderNounContext } from './order-noun.ts'
import { textsToDraw, translator } from './texts.ts'
import { useLanguage } from './use-language.ts'

export { useLanguage }

export type TextValues = Readonly<Record<string, string | number>>

/** Gives the text of a key. `count` chooses the plural; the tenant's noun for 申請 is chosen without being asked. */
export type Text<Name extends Namespace> = (key: TextKey<Name>, values?: TextValues) => string

/** The texts of a namespace; suspends while they are fetched. */
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
