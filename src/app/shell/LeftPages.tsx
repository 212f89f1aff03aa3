import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { recordPosition, positionOf } from '../../feedback/left-pages.ts'
import { usePortal } from '../portal/portal-context.ts'
import { pageOf } from './page-of.ts'

/**
 * Makes the browser's Back return to the scroll position at which a page was left. Part of the shell's chunk, for which
 * the sign-in form does not wait.
 */
export function LeftPages() {
  const location = useLocation()
  const { key, pathname } = location
  const page = pageOf(location)
  const isReturn = useNavigationType() === NavigationType.Pop
  const { focusedPage } = usePortal()
  // Must end before the next page is rendered, because a shorter page scrolls the window.
  useLayoutEffect(() => {
    const watch = watchPage(key, pathname)
    // NavigationEffects replaces it later; it has scrolled to the top and focused the heading by the next frame.
    const before = focusedPage.get()
    if (isReturn && before !== null && before !== page) watch.returnToPosition()
    return watch.stop
  }, [focusedPage, page, key, pathname, isReturn])
  return null
}

/**
 * Longest wait for a loaded page to reach its former height, to show its link again and to load the rest of its
 * content.
 */
const restoreWaitMs = 3_000

type Phase =
  | 'here'
  /** The page still has to scroll to its former position. */
  | 'returning'
  | 'finding the link'
  /** Between Back and the next page, the browser scrolls this page to the position of the next one. */
  | 'leaving'

const userInputs = ['wheel', 'pointerdown', 'keydown'] as const

/**
 * Records the scroll position of a page, and the link that leaves it, until `stop` is called.
 *
 * `returnToPosition`: scrolls to the page's former position as soon as its content has loaded, and focuses the link
 * that was followed. Ends with the next input, which may be scrolling. No position is recorded before the page has been
 * scrolled, because until then it is at its top.
 */
function watchPage(key: string, path: string) {
  const watching = new AbortController()
  const options = { passive: true, signal: watching.signal }
  let phase: Phase = 'here'
  const onInput = (event: Event) => {
    if (event instanceof KeyboardEvent && isForHistory(event)) return
    phase = 'here'
  }
  for (const input of userInputs) window.addEventListener(input, onInput, options)
  window.addEventListener('popstate', () => void (phase = 'leaving'), options)
  window.addEventListener(
    'scroll',
    () => {
      if (phase !== 'leaving' && phase !== 'returning') recordPosition(key, path, { top: window.scrollY })
    },
    options,
  )
  const onClick = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link === null) return
    // The links around the content are the same on every page.
    const href = link.matches(links) ? link.getAttribute('href') : null
    recordPosition(key, path, { top: window.scrollY, href })
  }
  document.addEventListener('click', onClick, { capture: true, signal: watching.signal })

  function returnToPosition(): void {
    const { top, href } = positionOf(key)
    const started = performance.now()
    let loadedAt = started
    phase = 'returning'

    function attempt() {
      if (watching.signal.aborted || (phase !== 'returning' && phase !== 'finding the link')) return
      const isLoading = document.querySelector('#content [data-skeleton]') !== null
      const now = performance.now()
      if (isLoading) loadedAt = now
      const hasSettled = now - loadedAt >= restoreWaitMs
      const isHighEnough = document.documentElement.scrollHeight >= top + window.innerHeight
      const link = href === null ? null : linkTo(href)
      const hasContent = href === null || link !== null || !isLoading || now - started >= restoreWaitMs
      if (phase === 'returning' && ((isHighEnough && hasContent) || hasSettled)) {
        phase = 'finding the link'
        window.scrollTo(0, top)
      }
      const hasEnded = phase === 'finding the link' && (href === null || link !== null || hasSettled)
      if (!hasEnded) return void requestAnimationFrame(attempt)
      phase = 'here'
      link?.focus({ preventScroll: true })
    }
    requestAnimationFrame(attempt)
  }

  return { returnToPosition, stop: () => watching.abort() }
}

/** Back and Forward by keyboard: Alt and an arrow, on a Mac Command and a bracket or an arrow. */
function isForHistory({ altKey, metaKey, key }: KeyboardEvent): boolean {
  return (altKey || metaKey) && ['Alt', 'Meta', 'ArrowLeft', 'ArrowRight', '[', ']'].includes(key)
}

const links = '#content a[href]'

function linkTo(href: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(links)].find((link) => link.getAttribute('href') === href) ?? null
}
