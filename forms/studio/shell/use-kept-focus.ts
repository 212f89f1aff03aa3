import { useWindowEvent } from '@mantine/hooks'

const focusable = 'button:not(:disabled), input, select, textarea, summary'

function focusablesIn(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter((element) => element.tabIndex >= 0)
}

/** The outermost group of fields, tab or dialog around an element; null if it is in none. */
function groupAround(element: Element): Element | null {
  const group = element.closest('fieldset, [role=tabpanel], [role=dialog]')
  return group && ((group.parentElement && groupAround(group.parentElement)) ?? group)
}

/**
 * Remembers the place of an element. The returned function focuses what is there now if the element was removed with the
 * focus, so that the next key does not begin at the top of the page.
 */
export function placeOfFocus(element: Element): () => void {
  const group = groupAround(element)
  const index = group ? focusablesIn(group).findIndex((one) => one === element) : -1
  return () => {
    if (!group || index < 0 || element.isConnected || document.activeElement !== document.body) return
    focusablesIn(group)
      .at(Math.min(index, focusablesIn(group).length - 1))
      ?.focus()
  }
}

/**
 * Keeps the focus in the uppermost dialog. One that opened at the same time as the dialog above it was not where the focus
 * came from.
 */
export function focusDialogBelow(): void {
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
  if (dialog && !dialog.contains(document.activeElement)) focusablesIn(dialog)[0]?.focus()
}

/** A button may remove itself with what it removes. */
export function useKeptFocus(): void {
  const onClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('button') : null
    // React has rendered the change before the next frame.
    if (button) requestAnimationFrame(placeOfFocus(button))
  }
  useWindowEvent('click', onClick, { capture: true })
}
