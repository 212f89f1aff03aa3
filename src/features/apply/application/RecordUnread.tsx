import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import styles from './application-layout.module.css'

type Props = {
  onRetry: () => void
  /** Opens the application without the browser's record, which stays as it is. */
  onContinue: () => void
}

/** Instead of a form that could hide what only this browser has, while its database does not respond. */
export function RecordUnread({ onRetry, onContinue }: Props) {
  const t = useText('apply')
  return (
    <div className={styles.page}>
      <PageTitle title={t('unread.title')} />
      <p>{t('unread.text')}</p>
      <p>{t('unread.continueText')}</p>
      <div className={styles.actions}>
        <Button onClick={onRetry}>{t('unread.retry')}</Button>
        <Button variant="secondary" onClick={onContinue}>
          {t('unread.continue')}
        </Button>
      </div>
    </div>
  )
}
