import type { Page, Route } from '@playwright/test'

/**
 * Intercepts the requests to `pattern` until the returned function is called, which waits for pending handlers: a route
 * that is removed during its handler would be handled twice.
 */
export async function interrupt(
  page: Page,
  pattern: string,
  handle: (route: Route) => Promise<void> | undefined,
): Promise<() => Promise<void>> {
  const underWay = new Set<Promise<void>>()
  let over = false
  const handler = async (route: Route): Promise<void> => {
    if (over) return route.fallback()
    const handling = handle(route)
    if (handling === undefined) return
    underWay.add(handling)
    await handling.finally(() => underWay.delete(handling))
  }
  await page.route(pattern, handler)
  return async () => {
    over = true
    await Promise.allSettled(underWay)
    await page.unroute(pattern, handler)
  }
}
