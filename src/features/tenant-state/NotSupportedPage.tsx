import page from '../../feedback/ProblemPage.module.css'
import { useText } from '../../i18n/use-text.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ResultIcon } from '../../ui/Icon.tsx'
import { KeptAnswers } from './KeptAnswers.tsx'
import styles from './tenant-state.module.css'

/** The tenant does not offer its web application. The footer has its contact details. */
export function Component() {
  const t = useText('tenant-state')
  return (
    <div className={page.page}>
      <ResultIcon icon="info" tone="tenant" />
      <PageTitle title={t('notSupported.title')} />
      <div className={styles.words}>
        <p>{t('notSupported.body')}</p>
        <KeptAnswers />
        <p>{t('notSupported.hint')}</p>
      </div>
    </div>
  )
}
