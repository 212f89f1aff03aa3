import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { routePatterns } from '../../paths.ts'

export const publicRoutes: RouteObject[] = [
  {
    path: routePatterns.procedures.pattern,
    lazy: page(['services', 'errors'], () => import('./procedures-route.ts')),
  },
  {
    path: routePatterns.procedure.pattern,
    lazy: page(['services', 'errors'], () => import('./procedure-route.ts')),
  },
]

export const sessionRoutes: RouteObject[] = [
  {
    path: routePatterns.applicationList.pattern,
    lazy: page(['services', 'order-display', 'errors'], () => import('./application-list-route.ts')),
  },
]
