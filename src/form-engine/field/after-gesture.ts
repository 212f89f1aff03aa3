import { flushSync } from 'react-dom'

let pressed = false
let watching = false
let waiting: (() => void)[] = []

function release(): void {
  pressed = false
  const ready = waiting
  waiting = []
  if (ready.length > 0) flushSync(() => ready.forEach((run) => run()))
}

/** Called when a field is shown, so that a press is known from the first one on. */
export function watchGestures(): void {
  if (watching) return
  watching = true
  document.addEventListener('pointerdown', () => (pressed = true), true)
  // By now the browser has decided what was clicked, and nothing has yet reacted to it.
  document.addEventListener('click', release, true)
  // A press that ends without a click, e.g. a drag.
  document.addEventListener('pointerup', () => setTimeout(release), true)
  document.addEventListener('pointercancel', release, true)
}

/**
 * Runs at once, or at the end of the press that is under way, before anything reacts to the click. Leaving a field by
 * pressing something else may draw a message or a line below the field; drawn between press and release it would move
 * the pressed thing away, and the press would be lost.
 */
export function afterGesture(run: () => void): void {
  if (pressed) waiting.push(run)
  else run()
}
