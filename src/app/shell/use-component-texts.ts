import { useMemo } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { UiTexts } from '../../ui/ui-texts.ts'

/** The texts of the components in ui/, for their context. */
export function useComponentTexts(titleSuffix: string): UiTexts {
  const t = useText('critical')
  return useMemo(
    () => ({
      required: t('badge.required'),
      optional: t('badge.optional'),
      close: t('button.close'),
      copy: t('button.copy'),
      copied: t('button.copied'),
      notCopied: t('button.notCopied'),
      showPassword: t('button.showPassword'),
      hidePassword: t('button.hidePassword'),
      loading: t('app.loading'),
      stillLoading: t('app.stillLoading'),
      errorPrefix: t('app.titlePrefixError'),
      titleSuffix,
    }),
    [t, titleSuffix],
  )
}
