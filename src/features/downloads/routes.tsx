import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { routePatterns } from '../../paths.ts'

export const sessionRoutes: RouteObject[] = [
  {
    path: routePatterns.download.pattern,
    lazy: page(['downloads', 'order-display', 'errors'], () => import('./download-route.ts')),
  },
]
