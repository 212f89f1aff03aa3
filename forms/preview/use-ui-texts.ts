import { useMemo } from 'react'
import { useText } from '../../src/i18n/use-text.ts'
import type { UiTexts } from '../../src/ui/ui-texts.ts'
import type { PreviewLanguage } from './preview-api.ts'

/** The texts of the portal's components, as in the portal. */
export function useUiTextsOf(language: PreviewLanguage): UiTexts {
  const t = useText('critical')
  return useMemo(
    () => ({
      required: t('badge.required'),
      optional: t('badge.optional'),
      close: t('button.close'),
      copy: t('button.copy'),
      copied: t('button.copied'),
      showPassword: t('button.showPassword'),
      hidePassword: t('button.hidePassword'),
      loading: t('app.loading'),
      stillLoading: t('app.stillLoading'),
      errorPrefix: t('app.titlePrefixError'),
      titleSuffix: language,
    }),
    [t, language],
  )
}
