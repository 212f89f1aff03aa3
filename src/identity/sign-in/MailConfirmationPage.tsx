import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import styles from './SignInFlow.module.css'

/** Shown for a link without a type: the user has to open the link of the mail. */
export function Component() {
  const t = useText('sign-in')
  return (
    <div className={`${styles.narrow} ${styles.flow}`}>
      <PageTitle title={t('mail.title')} lead={t('mail.body')} />
      <Notice tone="info">
        <p>{t('mail.hint')}</p>
      </Notice>
    </div>
  )
}
