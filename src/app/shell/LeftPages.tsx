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

/** How long a page that has loaded may take to reach its former height, or to show a link again (milliseconds). */
const restoreWaitMs = 3_000

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
  // Between Back and the next page, the browser scrolls this page to the position of the next one.
  let isLeaving = false
  let isReturning = false
  let isFindingLink = false
  const onInput = (event: Event) => {
    // E.g. Alt and an arrow key, which are Back and Forward.
    if (event instanceof KeyboardEvent && (event.altKey || event.metaKey)) return
    isLeaving = false
    isReturning = false
    isFindingLink = false
  }
  for (const input of userInputs) window.addEventListener(input, onInput, options)
  window.addEventListener('popstate', () => void (isLeaving = true), options)
  window.addEventListener(
    'scroll',
    () => {
      if (!isLeaving && !isReturning) recordPosition(key, path, { top: window.scrollY })
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
    isReturning = true
    isFindingLink = href !== null

    function attempt() {
      if (watching.signal.aborted) return
      const isLoading = document.querySelector('#content [data-skeleton]') !== null
      const isLate = !isLoading && performance.now() - started >= restoreWaitMs
      const isHighEnough = document.documentElement.scrollHeight >= top + window.innerHeight
      const link = isFindingLink && href !== null ? linkTo(href) : null
      if (isReturning && ((isHighEnough && (link !== null || !isLoading)) || isLate)) {
        isReturning = false
        window.scrollTo(0, top)
      }
      if (link !== null || isLate) isFindingLink = false
      if (isReturning || isFindingLink) return void requestAnimationFrame(attempt)
      link?.focus({ preventScroll: true })
    }
    requestAnimationFrame(attempt)
  }

  return { returnToPosition, stop: () => watching.abort() }
}

const links = '#content a[href]'

function linkTo(href: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(links)].find((link) => link.getAttribute('href') === href) ?? null
}
