/** As it is written at the button; on a Mac, command works as well. */
export const publishKey = { written: 'Ctrl+Enter', aria: 'Control+Enter' }

/**
 * Whether a key asks for the dialog to publish. Browsers and screen readers do not use it in pages; an IME that is
 * composing a text takes every key, and an open dialog is answered first.
 */
export function isPublishKey({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat }: KeyboardEvent): boolean {
  if (key !== 'Enter' || !(ctrlKey || metaKey) || altKey || shiftKey || isComposing || repeat) return false
  return document.querySelector('[role="dialog"]') === null
}
