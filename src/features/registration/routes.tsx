import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { routePatterns } from '../../paths.ts'

export const publicRoutes: RouteObject[] = [
  {
    path: routePatterns.register.pattern,
    lazy: page(['registration', 'login', 'sign-in', 'errors'], () => import('./RegisterPage.tsx')),
  },
  {
    path: routePatterns.registration.pattern,
    lazy: page(
      ['registration', 'profile-form', 'fields', 'login', 'sign-in', 'errors'],
      () => import('./registration-route.ts'),
    ),
  },
]

export const sessionRoutes: RouteObject[] = [
  {
    path: routePatterns.emailChange.pattern,
    lazy: page(['registration', 'errors'], () => import('./email-change-route.ts')),
  },
]
