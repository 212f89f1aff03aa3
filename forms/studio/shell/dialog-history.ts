import { useEffect, useEffectEvent } from 'react'

/** Set while the browser leaves the entry of a closed dialog, which takes a moment. */
let leaving: Promise<void> | null = null

/** The open dialogs, the uppermost last. */
const dialogs: object[] = []
/** A key or a step back that has closed a dialog is not for the one below it, too. */
const handled = new WeakSet<Event>()

function leaveEntry(): void {
  leaving = new Promise((resolve) => {
    const onLeft = () => {
      leaving = null
      resolve()
    }
    window.addEventListener('popstate', onLeft, { once: true })
  })
  window.history.back()
}

/** Back in the browser and Escape close the dialog, if it is the uppermost one, and not the page behind it. */
export function useClosing(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    let state: 'waiting' | 'open' | 'closed' = 'waiting'
    const self = {}
    dialogs.push(self)
    const takes = (event: Event) => {
      if (dialogs.at(-1) !== self || handled.has(event)) return false
      handled.add(event)
      return true
    }
    const onBack = (event: Event) => {
      if (leaving || state !== 'open' || !takes(event)) return
      state = 'closed'
      close()
    }
    const onKey = (event: KeyboardEvent) => {
      // Escape closes an open list of choices first.
      const isInList =
        event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
      if (event.key === 'Escape' && !event.isComposing && !isInList && takes(event)) close()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    const open = () => {
      if (state !== 'waiting') return
      state = 'open'
      // Else the browser would scroll the page to where it was before what the author has done in the dialog.
      window.history.scrollRestoration = 'manual'
      window.history.pushState({ dialog: true }, '')
      window.addEventListener('popstate', onBack)
    }
    if (leaving) leaving.then(open, reportError)
    else open()
    return () => {
      dialogs.splice(dialogs.indexOf(self), 1)
      window.removeEventListener('keydown', onKey, { capture: true })
      window.removeEventListener('popstate', onBack)
      if (state === 'open') leaveEntry()
      state = 'closed'
    }
  }, [])
}

/** Whether the page itself goes back, because a dialog was closed. */
export function isLeavingDialog(): boolean {
  return leaving !== null
}

/** Resolves when the address is that of the page again, and not of a dialog that was closed. */
export async function dialogEntryLeft(): Promise<void> {
  await leaving
}
