import { sessionStore } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'

/**
 * How the portal was opened. Decided by the user agent alone: a hint and a link back do not need LINE's own SDK.
 * `liff`: a LIFF window inside LINE; `line-inapp`: a link opened in a LINE chat; `external`: an ordinary browser.
 * Source: LINE Developers, "Differences between LIFF browser and external browser".
 */
export type Channel = 'liff' | 'line-inapp' | 'external'

const linePattern = /\bLine\/\d/
const liffPattern = /\bLIFF\b/

export function detectChannel(userAgent: string): Channel {
  if (!linePattern.test(userAgent)) return 'external'
  return liffPattern.test(userAgent) ? 'liff' : 'line-inapp'
}

/** True if downloads and some card pages do not work, so that the hint to open a browser is useful. */
export function isInsideLine(channel: Channel): boolean {
  return channel !== 'external'
}

/** Whether the page can be printed and files can be saved: inside LINE, a button for it would do nothing. */
export function canPrintAndSave(): boolean {
  return !isInsideLine(detectChannel(navigator.userAgent))
}

/** True if the address shows that the visitor came from the LINE chat (`?from=line`, exactly once). */
export function hasLineParameter(search: string): boolean {
  const values = new URLSearchParams(search).getAll('from')
  return values.length === 1 && values[0] === 'line'
}

/**
 * The address that makes LINE open the device's own browser. The session is not shared with that browser: the guard
 * stores the requested path there and returns to it after sign-in.
 */
export function externalBrowserUrl(href: string): string {
  const url = new URL(href)
  url.searchParams.set('openExternalBrowser', '1')
  return url.href
}

/**
 * The props of a link to a page beside the portal's. LINE has no second window, so that what was typed would be left: it
 * opens the device's own browser.
 */
export function linkBeside(href: string, userAgent: string): { href: string; target?: '_blank' } {
  if (!isInsideLine(detectChannel(userAgent))) return { href, target: '_blank' }
  return { href: externalBrowserUrl(href) }
}

/**
 * The tenant's LINE account as a link, or null if it is not a LINE address (https only, because any app can register
 * `line://`).
 */
export function lineAccountUrl(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null
  const { protocol, hostname, username, password, href } = new URL(url)
  if (protocol !== 'https:' || username !== '' || password !== '') return null
  return hostname === 'line.me' || hostname.endsWith('.line.me') || hostname === 'lin.ee' ? href : null
}

/** Called once at the start: `?from=line` is remembered for the session, because redirects drop it. */
export function noteArrival(search: string): void {
  if (hasLineParameter(search)) sessionStore.set(storageKeys.fromLine, '1')
}

/**
 * Whether the user came from the LINE chat, by the browser or by the address of arrival; decides the target of links
 * back.
 */
export function isFromLine(userAgent: string): boolean {
  return isInsideLine(detectChannel(userAgent)) || sessionStore.get(storageKeys.fromLine) === '1'
}
