import { createContext, use } from 'react'

/** The texts of the components themselves. The provider selects the language. */
export type UiTexts = {
  required: string
  optional: string
  close: string
  copy: string
  copied: string
  /** The browser refused to copy. */
  notCopied: string
  showPassword: string
  hidePassword: string
  loading: string
  /** Shown after a long wait. */
  stillLoading: string
  /** Prefix of the title of a page with errors. */
  errorPrefix: string
  /** Suffix of the title of every page: the name of the portal. */
  titleSuffix: string
}

export const UiTextsContext = createContext<UiTexts | null>(null)

/** @throws Error outside of the provider */
export function useUiTexts(): UiTexts {
  const texts = use(UiTextsContext)
  if (!texts) throw new Error('UiTextsContext is missing')
  return texts
}
