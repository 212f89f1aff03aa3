import { forgetFailed } from './application/application-registry.ts'

/** The loader of the `/order/…` pages. */
export function orderLoader(): null {
  forgetFailed()
  return null
}
