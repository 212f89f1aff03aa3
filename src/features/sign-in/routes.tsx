import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { routePatterns } from '../../paths.ts'
import { LoginPage } from './LoginPage.tsx'

export const publicRoutes: RouteObject[] = [
  // The page most visits begin with comes with the app: one round trip less on a slow line.
  { path: routePatterns.login.pattern, Component: LoginPage },
  {
    path: routePatterns.mailConfirmation.pattern,
    lazy: page(['sign-in', 'errors'], () => import('./MailConfirmationPage.tsx')),
  },
  {
    path: routePatterns.passwordReset.pattern,
    lazy: page(['sign-in', 'errors'], () => import('./PasswordResetPage.tsx')),
  },
]
