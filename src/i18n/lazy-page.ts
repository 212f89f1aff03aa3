import { createElement } from 'react'
import type { ComponentType } from 'react'
import type { LoaderFunction } from 'react-router-dom'
import type { Namespace } from './catalogue.ts'
import { answerInTime } from '../lib/problem.ts'
import { withStyleSheets } from '../lib/style-sheets.ts'
import { fileLimitMs, loadNamespaces } from './texts.ts'

type PageModule = { Component: ComponentType; loader?: LoaderFunction }

/**
 * `lazy` of a route: the page's module and its texts, fetched in parallel.
 * @example { path: routePatterns.applicationHistory.pattern, lazy: page(['orders'], () => import('./history-route.ts'))
 * }
 */
export function page(namespaces: readonly Namespace[], load: () => Promise<PageModule>): () => Promise<PageModule> {
  async function arrive(): Promise<PageModule> {
    const files = Promise.all([withStyleSheets(load), loadNamespaces(namespaces)])
    const [module] = await answerInTime(files, fileLimitMs)
    return module
  }
  return async () => {
    try {
      return { ...(await arrive()) }
    } catch (failure) {
      return missingPage(arrive, failure)
    }
  }
}

/**
 * A page whose files have not arrived. React Router renders nothing for a route whose `lazy` has failed, so the failure
 * becomes that of a loader, which the page's boundary shows; every further visit retries.
 */
function missingPage(arrive: () => Promise<PageModule>, failure: unknown): PageModule {
  let known: { failure: unknown } | null = { failure }
  let page: PageModule | null = null
  return {
    async loader(args, context) {
      const seen = known
      known = null
      if (seen) throw seen.failure
      page ??= await arrive()
      return (await page.loader?.(args, context)) ?? null
    },
    Component: () => page && createElement(page.Component),
  }
}
