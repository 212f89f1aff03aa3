import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { routePatterns } from '../../paths.ts'

export const sessionRoutes: RouteObject[] = [
  {
    path: routePatterns.userProfile.pattern,
    lazy: page(['profile', 'profile-form', 'fields', 'login', 'sign-in', 'errors'], () => import('./profile-route.ts')),
  },
]
