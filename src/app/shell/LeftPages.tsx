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
  // Must run before the next page is rendered, because a shorter page scrolls the window.
  useLayoutEffect(() => watchPage(key, pathname), [key, pathname])
  useLayoutEffect(() => {
    // NavigationEffects replaces it later; it has scrolled to the top and focused the heading by the next frame.
    const before = focusedPage.get()
    if (!isReturn || before === null || before === page) return undefined
    return returnToPage(key)
  }, [focusedPage, page, key, isReturn])
  return null
}

/** How long the content of a page may take to reach its former height (milliseconds). */
const restoreWaitMs = 3_000

const userInputs = ['wheel', 'touchstart', 'keydown'] as const

/** Records the scroll position of a page and the link that leaves it, until the returned function is called. */
function watchPage(key: string, path: string): () => void {
  // Between Back and the next page, the browser scrolls this page to the position of the next one.
  let isLeaving = false
  const onPop = () => void (isLeaving = true)
  const onInput = () => void (isLeaving = false)
  const onScroll = () => {
    if (!isLeaving) recordPosition(key, path, { top: window.scrollY })
  }
  const onClick = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link !== null) recordPosition(key, path, { top: window.scrollY, href: link.getAttribute('href') })
  }
  window.addEventListener('scroll', onScroll, { passive: true })
  window.addEventListener('popstate', onPop)
  for (const input of userInputs) window.addEventListener(input, onInput, { passive: true })
  document.addEventListener('click', onClick, true)
  return () => {
    window.removeEventListener('scroll', onScroll)
    window.removeEventListener('popstate', onPop)
    for (const input of userInputs) window.removeEventListener(input, onInput)
    document.removeEventListener('click', onClick, true)
  }
}

/**
 * Back to an earlier page: scrolls to its former position as soon as its content has loaded, and focuses the link that
 * was followed. Ends when the user scrolls.
 */
function returnToPage(key: string): () => void {
  const { top, href } = positionOf(key)
  const started = performance.now()
  const stop = new AbortController()
  for (const input of userInputs)
    window.addEventListener(input, () => stop.abort(), { passive: true, signal: stop.signal })

  function attempt() {
    if (stop.signal.aborted) return
    const isHighEnough = document.documentElement.scrollHeight >= top + window.innerHeight
    const link = href === null ? null : linkTo(href)
    const isReady = isHighEnough && (href === null || link !== null)
    if (!isReady && performance.now() - started < restoreWaitMs) return void requestAnimationFrame(attempt)
    stop.abort()
    window.scrollTo(0, top)
    link?.focus({ preventScroll: true })
  }
  requestAnimationFrame(attempt)
  return () => stop.abort()
}

function linkTo(href: string): HTMLElement | null {
  const links = document.querySelectorAll<HTMLElement>('#content a[href]')
  return [...links].find((link) => link.getAttribute('href') === href) ?? null
}
