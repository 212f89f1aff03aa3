import { replace } from 'react-router-dom'
import type { MiddlewareFunction, Params } from 'react-router-dom'
import type { Path } from '../../paths.ts'

/**
 * Removes the query of an address on entry, by replacement, so that Back does not bring it back (P-11). It stands behind
 * the guard: a page that needs a login first keeps its wanted address until then.
 */
export function dropQuery(pathOf: (params: Params) => Path): MiddlewareFunction {
  return async ({ request, params }, next) => {
    if (new URL(request.url).search !== '') throw replace(pathOf(params))
    return next()
  }
}
