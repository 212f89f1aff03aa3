import { useEffect, useEffectEvent } from 'react'

/** Set while the browser leaves the entry of a closed dialog, which takes a moment. */
let leaving: Promise<void> | null = null

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

/** Back in the browser closes the dialog, and not the page behind it. */
export function useBackCloses(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    let state: 'waiting' | 'open' | 'closed' = 'waiting'
    const onBack = () => {
      state = 'closed'
      close()
    }
    const open = () => {
      if (state !== 'waiting') return
      state = 'open'
      // Else the browser would scroll the page to where it was before what the author has done in the dialog.
      window.history.scrollRestoration = 'manual'
      window.history.pushState({ dialog: true }, '')
      window.addEventListener('popstate', onBack, { once: true })
    }
    if (leaving) leaving.then(open, reportError)
    else open()
    return () => {
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
