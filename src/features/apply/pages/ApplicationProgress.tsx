import { useText } from '../../../i18n/use-text.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './ApplicationProgress.module.css'
import { isWholeForm, reviewPage } from './form-pages.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import type { FormProgress } from './use-form-progress.ts'

type Props = {
  application: OpenApplication
  progress: FormProgress
  /** A page of the form or `review`. */
  current: string
}

/** Describes the heading of the page, which takes the focus: the position would not be read after a click on 次へ. */
export const positionId = 'form-position'

/** The name of the procedure and the progress: ●●○○ on a phone, the names of the pages on a wide screen. */
export function ApplicationProgress({ application: { form, service, store }, progress, current }: Props) {
  const t = useText('apply')
  const pages = progress.pages.map(({ id, steps }) => ({
    id,
    name: isWholeForm({ steps }) ? t('progress.answers') : (form.texts.steps[id]?.title ?? id),
  }))
  // A correction is often paid already.
  const isCorrection = useApplicationState(store, ({ content }) => content.reapplyOf !== null)
  const last = service.fee.kind === 'NONE' || isCorrection ? t('progress.review') : t('progress.settlement')
  const all = [...pages, { id: reviewPage, name: last }]
  const position = Math.max(
    all.findIndex(({ id }) => id === current),
    0,
  )
  const isNamedByHeading = progress.pages.some((page) => page.id === current && isWholeForm(page))
  const values = { current: position + 1, total: all.length }
  return (
    <div className={styles.progress}>
      <p className={styles.form}>
        {!isNamedByHeading && <span>{form.texts.title}</span>}
        <span className={styles.position} aria-hidden="true">
          {t('progress.position', values)}
        </span>
        <VisuallyHidden>
          <span id={positionId}>{t('progress.spoken', values)}</span>
        </VisuallyHidden>
      </p>
      <ol className={styles.steps} aria-label={t('progress.label')}>
        {all.map(({ id, name }, index) => (
          <li
            key={id}
            className={index === position ? styles.current : index < position ? styles.done : styles.ahead}
            aria-current={index === position ? 'step' : undefined}
          >
            <span className={styles.name}>{name}</span>
            {index < position && <VisuallyHidden>{t('progress.done')}</VisuallyHidden>}
          </li>
        ))}
      </ol>
    </div>
  )
}
