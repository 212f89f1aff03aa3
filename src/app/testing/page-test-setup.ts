import '@testing-library/jest-dom/vitest'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { waitLimitMs } from '../../../scripts/test-limits.ts'

configure({
  // A page may be slow on a busy machine; tests check its content, not its speed.
  asyncUtilTimeout: waitLimitMs,
  // The text of the page tells more than the first lines of its markup, which are the page header on every page.
  getElementError(message, container) {
    const text = (container.textContent ?? '').replaceAll(/\s+/g, ' ').slice(0, 2000)
    const busy = container.querySelectorAll('[aria-busy="true"], [aria-disabled="true"]').length
    return new Error(`${message}\n\nThe page shows (${busy} busy elements): ${text}`)
  },
})

/** Browser features that jsdom lacks and the portal's components use. */
if (!('matchMedia' in window) || typeof window.matchMedia !== 'function') {
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (query: string) => ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  })
}
if (!('ResizeObserver' in window)) {
  Object.defineProperty(window, 'ResizeObserver', {
    configurable: true,
    value: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  })
}
// Their loading changes the height of a text.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
// axe measures ligatures on a canvas.
HTMLCanvasElement.prototype.getContext = () => null
const dialog = HTMLDialogElement.prototype
if (typeof dialog.showModal !== 'function') {
  const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>()
  dialog.showModal = function showModal() {
    if (!this.open) focusedBefore.set(this, document.activeElement)
    this.open = true
  }
  dialog.close = function close() {
    this.open = false
    const before = focusedBefore.get(this)
    if (before instanceof HTMLElement && this.contains(document.activeElement)) before.focus()
    this.dispatchEvent(new Event('close'))
  }
}

/**
 * jsdom starts an interval for its frames when one is wanted, and stops it when none is. One that starts under fake
 * timers never ticks again after them, so no frame would come in any later file. With a frame always wanted, the
 * interval starts here, under real timers, and stays.
 */
const nextFrame = requestAnimationFrame
let frame = 0
function wantFrames(): void {
  frame = nextFrame(wantFrames)
}
wantFrames()

/**
 * The window is the same for all files of a process. A browser would close it with its page, so what listens to it ends
 * with the file; only the query library, which is loaded once, goes on listening.
 */
const ofQueryLibrary = ['visibilitychange', 'online', 'offline']
const addListener = window.addEventListener.bind(window)
const listening: Parameters<typeof addListener>[] = []
window.addEventListener = (...listener: Parameters<typeof addListener>) => {
  if (!ofQueryLibrary.includes(listener[0])) listening.push(listener)
  addListener(...listener)
}

beforeAll(() => {
  // At the beginning, because a page of the file before may still write when its last response arrives.
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)
afterAll(() => {
  cancelAnimationFrame(frame)
  window.addEventListener = addListener
  for (const listener of listening) window.removeEventListener(...listener)
  const { documentElement } = document
  for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name)
  // Libraries leave elements in the document, e.g. the field with which Mantine measures a text.
  document.body.replaceChildren()
  // Replaced by a test, e.g. the name of the browser; one that failed has not put it back.
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name)
  onlineManager.setOnline(true)
})
