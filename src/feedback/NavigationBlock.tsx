import { useEffect, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router-dom'
import type { Blocker, BlockerFunction } from 'react-router-dom'
import { createSignal } from '../lib/signal.ts'
import { closeTopDialog, hasOpenDialog } from '../ui/open-dialogs.ts'

let leaveQuestion: BlockerFunction | null = null
const current = createSignal<Blocker | null>(null)

/**
 * The only blocker, since React Router asks only one: Back closes an open dialog or menu instead of leaving its page, as it does
 * on Android. Otherwise the page may ask before it is left.
 */
export function NavigationBlock(): null {
  const blocker = useBlocker(
    (move) => (move.historyAction === 'POP' && hasOpenDialog()) || (leaveQuestion?.(move) ?? false),
  )
  useEffect(() => {
    if (blocker.state === 'blocked' && hasOpenDialog()) {
      blocker.reset()
      closeTopDialog()
    } else current.set(blocker)
  }, [blocker])
  return null
}

/**
 * Lets a page ask before it is left.
 * @param wouldAsk whether to ask about a navigation
 * @returns the blocked navigation that waits for the answer; else null
 */
export function useLeaveQuestion(wouldAsk: BlockerFunction): Extract<Blocker, { state: 'blocked' }> | null {
  useEffect(() => {
    leaveQuestion = wouldAsk
    return () => {
      if (leaveQuestion === wouldAsk) leaveQuestion = null
      // A page that goes away otherwise, e.g. taken over by another tab, takes its question with it.
      queueMicrotask(() => {
        const blocked = current.get()
        if (blocked?.state === 'blocked') blocked.reset()
      })
    }
  }, [wouldAsk])
  const blocker = useSyncExternalStore(current.subscribe, current.get)
  return blocker?.state === 'blocked' ? blocker : null
}
