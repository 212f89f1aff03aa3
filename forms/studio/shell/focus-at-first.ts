/**
 * A `ref` that focuses an element when it appears. A function that is written in place is another one at each
 * rendering, so it would take the focus back at each typed character.
 */
export function focusAtFirst(element: HTMLElement | null): void {
  element?.focus()
}
