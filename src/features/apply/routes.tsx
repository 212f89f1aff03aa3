import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { routePatterns } from '../../paths.ts'

const namespaces = ['apply', 'form-engine', 'fields', 'order-display', 'errors'] as const

export const sessionRoutes: RouteObject[] = [
  {
    lazy: page([], () => import('./application-flow-route.ts')),
    children: [
      {
        path: routePatterns.application.pattern,
        lazy: page(namespaces, () => import('./application-route.ts')),
      },
      {
        path: routePatterns.shippingAddress.pattern,
        lazy: page(namespaces, () => import('./pages/ShippingAddressPage.tsx')),
      },
      {
        path: routePatterns.settlement.pattern,
        lazy: page(namespaces, () => import('./settlement-route.ts')),
      },
    ],
  },
]
