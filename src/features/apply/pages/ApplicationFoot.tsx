import { notify } from '../../../feedback/notify.ts'
import { currentLanguage } from '../../../i18n/texts.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { formatYen } from '../../../lib/display-text.ts'
import { longWaitMs, withTimeLimit } from '../../../lib/clock.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { useSubmitOnce } from '../../../lib/use-submit-once.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './ApplicationFoot.module.css'
import type { ApplicationStore } from '../application/application-store.ts'
import { draftLifetimeMs } from '../draft/draft.ts'
import type { SavingState } from '../application/application-types.ts'
import { savingState } from '../application/state.ts'
import { SaveStatus } from './SaveStatus.tsx'
import type { RunningTotal } from './use-running-total.ts'
import type { Elements } from '../../../ui/elements.ts'

type Props = {
  store: ApplicationStore
  /** Null on the first page. */
  back: (() => void) | null
  /** The text of the button that continues; null = 次へ. */
  next?: string | null
  /** Commits the text being typed, before 一時保存. */
  beforeSave?: () => void
  total?: RunningTotal | null
  /** Shown instead of the submit button. */
  children?: Elements
}

/** The controls at the bottom, within reach of the thumb: the save status, 戻る, 次へ, 一時保存. */
export function ApplicationFoot({ store, back, next = null, beforeSave, total = null, children }: Props) {
  const t = useText('apply')
  const common = useText('common')
  const language = useLanguage()
  const { submit, busy } = useSubmitOnce()

  async function save() {
    beforeSave?.()
    // Saving continues if no response arrives, which the status shows: an earlier one without a response doubles the time.
    const state = await withTimeLimit(store.saveNow(), longWaitMs)
    if (state.kind === 'undecided') store.reopenQuestion()
    const notice = savedNotice(state)
    if (notice === null) return
    const hide = notify(notice)
    if (state.kind !== 'offline') return
    const stop = store.subscribe(() => {
      if (savingState(store.state()).kind === 'offline') return
      stop()
      hide()
    })
  }

  /** The result of 一時保存; null if the status beside the button has the words for it. */
  function savedNotice(state: SavingState): Parameters<typeof notify>[0] | null {
    switch (state.kind) {
      case 'saved':
        if (store.isUploading()) return { tone: 'warning', message: t('saving.temporarySavedWithoutFiles') }
        return {
          tone: 'success',
          message: t('saving.temporarySaved', {
            expiresAt: formatDateTime(Date.parse(state.at) + draftLifetimeMs, currentLanguage()),
          }),
        }
      case 'idle':
        return { tone: 'warning', message: t('saving.nothing') }
      case 'offline':
        return { tone: 'warning', message: t('saving.offlineLater') }
      case 'browser-only':
      case 'undecided':
      case 'saving':
      case 'failed':
        return null
    }
  }

  return (
    <div className={styles.foot} data-page-foot="">
      <div className={styles.state}>
        <SaveStatus store={store} />
        <Button variant="text" busy={busy} onClick={() => void submit(save)}>
          {t('saving.save')}
        </Button>
      </div>
      {total !== null && (
        <p className={styles.total} aria-live="polite">
          <span>{t('fee.soFar', { total: formatYen(total.total, language) })}</span>{' '}
          {total.paid === null && <span className={styles.paid}>{t('fee.before')}</span>}
          {total.paid !== null && total.paid > 0 && (
            <span className={styles.paid}>
              {total.paid < total.total ? t('fee.paid', { paid: formatYen(total.paid, language) }) : t('fee.covered')}
            </span>
          )}
        </p>
      )}
      <div className={styles.buttons}>
        {back !== null && (
          <Button variant="secondary" onClick={back}>
            {common('button.back')}
          </Button>
        )}
        {children ?? (
          <Button type="submit" wide>
            {next ?? common('button.next')}
          </Button>
        )}
      </div>
    </div>
  )
}
