import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { routePatterns } from '../../paths.ts'

export const sessionRoutes: RouteObject[] = [
  {
    path: routePatterns.applicationHistory.pattern,
    lazy: page(['orders', 'order-display', 'errors'], () => import('./history-route.ts')),
  },
  {
    path: routePatterns.historyDetails.pattern,
    lazy: page(['orders', 'order-display', 'errors'], () => import('./details-route.ts')),
  },
]
