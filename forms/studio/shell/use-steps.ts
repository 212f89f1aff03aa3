import { useEffect } from 'react'
import type { StudioDocument } from '../studio-document.ts'

/**
 * Tells the document which text field the author types into, because what is typed into one field is undone in one
 * step. A click, another field, and a control without text begin a new one.
 */
export function useSteps(edited: Pick<StudioDocument, 'typesInto'>): void {
  useEffect(() => {
    const onInput = ({ target }: Event) => edited.typesInto(isTextField(target) ? target : null)
    const onEnd = () => edited.typesInto(null)
    // Before the handlers of the page, which make the change.
    window.addEventListener('input', onInput, true)
    window.addEventListener('pointerdown', onEnd, true)
    window.addEventListener('focusout', onEnd, true)
    window.addEventListener('submit', onEnd, true)
    return () => {
      window.removeEventListener('input', onInput, true)
      window.removeEventListener('pointerdown', onEnd, true)
      window.removeEventListener('focusout', onEnd, true)
      window.removeEventListener('submit', onEnd, true)
    }
  }, [edited])
}

/** The JSON editor is none: it says itself which changes belong together. */
function isTextField(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'color', 'range'].includes(target.type)
}
