import type { LoaderFunctionArgs } from 'react-router-dom'
import { forgetPositions } from '../../feedback/left-pages.ts'
import { forgetFinished } from './application/application-registry.ts'

export { Component } from './pages/ApplicationPage.tsx'

/** Done here and not while rendering: an application that ends during a visit must still lead to its result. */
export function loader({ request }: LoaderFunctionArgs): null {
  if (forgetFinished()) forgetPositions(new URL(request.url).pathname)
  return null
}
