import { useText } from '../../i18n/use-text.ts'
import styles from './ResultFrame.module.css'

/** What happens now, so that nobody has to ask. */
export function NextSteps({ receipt }: { receipt: boolean }) {
  const t = useText('charges')
  return (
    <section className={styles.next}>
      <h2>{t('result.nextTitle')}</h2>
      <ol>
        <li>{t('result.nextStaff')}</li>
        <li>{t('result.nextFollow')}</li>
        {receipt && <li>{t('result.nextReceipt')}</li>}
        <li>{t('result.nextKeep')}</li>
      </ol>
    </section>
  )
}
