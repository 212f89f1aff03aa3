import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

/** On a busy machine a page may take its time; a test fails for what it shows, not for how fast. */
configure({ asyncUtilTimeout: 10_000 })

/** What jsdom has not got and the portal's components ask for. */
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
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
const dialog = HTMLDialogElement.prototype
if (typeof dialog.showModal !== 'function') {
  dialog.showModal = function showModal() {
    this.open = true
  }
  dialog.close = function close() {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}

afterEach(cleanup)
