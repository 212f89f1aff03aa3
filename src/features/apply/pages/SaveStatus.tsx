import { useState, useSyncExternalStore } from 'react'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { formatTime } from '../../../lib/dates.ts'
import type { Language } from '../../../lib/language.ts'
import { useIsSessionOver } from '../../../identity/port.ts'
import { useIsLate } from '../../../feedback/use-is-late.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { ApplicationStore } from '../application/application-store.ts'
import type { SavingState } from '../application/application-types.ts'
import { savingState } from '../application/state.ts'
import styles from './SaveStatus.module.css'
import { useApplicationState } from '../application/use-application.ts'

const icons: { [kind in SavingState['kind']]: 'info' | 'clock' | 'check' | 'alert' } = {
  idle: 'info',
  saving: 'clock',
  saved: 'check',
  failed: 'alert',
  offline: 'alert',
  'browser-only': 'alert',
  undecided: 'alert',
}

/** A line that always shows whether the typed text is saved, or that sending takes long. */
export function SaveStatus({ store }: { store: ApplicationStore }) {
  const t = useText('apply')
  const language = useLanguage()
  const isSessionOver = useIsSessionOver()
  const saving = useApplicationState(store, (state) => savingState(state).kind)
  const savedAt = useApplicationState(store, (state) => state.base.savedAt)
  const refused = useApplicationState(store, (state) => state.localRefused)
  const isMerging = useApplicationState(
    store,
    ({ question }) => question?.kind === 'conflict' && question.conflicts === null,
  )
  const isUploading = useSyncExternalStore(store.uploads.subscribe, store.isUploading)
  const sending = useApplicationState(store, (state) => state.submission.phase === 'sending')
  // Saving and sending have clocks of their own: a form may be sent while it is saved.
  const lateSending = useIsLate(sending)
  const lateSaving = useIsLate(saving === 'saving')
  const late = lateSending || (lateSaving && !sending)
  const saved = saving === 'idle' || saving === 'saving' || saving === 'saved'
  const quiet = saved && !late
  // Until the save after the first one that has worked again.
  const [isAfterTrouble, setAfterTrouble] = useState(false)
  if (isAfterTrouble === quiet && (!quiet || saving === 'saving')) setAfterTrouble(!quiet)
  return (
    <p
      className={quiet ? styles.line : styles.warning}
      role="status"
      // Announced only if something is wrong, and that it is over: every save would drown out the form.
      aria-live={quiet && !(isAfterTrouble && saving === 'saved') ? 'off' : 'polite'}
      aria-label={t('saving.label')}
    >
      <Icon name={late || (saving === 'saved' && isUploading) ? 'clock' : icons[saving]} round />
      <span>
        {late
          ? t(sending ? 'saving.sendingLong' : longSaving(refused))
          : isMerging
            ? t('saving.merging')
            : saving === 'failed' && isSessionOver
              ? t(refused ? 'saving.signedOut' : 'saving.signedOutKept')
              : words(saving, { refused, isUploading, savedAt }, t, language)}
      </span>
    </p>
  )
}

/** The text about a save that takes long. */
function longSaving(localRefused: boolean) {
  return localRefused ? 'saving.savingLong' : 'saving.savingLongKept'
}

/** The text about a save that has failed. */
function failedSaving(localRefused: boolean) {
  return localRefused ? 'saving.failed' : 'saving.failedKept'
}

function words(
  saving: SavingState['kind'],
  { refused, isUploading, savedAt }: { refused: boolean; isUploading: boolean; savedAt: string | null },
  t: ReturnType<typeof useText<'apply'>>,
  language: Language,
): string {
  switch (saving) {
    case 'idle':
      return t('saving.idle')
    case 'saving':
      return t('saving.saving')
    case 'saved':
      if (isUploading) return t('saving.unsavedFile')
      return t('saving.saved', { time: formatTime(savedAt ?? '', language) })
    case 'failed':
      return t(failedSaving(refused))
    // The bar of the portal says that there is no connection.
    case 'offline':
      return t('saving.offline')
    case 'browser-only':
      return t('saving.browserOnly')
    case 'undecided':
      return t('saving.undecided')
  }
}
