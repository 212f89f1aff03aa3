import { reportProblem, startErrorReports } from '../lib/error-report.ts'
import type { PortalConfig } from '../lib/config.ts'
import { firstPageReady } from './router.tsx'
import type { PortalRouter } from './router.tsx'

/** After this delay a first page that never arrives is measured as well. */
const firstPageMs = 60_000

/** Reports to the operator of a stage that enables them. Returns the function that reports a failed request. */
export function startReports(config: PortalConfig, router: PortalRouter): typeof reportProblem {
  startErrorReports(config)
  const { stage, reportTo, webVitals } = config
  if (webVitals && reportTo !== undefined)
    // A failure to load the code only costs the figures of this page.
    firstPageReady(router, firstPageMs)
      .then(async () => (await import('./web-vitals.ts')).reportWebVitals({ stage, reportTo }))
      .catch(() => undefined)
  return reportProblem
}
