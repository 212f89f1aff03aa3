import { beginAnother } from './application/application-owner.ts'

export { Component } from './pages/ApplicationPage.tsx'

/** Done here and not while rendering: an application that ends during a visit must still lead to its result. */
export function loader(): null {
  beginAnother()
  return null
}
