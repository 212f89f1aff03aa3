/**
 * Every address of the portal: builders, parsers of the ids in them, the table of routes. An invalid id is refused
 * here, before it can become a request, a stored value or a link.
 */

import { isId, isIdOf, matchPattern } from './lib/path-pattern.ts'

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type Path = Branded<'Path'>
export type TenantId = Branded<'TenantId'>
export type ServiceId = Branded<'ServiceId'>
export type ServiceType = Branded<'ServiceType'>
export type OrderId = Branded<'OrderId'>
export type ChargeId = Branded<'ChargeId'>
export type ConfirmationId = Branded<'ConfirmationId'>

type Route = {
  /** The address in React Router's notation. */
  pattern: string
  /** Whether the page needs a session. */
  session: boolean
}

/** The routes of the portal by name. Besides `/` and the catch-all, nothing else is routed. */
export const routePatterns = {
  home: { pattern: '/', session: false },
  login: { pattern: '/login/:tenantId', session: false },
  register: { pattern: '/register/:tenantId', session: false },
  mailConfirmation: { pattern: '/mail-confirmation', session: false },
  passwordReset: { pattern: '/password-reset/:tenantId/:confirmationId', session: false },
  notSupported: { pattern: '/notsupported/:tenantId', session: false },
  emailChange: { pattern: '/email-change/:tenantId/:confirmationId', session: true },
  registration: { pattern: '/registration/:tenantId/:confirmationId', session: false },
  applicationList: { pattern: '/:tenantId/applicationlist', session: true },
  applicationHistory: { pattern: '/:tenantId/applicationhistory', session: true },
  download: { pattern: '/:tenantId/download', session: true },
  userProfile: { pattern: '/:tenantId/userprofile', session: true },
  application: { pattern: '/application/:tenantId/:serviceId/:type', session: true },
  historyDetails: { pattern: '/:tenantId/history-details/:orderId', session: true },
  shippingAddress: { pattern: '/order/shippingaddress/:tenantId/:serviceId', session: true },
  settlement: { pattern: '/order/payment/:tenantId/:serviceId', session: true },
  orderSuccess: { pattern: '/:tenantId/order/success', session: true },
  paymentCancelled: { pattern: '/:tenantId/payment/cancelled', session: true },
  paymentError: { pattern: '/:tenantId/payment/error', session: true },
  chargeSuccess: { pattern: '/:tenantId/charge/success', session: true },
  chargePay: { pattern: '/:tenantId/charges/:chargeId/pay', session: true },
  chargeCancel: { pattern: '/:tenantId/charges/:chargeId/cancel', session: true },
  procedures: { pattern: '/:tenantId/procedures', session: false },
  procedure: { pattern: '/:tenantId/procedures/:serviceId', session: false },
  maintenance: { pattern: '/:tenantId/maintenance', session: false },
  error: { pattern: '/error', session: false },
  paymentSuccessCallback: { pattern: '/callbacks/payment_success', session: false },
  paymentCancelCallback: { pattern: '/callbacks/payment_cancel', session: false },
  paymentErrorCallback: { pattern: '/callbacks/payment_error', session: false },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routePatterns

const routeNames = Object.keys(routePatterns) as RouteName[]

/** Paths that the web server reserves. */
const servedPrefixes = ['app', 'forms', 'assets']

/** First segments of addresses, which no tenant can have as its id. */
export const reservedSegments: readonly string[] = [
  ...servedPrefixes,
  ...new Set(
    routeNames
      .map((name) => routePatterns[name].pattern.split('/')[1] ?? '')
      .filter((first) => first !== '' && !first.startsWith(':')),
  ),
]

/** Reads the id of a parameter: null if it is invalid. */
function parserOf<Id extends string>(parameter: string): (value: unknown) => Id | null {
  return (value) => (isIdOf(parameter, value, reservedSegments) ? (value as string as Id) : null)
}

export const parseTenantId = parserOf<TenantId>('tenantId')
export const parseServiceId = parserOf<ServiceId>('serviceId')
/** The kind of applicant or of application within a service. */
export const parseType = parserOf<ServiceType>('type')
export const parseOrderId = parserOf<OrderId>('orderId')
export const parseChargeId = parserOf<ChargeId>('chargeId')
/** The id in a mailed link, up to 128 characters. */
export const parseConfirmationId = parserOf<ConfirmationId>('confirmationId')

/** The parser of each parameter of a pattern. */
const parameterParsers = {
  tenantId: parseTenantId,
  serviceId: parseServiceId,
  type: parseType,
  orderId: parseOrderId,
  chargeId: parseChargeId,
  confirmationId: parseConfirmationId,
} as const

export type RouteParams = {
  [Name in keyof typeof parameterParsers]?: NonNullable<ReturnType<(typeof parameterParsers)[Name]>>
}

/**
 * Reads the parameters of a matched route.
 * @returns null if any of them is invalid or has no parser
 */
export function parseParams(raw: Readonly<Record<string, string | undefined>>): RouteParams | null {
  const parsed: Record<string, string> = {}
  for (const [name, value] of Object.entries(raw)) {
    const parse = Object.hasOwn(parameterParsers, name)
      ? parameterParsers[name as keyof typeof parameterParsers]
      : () => null
    const id = parse(value)
    if (id === null) return null
    parsed[name] = id
  }
  return parsed as RouteParams
}

type Query = Record<string, string | undefined>

function build(name: RouteName, params: Query, query: Query = {}): Path {
  const path = routePatterns[name].pattern
    .split('/')
    .map((segment) => {
      if (!segment.startsWith(':')) return segment
      const id = params[segment.slice(1)]
      if (!isId(id)) throw new TypeError(`No ${segment.slice(1)} for the path of ${name}`)
      return id
    })
    .join('/')
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
  return (search === '' ? path : `${path}?${search}`) as Path
}

/** Builders accept ids from the API or a parser and throw TypeError for an invalid one. */
export const paths = {
  home: () => build('home', {}),
  login: (tenantId: string, query: { view?: 'reset' } = {}) => build('login', { tenantId }, query),
  register: (tenantId: string) => build('register', { tenantId }),
  mailConfirmation: (query: { tenantId?: string; type?: string } = {}) => build('mailConfirmation', {}, query),
  passwordReset: (tenantId: string, confirmationId: string) => build('passwordReset', { tenantId, confirmationId }),
  notSupported: (tenantId: string) => build('notSupported', { tenantId }),
  emailChange: (tenantId: string, confirmationId: string) => build('emailChange', { tenantId, confirmationId }),
  registration: (tenantId: string, confirmationId: string, query: { step?: 'password' } = {}) =>
    build('registration', { tenantId, confirmationId }, query),
  applicationList: (tenantId: string) => build('applicationList', { tenantId }),
  applicationHistory: (tenantId: string, query: Query = {}) => build('applicationHistory', { tenantId }, query),
  download: (tenantId: string) => build('download', { tenantId }),
  userProfile: (tenantId: string, query: { view?: string } = {}) => build('userProfile', { tenantId }, query),
  application: (tenantId: string, serviceId: string, type: string, query: { step?: string } = {}) =>
    build('application', { tenantId, serviceId, type }, query),
  historyDetails: (tenantId: string, orderId: string) => build('historyDetails', { tenantId, orderId }),
  shippingAddress: (tenantId: string, serviceId: string, type: string) =>
    build('shippingAddress', { tenantId, serviceId }, { type }),
  settlement: (tenantId: string, serviceId: string, type: string) =>
    build('settlement', { tenantId, serviceId }, { type }),
  orderSuccess: (tenantId: string) => build('orderSuccess', { tenantId }),
  paymentCancelled: (tenantId: string) => build('paymentCancelled', { tenantId }),
  paymentError: (tenantId: string) => build('paymentError', { tenantId }),
  chargeSuccess: (tenantId: string) => build('chargeSuccess', { tenantId }),
  chargePay: (tenantId: string, chargeId: string) => build('chargePay', { tenantId, chargeId }),
  chargeCancel: (tenantId: string, chargeId: string) => build('chargeCancel', { tenantId, chargeId }),
  procedures: (tenantId: string) => build('procedures', { tenantId }),
  procedure: (tenantId: string, serviceId: string) => build('procedure', { tenantId, serviceId }),
  maintenance: (tenantId: string) => build('maintenance', { tenantId }),
  error: () => build('error', {}),
} as const

export type RouteMatch = { name: RouteName; params: RouteParams; session: boolean }

/** The route of a path (query allowed, matched exactly, ids parsed), or null. */
export function matchRoute(path: string): RouteMatch | null {
  const pathname = path.split('?')[0] ?? ''
  for (const name of routeNames) {
    const { pattern, session } = routePatterns[name]
    const params = matchPattern(pattern, pathname, reservedSegments) as RouteParams | null
    if (params) return { name, params, session }
  }
  return null
}

/** The page of a tenant whose address lacks the tenant's id, or null. */
export function pathWithTenant(pathname: string, tenantId: TenantId): Path | null {
  const segments = pathname.split('/')
  for (const { pattern } of Object.values(routePatterns)) {
    const parts = pattern.split('/')
    const position = parts.indexOf(':tenantId')
    if (position === -1 || matchPattern(parts.toSpliced(position, 1).join('/'), pathname, reservedSegments) === null)
      continue
    return segments.toSpliced(position, 0, tenantId).join('/') as Path
  }
  return null
}

const longestRedirect = 2_000

/**
 * The page that a user requested before signing in, read from storage.
 * @returns null unless it is a path of the route table that needs a session and contains this tenant. A query is kept.
 */
export function parseRedirectPath(raw: unknown, tenantId: TenantId): Path | null {
  if (typeof raw !== 'string' || raw.length > longestRedirect) return null
  if (!/^\/[A-Za-z0-9_/-]*(?:\?[A-Za-z0-9_.~!$&'()*+,;=:@%/?-]*)?$/.test(raw)) return null
  const route = matchRoute(raw)
  return route?.session === true && route.params.tenantId === tenantId ? (raw as Path) : null
}
