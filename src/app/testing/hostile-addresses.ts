import { matchRoute, routePatterns } from '../../paths.ts'
import type { RouteName } from '../../paths.ts'
import { isHostile } from './hostile-ids.ts'

/** The routes with an id in the query, with addresses that are valid except for the id in braces. */
const byQuery: { readonly [route in RouteName]?: readonly string[] } = {
  home: ['/?tenantId={tenantId}', '/?tenantId={tenantId}&chargeId=CH-1', '/?tenantId=minato-city&chargeId={chargeId}'],
  mailConfirmation: ['registration', 'password_reset', 'email_change'].flatMap((type) => [
    `/mail-confirmation?type=${type}&tenantId={tenantId}&id=C-1`,
    `/mail-confirmation?type=${type}&tenantId=minato-city&id={confirmationId}`,
  ]),
  paymentSuccessCallback: [
    '/callbacks/payment_success?tenantId={tenantId}',
    '/callbacks/payment_success?tenantId={tenantId}&repayment=true',
  ],
  paymentCancelCallback: ['/callbacks/payment_cancel?tenantId={tenantId}'],
  paymentErrorCallback: ['/callbacks/payment_error?tenantId={tenantId}'],
}

/** The routes of matrix C: all but `/error`. */
export const routesWithIds = (Object.keys(routePatterns) as RouteName[]).filter(
  (route) => templatesOf(route).length > 0,
)

/** The addresses of a route with `value` in place of each of its ids, one at a time. */
export function hostileAddresses(route: RouteName, value: string): string[] {
  return templatesOf(route).flatMap((template) => {
    const [, parameter = ''] = /\{(\w+)\}/.exec(template) ?? []
    const address = template.replace(`{${parameter}}`, encodeURIComponent(value))
    return isHostile(parameter, value) && !isOtherPage(address) ? [address] : []
  })
}

/** An empty id or a dot disappears from a path: what is left can be the address of another page, such as the list. */
function isOtherPage(address: string): boolean {
  if (address.includes('?') || address.startsWith('//')) return false
  const { pathname } = new URL(address, 'http://portal.test')
  return matchRoute(pathname.replace(/\/$/, '')) !== null
}

function templatesOf(route: RouteName): readonly string[] {
  const { pattern } = routePatterns[route]
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const path = (hostile: string) =>
    pattern.replaceAll(/:(\w+)/g, (_all, name: string) => {
      if (name === hostile) return `{${name}}`
      return name === 'tenantId' ? 'minato-city' : 'x-1'
    })
  return byQuery[route] ?? names.map(path)
}
