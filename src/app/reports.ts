import { isRouteErrorResponse } from 'react-router-dom'
import { reportBug, reportProblem, startErrorReports } from '../lib/error-report.ts'
import type { PortalConfig } from '../lib/config.ts'
import { problemOf } from '../lib/problem.ts'
import { TenantClosedError } from '../tenant/tenant-query.ts'
import { isMissingFile } from './failure/stale-build.ts'
import { firstPageReady } from './router.tsx'
import type { PortalRouter } from './router.tsx'

/** After this delay a first page that never arrives is measured as well. */
const firstPageMs = 60_000

/** Reports to the operator of a stage that enables them. Returns the function that reports an error. */
export function startReports(config: PortalConfig, router: PortalRouter): typeof reportOnce {
  startErrorReports(config)
  const { stage, reportTo, webVitals } = config
  if (webVitals && reportTo !== undefined)
    // A failure to load the code only costs the figures of this page.
    firstPageReady(router, firstPageMs)
      .then(async () => (await import('./web-vitals.ts')).reportWebVitals({ stage, reportTo }))
      .catch(() => undefined)
  return reportOnce
}

const reported = new WeakSet<Error>()

/**
 * Reports an error once, although its query, the loader that waited for it and the boundary that shows it pass it on.
 * An unknown address, a closed tenant and a file of a former release are part of normal operation.
 */
function reportOnce(error: unknown): void {
  if (isRouteErrorResponse(error) || error instanceof TenantClosedError || isMissingFile(error)) return
  if (error instanceof Error) {
    if (reported.has(error)) return
    reported.add(error)
  }
  const problem = problemOf(error)
  if (problem === null) reportBug(error)
  else reportProblem(problem)
}
