import { useWindowEvent } from '@mantine/hooks'
import type { StudioDocument } from '../studio-document.ts'

/**
 * Tells the document which text field the author types into, because what is typed into one field is undone in one
 * step. A click, another field, and a control without text begin a new one.
 */
export function useSteps(edited: Pick<StudioDocument, 'typesInto'>): void {
  const onEnd = () => edited.typesInto(null)
  // Before the handlers of the page, which make the change.
  useWindowEvent('input', ({ target }) => edited.typesInto(isTextField(target) ? target : null), true)
  useWindowEvent('pointerdown', onEnd, true)
  useWindowEvent('focusout', onEnd, true)
  useWindowEvent('submit', onEnd, true)
}

/** The JSON editor is none: it says itself which changes belong together. */
function isTextField(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'color', 'range'].includes(target.type)
}
