import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { routePatterns } from '../../paths.ts'

const namespaces = ['apply', 'form-engine', 'fields', 'records', 'errors'] as const

export const sessionRoutes: RouteObject[] = [
  {
    path: routePatterns.application.pattern,
    lazy: page(namespaces, () => import('./pages/ApplicationPage.tsx')),
  },
  {
    path: routePatterns.shippingAddress.pattern,
    lazy: page(namespaces, () => import('./pages/ShippingAddressPage.tsx')),
  },
  {
    path: routePatterns.settlement.pattern,
    lazy: page(namespaces, () => import('./pages/SettlementPage.tsx')),
  },
]
