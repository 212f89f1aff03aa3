import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendEarly } from '../../api/early-response.ts'
import { getListServicesQueryOptions } from '../../api/generated/services/services.ts'
import { useSessionPort } from '../../auth/session-context.tsx'
import { currentLanguage } from '../../i18n/texts.ts'
import { useConfig } from '../../lib/config-context.ts'
import { matchPattern } from '../../lib/path-pattern.ts'
import { formFiles, preloadFile } from '../../lib/portal-start.ts'
import type { RouteTable } from '../../lib/portal-start.ts'
import { readJson } from '../../lib/shape.ts'
import type { Guard } from '../../lib/shape.ts'
import { isRecord } from '../../../form-model/record.ts'

/** How long the pointer or the focus rests on a link before its page is requested: shorter than a click. */
export const restMs = 65

/** Older data of a page that was not opened is requested again. */
export const maxAgeMs = 5_000

/**
 * Requests the files and the user's data of the page behind a link as soon as a pointer, a finger or the focus rests on
 * it. The page uses these responses (src/api/early-response.ts) and requests everything that is missing, so a failure
 * here only costs time. Not for users who save data.
 */
export function PreparedLinks() {
  const { apiBase, formsBase } = useConfig()
  const client = useQueryClient()
  const session = useSessionPort()
  useEffect(
    () =>
      watchLinks((address) =>
        preparePage(address, { apiBase, formsBase, client, token: session.lastKnownIdToken() ?? undefined }),
      ),
    [apiBase, formsBase, client, session],
  )
  return null
}

type Timer = ReturnType<typeof setTimeout>

/**
 * Calls `prepare` for links to other pages of the portal, until the returned function is called. What `prepare` returns
 * is called later, unless the link is clicked: on a slow network the page's script may arrive after the page's data.
 */
function watchLinks(prepare: (address: URL) => () => void): () => void {
  let timer: Timer
  const expiries = new Map<Timer, string>()
  const stop = new AbortController()
  const listen = (types: readonly string[], listener: (event: Event) => void) => {
    for (const type of types) document.addEventListener(type, listener, { passive: true, signal: stop.signal })
  }
  // A click opens the page itself, and a finger that scrolls does not click.
  const forget = () => clearTimeout(timer)
  listen(['click', 'pointercancel'], forget)
  listen(['click'], ({ target }) => {
    const opened = linkAt(target)?.href
    for (const [expiry, href] of expiries) if (href === opened) clearTimeout(expiry)
  })
  listen(['pointerover', 'pointerdown', 'focusin'], ({ target }) => {
    forget()
    const link = linkAt(target)
    if (link === null || !isOtherPage(link) || savesData()) return
    const { href } = link
    timer = setTimeout(() => {
      const drop = prepare(new URL(href))
      const expiry = setTimeout(() => {
        expiries.delete(expiry)
        drop()
      }, maxAgeMs)
      expiries.set(expiry, href)
    }, restMs)
  })
  return () => {
    forget()
    stop.abort()
  }
}

function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

function isOtherPage({ origin, pathname, target }: HTMLAnchorElement): boolean {
  return origin === window.location.origin && pathname !== window.location.pathname && target === ''
}

/** Only Chromium reports the setting of the browser; the media feature is the one of the device. */
function savesData(): boolean {
  const { connection }: { connection?: { saveData?: boolean } } = navigator as object
  return connection?.saveData === true || window.matchMedia('(prefers-reduced-data: reduce)').matches
}

type Parts = { apiBase: string; formsBase: string; client: QueryClient; token: string | undefined }

/** Returns a function that drops the responses the page has not used. */
function preparePage({ pathname, search }: URL, { apiBase, formsBase, client, token }: Parts): () => void {
  const start = globalThis.portalStart
  const table = readJson(document.getElementById('portal-start')?.textContent ?? null, isRecord as Guard<RouteTable>)
  if (start === undefined || table === null) return nothing
  const language = currentLanguage()
  for (const { pattern, session, files, requests } of table.routes) {
    const params = matchPattern(pattern, pathname)
    if (params === null || !session) continue
    const services = client.getQueryData(getListServicesQueryOptions(params.tenantId ?? '').queryKey) ?? []
    const wanted = [
      ...files[language].flatMap((index) => table.files[index] ?? []),
      ...formFiles(services, params, formsBase, language),
    ]
    for (const file of wanted) if (!isFetched(file)) preloadFile(file)
    // Public data is in the query cache. A filter in the address changes the request.
    const own = requests.filter((path) => path.startsWith('/o/') && !(search !== '' && path.includes('?')))
    const sent = own
      .map((path) => apiBase + path.replaceAll(/:(\w+)/g, (_match, name: string) => params[name] ?? ''))
      .filter((url) => token !== undefined && !start.responses.has(url))
    for (const url of sent) sendEarly(start.responses, url, language, token).catch(() => undefined)
    const unused = sent.map((url) => ({ url, early: start.responses.get(url) }))
    return () => {
      for (const { url, early } of unused) {
        if (early === undefined || start.responses.get(url) !== early) continue
        early.cancel.abort()
        start.responses.delete(url)
      }
    }
  }
  return nothing
}

function nothing(): void {
  return undefined
}

function isFetched(file: string): boolean {
  return [...document.querySelectorAll('link')].some(({ href }) => new URL(href).pathname === file)
}
