import { isRecord } from '../../form-model/record.ts'
import { parseTenantId } from '../paths.ts'
import type { TenantId } from '../paths.ts'
import { withoutSlash } from './fetch-config.ts'
import { isBoolean, listOf, oneOf, optional } from './shape.ts'
import type { Guard } from './shape.ts'

/** The run-time configuration, read once from `/config.json`: one build serves every stage. */
export type PortalConfig = {
  /** Name of the stage; used in error reports only. */
  stage: string
  /** Path or https URL of the user web API. */
  apiBase: string
  /** Base path of published form definitions: scripts may only come from the portal's own origin. */
  formsBase: string
  auth: {
    region: string
    poolId: string
    clientId: string
    /** Set only if the identity provider is not Amazon's: an https URL, or a path on the portal's origin. */
    endpoint?: string
    flow: AuthFlow
    /** Where the tokens of a sign-in are kept unless the user chooses otherwise. */
    tokenStorage: TokenStorage
  }
  /** `host` or `host:port` of every card provider to which the portal may send a user. */
  paymentHosts: string[]
  /** What differs for a tenant, by its id. */
  tenants: { [tenantId: string]: TenantConfig }
  limits: PortalLimits
  /** Path or https URL that receives error reports; without it none are sent. */
  reportTo?: string
  /** Whether loading times and responsiveness (Web Vitals) are sent to `reportTo`, too. */
  webVitals: boolean
  /** https origin of the signed links of attachments, if it is neither the portal's nor the API's. */
  filesOrigin?: string
  /** The tenant whose login page `/` opens on a device without a last tenant. */
  defaultTenant?: TenantId
  /** Path or https URL that browsers tell about violations of the content security policy; in its header only. */
  policyReportTo?: string
  /** How long browsers refuse http for the portal's host (HSTS). */
  hstsSeconds?: number
  /** True only with the sandbox as the API: shown by a banner. */
  demo: boolean
}

export type TenantConfig = {
  /** Instead of the `paymentHosts` of the stage. */
  paymentHosts?: string[]
  /** Host names that show only this tenant. */
  hosts?: string[]
}

export type AuthFlow = (typeof authFlows)[number]
/** `session`: for this tab. `local`: for every tab of this browser. */
export type TokenStorage = (typeof tokenStorages)[number]

export type PortalLimits = Record<keyof typeof limitDefaults, number>

const authFlows = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_WITH_SRP', 'CUSTOM_WITHOUT_SRP'] as const
export const tokenStorages = ['session', 'local'] as const

const limitDefaults = {
  idleMinutes: 30,
  absoluteHours: 12,
  warningMinutes: 5,
  signOutTimeoutMs: 3_000,
  signInWaitMs: 30_000,
  notificationMs: 5_000,
  requestTimeoutMs: 30_000,
}

/** Thrown by {@link parseConfig}; names every invalid key, so that a stage can be fixed at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`config.json: ${faults.join('; ')}`)
    this.faults = faults
  }
}

/** Host names of this machine: browsers treat them as secure without https. */
export const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])$/
const ownPath = /^(?:\/[\w-]+)+\/?$/
/**
 * No character that ends, separates or quotes a value in a content security policy or in nginx's configuration; `URL`
 * accepts them in a host, too. A domain with other letters is written in Punycode (RFC 3492). A final dot would be
 * another host for the browser.
 */
const plainUrl = /^https?:\/\/(?:[a-z\d-]+(?:\.[a-z\d-]+)*|\[::1\])(?::\d+)?(?:\/[\w.~%/-]*)?$/i

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isOwnPath(value: unknown): value is string {
  return isText(value) && ownPath.test(value)
}

/** A URL without credentials, query and fragment: paths are appended to it. */
function isPlace(value: unknown): value is string {
  if (isOwnPath(value)) return true
  if (!isText(value) || !plainUrl.test(value) || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && localHost.test(hostname))
}

function isOrigin(value: unknown): value is string {
  return isPlace(value) && URL.canParse(value) && new URL(value).origin === value
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0
}

function isTenantId(value: unknown): value is TenantId {
  return parseTenantId(value) !== null
}

/** Part of the address of Amazon's identity provider. */
function isRegion(value: unknown): value is string {
  return isText(value) && /^[a-z\d-]+$/.test(value)
}

/** The host as in a parsed address: in lower case and without the default port. */
function isHost(value: unknown): value is string {
  const url = `https://${String(value)}/`
  return isText(value) && plainUrl.test(url) && URL.canParse(url) && new URL(url).host === value
}

function isHostName(value: unknown): value is string {
  return isHost(value) && new URL(`https://${value}/`).hostname === value
}

/** Where the portal may go to for paying the charges of a tenant. */
export function paymentHostsOf(
  { tenants, paymentHosts }: Pick<PortalConfig, 'paymentHosts' | 'tenants'>,
  tenantId: TenantId,
): readonly string[] {
  return tenants[tenantId]?.paymentHosts ?? paymentHosts
}

/** Those of the stage and of every tenant. */
export function allPaymentHosts({
  paymentHosts,
  tenants = {},
}: {
  paymentHosts: readonly string[]
  tenants?: { readonly [tenantId: string]: TenantConfig } | undefined
}): string[] {
  return [...paymentHosts, ...Object.values(tenants).flatMap((tenant) => tenant.paymentHosts ?? [])]
}

/** The only tenant that a host shows; null for a host of all. */
export function tenantOfHost({ tenants }: PortalConfig, host: string): TenantId | null {
  return parseTenantId(Object.keys(tenants).find((id) => tenants[id]?.hosts?.includes(host)))
}

/** Names the file if it is not JSON, too. @throws ConfigError */
export async function readConfig(loading: Promise<unknown>): Promise<PortalConfig> {
  try {
    return parseConfig(await loading)
  } catch (cause) {
    throw cause instanceof SyntaxError ? new ConfigError([`not valid JSON (${cause.message})`]) : cause
  }
}

/** @throws ConfigError */
export function parseConfig(raw: unknown): PortalConfig {
  const faults: string[] = []

  function recordOf(value: unknown, name: string): Record<string, unknown> {
    if (isRecord(value)) return value
    faults.push(`${name} is not an object`)
    return {}
  }

  /** Reads the keys of one object; `noOther` names every key that was not read. */
  function readerOf(value: unknown, prefix: string) {
    const bag = recordOf(value, prefix.slice(0, -1) || 'the file')
    const read = new Set<string>()
    return {
      read<T>(key: string, fits: Guard<T>, wanted: string, fallback: T): T {
        const found = this.nested(key, fallback)
        if (fits(found)) return found
        faults.push(`${prefix}${key} is no ${wanted}`)
        return fallback
      },
      nested(key: string, fallback: unknown): unknown {
        read.add(key)
        return bag[key] === undefined ? fallback : bag[key]
      },
      noOther() {
        for (const key of Object.keys(bag)) if (!read.has(key)) faults.push(`${prefix}${key} is unknown`)
      },
    }
  }
  const hostList = 'list of hosts as an address shows them'
  const place = 'path or https URL of letters, digits and hyphens, without credentials and query'

  const file = readerOf(raw, '')
  const auth = readerOf(file.nested('auth', null), 'auth.')
  const limits = readerOf(file.nested('limits', {}), 'limits.')

  const tenants = Object.entries(recordOf(file.nested('tenants', {}), 'tenants')).map(([id, value]) => {
    if (!isTenantId(id)) faults.push(`tenants.${id} is no id of a tenant`)
    const tenant = readerOf(value, `tenants.${id}.`)
    const paymentHosts = tenant.read('paymentHosts', optional(listOf(isHost)), hostList, undefined)
    const hosts = tenant.read('hosts', optional(listOf(isHostName)), 'list of host names without a port', undefined)
    tenant.noOther()
    return [id, { ...(paymentHosts && { paymentHosts }), ...(hosts && { hosts }) }] as const
  })
  const allHosts = tenants.flatMap(([, { hosts }]) => hosts ?? [])
  for (const host of new Set(allHosts.filter((each, index) => allHosts.indexOf(each) !== index)))
    faults.push(`tenants has the host ${host} twice`)
  const endpoint = auth.read('endpoint', optional(isPlace), place, undefined)
  const filesOrigin = file.read('filesOrigin', optional(isOrigin), 'https origin without a path', undefined)
  const reportTo = file.read('reportTo', optional(isPlace), place, undefined)
  const defaultTenant = file.read('defaultTenant', optional(isTenantId), 'id of a tenant', undefined)
  const policyReportTo = file.read('policyReportTo', optional(isPlace), place, undefined)
  const hstsSeconds = file.read('hstsSeconds', optional(isCount), 'number of seconds', undefined)
  /** Zero is allowed only if it has a meaning. */
  function limit(key: keyof typeof limitDefaults, least = Number.MIN_VALUE): number {
    const fits = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= least
    return limits.read(key, fits, least === 0 ? 'number of 0 or more' : 'number above 0', limitDefaults[key])
  }

  const config: PortalConfig = {
    stage: file.read('stage', isText, 'text', ''),
    apiBase: withoutSlash(file.read('apiBase', isPlace, place, '')),
    formsBase: withoutSlash(
      file.read('formsBase', isOwnPath, "path on the portal's own origin of letters, digits, - and _", ''),
    ),
    auth: {
      region: auth.read('region', isRegion, 'region such as ap-northeast-1', ''),
      poolId: auth.read('poolId', isText, 'text', ''),
      clientId: auth.read('clientId', isText, 'text', ''),
      ...(endpoint === undefined ? {} : { endpoint }),
      flow: auth.read('flow', oneOf(authFlows), authFlows.join(' or '), 'USER_SRP_AUTH'),
      tokenStorage: auth.read('tokenStorage', oneOf(tokenStorages), tokenStorages.join(' or '), 'session'),
    },
    paymentHosts: file.read('paymentHosts', listOf(isHost), hostList, []),
    tenants: Object.fromEntries(tenants),
    limits: {
      idleMinutes: limit('idleMinutes'),
      absoluteHours: limit('absoluteHours'),
      warningMinutes: limit('warningMinutes', 0),
      signOutTimeoutMs: limit('signOutTimeoutMs'),
      signInWaitMs: limit('signInWaitMs'),
      notificationMs: limit('notificationMs', 0),
      requestTimeoutMs: limit('requestTimeoutMs'),
    },
    ...(reportTo === undefined ? {} : { reportTo }),
    ...(filesOrigin === undefined ? {} : { filesOrigin }),
    ...(defaultTenant === undefined ? {} : { defaultTenant }),
    ...(policyReportTo === undefined ? {} : { policyReportTo }),
    ...(hstsSeconds === undefined ? {} : { hstsSeconds }),
    webVitals: file.read('webVitals', isBoolean, 'true or false', false),
    demo: file.read('demo', isBoolean, 'true or false', false),
  }
  for (const reader of [file, auth, limits]) reader.noOther()
  const { poolId, region, flow } = config.auth
  if (endpoint === undefined) {
    if (!poolId.startsWith(`${region}_`)) faults.push('auth.poolId is of another region than auth.region')
    if (flow === 'USER_PASSWORD_AUTH') faults.push('auth.flow would send the password to Amazon')
    if (config.demo) faults.push('demo is only for an emulator (auth.endpoint)')
  }
  if (config.webVitals && reportTo === undefined) faults.push('webVitals needs reportTo')
  const { idleMinutes, absoluteHours, warningMinutes } = config.limits
  if (warningMinutes >= Math.min(idleMinutes, absoluteHours * 60))
    faults.push('limits.warningMinutes is not below limits.idleMinutes and limits.absoluteHours')
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}
