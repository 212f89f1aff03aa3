import { useEffect } from 'react'
import type { ApplicationStore } from './application-store.ts'

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
