import type { Metric } from 'web-vitals'
import { pageInReport, postReport } from '../lib/error-report.ts'

/** Maximum for one document: a browser may report each page that a user opens within it. */
const maxReports = 40

/** Longest wait for a browser that is never idle, or that cannot report it (Safari). */
const idleMs = 2_000

/**
 * Measures how fast pages load (TTFB, LCP), respond (INP) and move (CLS), and sends each figure once with the name of
 * the route. The library is fetched when the page is complete; it reads earlier figures from the browser's buffer.
 */
export async function reportWebVitals(target: { stage: string; reportTo: string }): Promise<void> {
  await loaded()
  await idle()
  // The route after redirects: the browser names the address that was opened.
  const first = pageInReport()
  const { onCLS, onINP, onLCP, onTTFB } = await import('web-vitals')
  const sent = new Set<string>()

  function report({ name, id, value, navigationType, navigationURL }: Metric): void {
    // A page opened by a link inside the portal has no first byte of its own.
    if (name === 'TTFB' && navigationType === 'soft-navigation') return
    if (sent.has(id) || sent.size >= maxReports) return
    sent.add(id)
    postReport(target, {
      kind: 'web-vital',
      code: name,
      value: name === 'CLS' ? Number(value.toFixed(3)) : Math.round(value),
      navigation: navigationType,
      ...pageOf(navigationType, navigationURL),
    })
  }

  function pageOf(navigation: Metric['navigationType'], address = '') {
    if (navigation === 'soft-navigation') return pageInReport(new URL(address).pathname)
    return navigation === 'back-forward-cache' ? pageInReport() : first
  }

  onTTFB(report, { reportSoftNavs: true })
  onLCP(report, { reportSoftNavs: true })
  onINP(report, { reportSoftNavs: true })
  onCLS(report, { reportSoftNavs: true })
}

function loaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else window.addEventListener('load', () => resolve(), { once: true })
  })
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    const { requestIdleCallback }: { requestIdleCallback?: typeof window.requestIdleCallback } = window
    if (requestIdleCallback === undefined) setTimeout(resolve, idleMs)
    else requestIdleCallback(() => resolve(), { timeout: idleMs })
  })
}
