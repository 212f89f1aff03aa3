import { useCallback, useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { BlockerFunction } from 'react-router-dom'
import { useSessionPort } from '../../../identity/port.ts'
import { useLeaveQuestion } from '../../../feedback/NavigationBlock.tsx'
import { notify } from '../../../feedback/notify.ts'
import { afterGesture } from '../../../form-engine/field/after-gesture.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { applicationAt } from './ApplicationFlow.tsx'
import type { ApplicationStore } from './application-store.ts'
import { useApplicationState } from './use-application.ts'

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

/**
 * Reports whether the keystrokes of the page belong to an input composition. Browsers differ in whether the last
 * `input` comes before or after `compositionend`, and a field that is removed has no `compositionend`.
 */
export function useComposition(store: Pick<ApplicationStore, 'composition'>): void {
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const report = (event: Event) =>
      store.composition(event.type === 'input' && event instanceof InputEvent && event.isComposing)
    for (const type of ['input', 'compositionend', 'focusout']) document.addEventListener(type, report, options)
    return () => listening.abort()
  }, [store])
}

/** Takes over what another device has changed, as soon as no text is typed. The focus stays where it is. */
function useSettling(store: ApplicationStore): void {
  const t = useText('apply')
  const hasConflict = useApplicationState(store, ({ question }) => question?.kind === 'conflict')
  const isNew = useApplicationState(
    store,
    ({ question }) => question?.kind === 'conflict' && question.conflicts === null,
  )
  useEffect(() => {
    if (!hasConflict) return undefined
    const settle = () => {
      const { revision } = store.state()
      const focused = document.activeElement?.id ?? ''
      flushSync(() => store.settle())
      if (store.state().revision === revision) return
      // The entries of a list of another length are shown again, including the field that had the focus.
      if (document.activeElement === document.body && focused !== '') document.getElementById(focused)?.focus()
      if (store.state().question === null) notify({ tone: 'success', message: t('draft.merged') })
    }
    const onLeft = ({ target }: FocusEvent) => {
      // The click that has left the field has its effect first. A window that loses the focus keeps its field.
      afterGesture(() => setTimeout(() => document.activeElement !== target && settle()))
    }
    document.addEventListener('focusout', onLeft)
    const timer = setTimeout(() => isNew && !(store.hasUnsaved() && isInText()) && settle())
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusout', onLeft)
    }
  }, [store, hasConflict, isNew, t])
}

function isInText(): boolean {
  const field = document.activeElement
  if (field instanceof HTMLTextAreaElement) return true
  return field instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'button'].includes(field.type)
}
