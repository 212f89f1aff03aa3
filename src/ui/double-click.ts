type Click = { target: EventTarget | null; x: number; y: number; at: number }

/** Double clicks are at most this far apart, in milliseconds and in pixels. */
const longest = 500
const farthest = 10

let earlier: Click | null = null
let last: Click | null = null

// Browsers begin to count again (`detail`) if the second click has another target.
window.addEventListener(
  'click',
  ({ target, clientX: x, clientY: y, timeStamp: at }) => {
    earlier = last
    last = { target, x, y, at }
  },
  true,
)

// E.g. a password typed in the dialog, whose button is where another one was clicked before.
window.addEventListener('input', () => (last = null), true)

/**
 * Whether the click that is being handled is the second of a double click that began outside of an element. Typing in
 * between ends a double click.
 */
export function beganOutside(element: HTMLElement): boolean {
  if (earlier === null || last === null) return false
  // A click without a place comes from a key or another program.
  const hasPlace = last.x !== 0 || last.y !== 0
  const isNear = Math.hypot(last.x - earlier.x, last.y - earlier.y) <= farthest
  const isDouble = hasPlace && isNear && last.at - earlier.at <= longest
  return isDouble && !(earlier.target instanceof Node && element.contains(earlier.target))
}
