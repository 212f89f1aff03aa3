import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { reloadPage } from './stale-build.ts'

/** A part of the portal has not arrived even after a reload: a newer version, or a bad line. */
export function StaleBuildPage() {
  const t = useText('common')
  return (
    <>
      <PageTitle title={t('updated.title')} lead={t('updated.body')} />
      <Button onClick={reloadPage}>{t('updated.reload')}</Button>
    </>
  )
}
