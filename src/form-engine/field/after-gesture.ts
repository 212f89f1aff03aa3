import type { FocusEvent } from 'react'
import { flushSync } from 'react-dom'

let pressed = false
let watching = false
let ending: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

function press(): void {
  clearTimeout(ending)
  pressed = true
}

function release(): void {
  clearTimeout(ending)
  pressed = false
  const ready = waiting
  waiting = []
  if (ready.length > 0) flushSync(() => ready.forEach((run) => run()))
}

/** The click, if there is one, comes in the same task as the event before it. */
function releaseWithoutClick(): void {
  clearTimeout(ending)
  ending = setTimeout(release)
}

/** Called when a step is shown, so that the first gesture is already detected. */
export function watchGestures(): void {
  if (watching) return
  watching = true
  document.addEventListener('pointerdown', press, true)
  // A tap moves the focus only at its `mousedown`, which comes in a task after its `pointerup`.
  document.addEventListener('mousedown', press, true)
  // At this time the browser has decided what was clicked, but no handler has run yet.
  document.addEventListener('click', release, true)
  // A gesture that ends without a click, e.g. a drag.
  document.addEventListener('pointerup', releaseWithoutClick, true)
  document.addEventListener('mouseup', releaseWithoutClick, true)
  document.addEventListener('pointercancel', release, true)
}

/**
 * Runs at once, or at the end of the current pointer gesture, before any handler of the click. Leaving a field by a
 * click elsewhere may add or remove a message below the field. Rendered before the click, it would move the target away
 * and the click would be lost.
 */
export function afterGesture(run: () => void): void {
  if (pressed) waiting.push(run)
  else run()
}

/** The same for a group of inputs: runs once the focus has left the group, not when it moves inside. */
export function afterGroupLeft(event: FocusEvent<HTMLElement>, run: () => void): void {
  const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
  if (!isInside) afterGesture(run)
}
