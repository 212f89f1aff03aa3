import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useOptionalTenant } from '../../tenant/tenant-context.tsx'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import type { UiTexts } from '../../ui/ui-texts.ts'

/** Gives the components of ui/ their words. */
export function Texts({ children }: { children: ReactNode }) {
  const t = useText('critical')
  const titleSuffix = useOptionalTenant()?.displayName ?? ''
  const texts = useMemo<UiTexts>(
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
      titleSuffix,
    }),
    [t, titleSuffix],
  )
  return <UiTextsContext value={texts}>{children}</UiTextsContext>
}
