import { useEffect } from 'react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { QueryKey, UnusedSkipTokenOptions } from '@tanstack/react-query'
import { onSwitch } from '../i18n/texts.ts'
import { useLanguage } from '../i18n/use-text.ts'
import type { Language } from '../lib/language.ts'

type Options<Data, Key extends QueryKey> = UnusedSkipTokenOptions<Data, Error, Data, Key>

/** Reads what the portal fetches by language. A switch of the language waits for it, so that it never disappears. */
export function useByLanguage<Data, Key extends QueryKey>(queryOf: (language: Language) => Options<Data, Key>): Data {
  useFetchOnSwitch((language) => [queryOf(language)])
  return useSuspenseQuery(queryOf(useLanguage())).data
}

/** Fetches the same in the next language before the page is switched to it. */
export function useFetchOnSwitch<Data, Key extends QueryKey>(
  queriesOf: (language: Language) => readonly Options<Data, Key>[],
): void {
  const client = useQueryClient()
  useEffect(() => onSwitch((language) => Promise.all(queriesOf(language).map((query) => client.query(query)))))
}
