import type { BrowserContext } from '@playwright/test'
import type { Portal } from '../../support/journey.ts'

/** The browser logs failed requests, and React logs the problems that the error boundaries of the portal show. */
const causedByFaults = /^Failed to load resource:|net::ERR_|ProblemError/

/** React logs what a component throws for a response of another shape; the error boundary shows that it is unreadable. */
const causedByWrongShape = /^TypeError/

/**
 * Reports console errors, uncaught errors, violations of the content security policy and requests to other origins.
 * @param hasWrongShape whether a response of the run had another shape than the contract
 */
export function watchConsole(
  context: BrowserContext,
  portal: Portal,
  report: (finding: string) => void,
  hasWrongShape: () => boolean,
): void {
  context.on('weberror', (error) => {
    report(`uncaught: ${error.error().message}`)
  })
  context.on('console', (message) => {
    const text = message.text()
    const isCaused = causedByFaults.test(text) || (hasWrongShape() && causedByWrongShape.test(text))
    if (message.type() === 'error' && !isCaused) report(`console: ${text}`)
    else if (/Content Security Policy|requires 'Trusted/i.test(text)) report(`policy: ${text}`)
  })
  context.on('request', (request) => {
    const url = request.url()
    const isOwn = [portal.url, portal.cardUrl].some((origin) => url.startsWith(origin))
    if (!isOwn && /^https?:/.test(url)) report(`request to another origin: ${url}`)
  })
}
