import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { notify } from '../../../feedback/notify.ts'
import { afterGesture } from '../../../form-engine/field/after-gesture.ts'
import { useText } from '../../../i18n/use-text.ts'
import type { ApplicationStore } from './application-store.ts'
import { useApplicationState } from './use-application.ts'

/**
 * Takes over what another device has changed, as soon as the user has left the field that is typed in: never in the
 * middle of a word, and never during an input composition. The focus stays where it is.
 */
export function useSettling(store: ApplicationStore): void {
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
