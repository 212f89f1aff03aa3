import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { routePatterns } from '../../paths.ts'

export const publicRoutes: RouteObject[] = [
  {
    path: routePatterns.maintenance.pattern,
    lazy: page(['tenant-state'], () => import('./MaintenancePage.tsx')),
  },
  {
    path: routePatterns.notSupported.pattern,
    lazy: page(['tenant-state'], () => import('./NotSupportedPage.tsx')),
  },
]
