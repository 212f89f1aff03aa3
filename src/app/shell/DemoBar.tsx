import { useText } from '../../i18n/use-text.ts'
import { useConfig } from '../../lib/config-context.ts'
import styles from './DemoBar.module.css'

/** Marks a stage behind which only the sandbox stands; there from the first frame, so that nothing moves under a finger. */
export function DemoBar() {
  const t = useText('critical')
  const { demo } = useConfig()
  if (!demo) return null
  return (
    <aside className={styles.demo} aria-label={t('app.demoLabel')}>
      {t('app.demo')}
    </aside>
  )
}
