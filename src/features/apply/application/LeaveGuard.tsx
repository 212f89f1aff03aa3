import { useCallback, useEffect } from 'react'
import type { BlockerFunction } from 'react-router-dom'
import { useSessionPort } from '../../../identity/port.ts'
import { useLeaveQuestion } from '../../../feedback/NavigationBlock.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { applicationAt } from './ApplicationFlow.tsx'
import type { ApplicationStore } from './application-store.ts'
import { useComposition } from './use-composition.ts'
import { useSettling } from './use-settling.ts'

/**
 * Saves when the page is hidden, continues when the network is back, compares with the API's copy when the page is shown
 * again, and asks before leaving only if something would be lost: neither this browser nor the API has it.
 */
export function LeaveGuard({ store }: { store: ApplicationStore }) {
  const t = useText('apply')
  const session = useSessionPort()
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') return store.onPageHide()
      // Unsaved answers are compared by their save.
      store.retry()
      void store.compareWithServer()
    }
    const onBack = () => store.retry()
    const onUnload = (event: BeforeUnloadEvent) => {
      if (store.wouldLose()) event.preventDefault()
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('visibilitychange', onVisibility, { signal })
    window.addEventListener('online', onBack, { signal })
    window.addEventListener('beforeunload', onUnload, { signal })
    const forget = session.onChange(({ kind }) => {
      if (kind === 'signed-in') store.retry()
    })
    return () => {
      forget()
      listening.abort()
    }
  }, [store, session])

  const wouldAsk = useCallback<BlockerFunction>(
    ({ nextLocation }) => {
      const next = applicationAt(nextLocation)
      const stays = next?.serviceId === store.key.serviceId && next.type === store.key.type
      return store.wouldLose() && !stays
    },
    [store],
  )
  useComposition(store)
  useSettling(store)
  const blocked = useLeaveQuestion(wouldAsk)
  return (
    <Dialog
      opened={blocked !== null}
      onClose={() => blocked?.reset()}
      title={t('leave.title')}
      actions={
        <>
          <Button onClick={() => blocked?.reset()}>{t('leave.stay')}</Button>
          <Button variant="secondary" onClick={() => blocked?.proceed()}>
            {t('leave.go')}
          </Button>
        </>
      }
    >
      {store.isUploading() && <p>{t('leave.uploading')}</p>}
      {store.losesAnswers() && <p>{t('leave.confirm')}</p>}
    </Dialog>
  )
}
