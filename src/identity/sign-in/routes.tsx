import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { routePatterns } from '../../paths.ts'
import { LoginPage } from './LoginPage.tsx'

export const publicRoutes: RouteObject[] = [
  // Most visits begin with this page, so it is part of the main bundle: one round trip less on a slow network.
  { path: routePatterns.login.pattern, Component: LoginPage },
  {
    path: routePatterns.mailConfirmation.pattern,
    lazy: page(['sign-in', 'errors'], () => import('./mail-confirmation-route.ts')),
  },
  {
    path: routePatterns.passwordReset.pattern,
    lazy: page(['sign-in', 'errors'], () => import('./password-reset-route.ts')),
  },
]
