/** The run-time configuration, read once from `/config.json`: one build serves every stage. */
export type PortalConfig = {
  stage: string
  /** Path or https URL of the user web API. */
  apiBase: string
  /** Path under which form definitions are published, on the portal's own origin. */
  formsBase: string
  auth: {
    region: string
    poolId: string
    clientId: string
    /** Only where the identity provider is not Amazon's: an https URL, or a path on the portal's origin. */
    endpoint?: string
    flow: AuthFlow
    tokenStorage: 'session' | 'local'
  }
  /** `host` or `host:port` of every card payment provider the portal may send a user to. */
  paymentHosts: string[]
  limits: PortalLimits
  /** True only where the sandbox stands behind the portal: a banner says so. */
  demo: boolean
}

export type AuthFlow = (typeof authFlows)[number]

export type PortalLimits = Record<keyof typeof limitDefaults, number>

const authFlows = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_WITH_SRP', 'CUSTOM_WITHOUT_SRP'] as const

const limitDefaults = {
  idleMinutes: 30,
  absoluteHours: 12,
  warningMinutes: 5,
  signOutTimeoutMs: 3_000,
  signInWaitMs: 30_000,
  notificationMs: 5_000,
  requestTimeoutMs: 30_000,
}

/** Thrown by {@link parseConfig}; names every wrong key, so that a stage is repaired in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`config.json: ${faults.join('; ')}`)
    this.faults = faults
  }
}

type Bag = Record<string, unknown>

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

function isPlace(value: unknown): value is string {
  if (typeof value !== 'string') return false
  if (/^\/(?:[A-Za-z0-9_-]+\/?)+$/.test(value)) return true
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return url.protocol === 'https:' || (url.protocol === 'http:' && localHost.test(url.hostname))
}

/** @throws ConfigError */
export function parseConfig(raw: unknown): PortalConfig {
  const faults: string[] = []
  const bag = isBag(raw) ? raw : {}
  if (!isBag(raw)) faults.push('is no object')
  const auth = isBag(bag.auth) ? bag.auth : {}
  if (!isBag(bag.auth)) faults.push('auth is missing')
  const limits = isBag(bag.limits) ? bag.limits : {}
  if (bag.limits !== undefined && !isBag(bag.limits)) faults.push('limits is no object')

  function text(from: Bag, key: string, name: string): string {
    const value = from[key]
    if (typeof value === 'string' && value !== '') return value
    faults.push(`${name} is no text`)
    return ''
  }
  function place(from: Bag, key: string, name: string): string {
    const value = from[key]
    if (isPlace(value)) return value.replace(/\/$/, '')
    faults.push(`${name} is neither a path nor an https URL`)
    return ''
  }
  function oneOf<T extends string>(value: unknown, allowed: readonly T[], name: string, fallback: T): T {
    const found = allowed.find((each) => each === value)
    if (found === undefined && value !== undefined) faults.push(`${name} is none of ${allowed.join(', ')}`)
    return found ?? fallback
  }

  const endpoint = auth.endpoint
  if (endpoint !== undefined && !isPlace(endpoint)) faults.push('auth.endpoint is neither a path nor an https URL')

  const hosts = bag.paymentHosts
  const paymentHosts = Array.isArray(hosts)
    ? hosts.filter((host): host is string => typeof host === 'string' && /^[a-z0-9.-]+(?::\d{1,5})?$/.test(host))
    : []
  if (!Array.isArray(hosts) || paymentHosts.length !== hosts.length)
    faults.push('paymentHosts is no list of host names')

  function limit(key: keyof typeof limitDefaults): number {
    const value = limits[key] ?? limitDefaults[key]
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
    faults.push(`limits.${key} is no number of 0 or more`)
    return limitDefaults[key]
  }

  const config: PortalConfig = {
    stage: text(bag, 'stage', 'stage'),
    apiBase: place(bag, 'apiBase', 'apiBase'),
    formsBase: place(bag, 'formsBase', 'formsBase'),
    auth: {
      region: text(auth, 'region', 'auth.region'),
      poolId: text(auth, 'poolId', 'auth.poolId'),
      clientId: text(auth, 'clientId', 'auth.clientId'),
      ...(typeof endpoint === 'string' ? { endpoint } : {}),
      flow: oneOf(auth.flow, authFlows, 'auth.flow', 'USER_SRP_AUTH'),
      tokenStorage: oneOf(auth.tokenStorage, ['session', 'local'], 'auth.tokenStorage', 'session'),
    },
    paymentHosts,
    limits: {
      idleMinutes: limit('idleMinutes'),
      absoluteHours: limit('absoluteHours'),
      warningMinutes: limit('warningMinutes'),
      signOutTimeoutMs: limit('signOutTimeoutMs'),
      signInWaitMs: limit('signInWaitMs'),
      notificationMs: limit('notificationMs'),
      requestTimeoutMs: limit('requestTimeoutMs'),
    },
    demo: bag.demo === true,
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}
