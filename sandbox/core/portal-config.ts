import type { PortalConfig } from '../../src/lib/config.ts'

export const poolId = 'ap-northeast-1_devPortal'
export const clientId = 'portal-sandbox'

/** The part of the portal's configuration that can be changed while the sandbox runs. */
export type ConfigChanges = {
  auth?: Partial<Pick<PortalConfig['auth'], 'flow' | 'tokenStorage'>>
  limits?: Partial<PortalConfig['limits']>
  demo?: boolean
  reportTo?: string
}

/** A web server in front of the sandbox has neither an address nor a certificate for the name. */
function tenantsAt(origin: string): PortalConfig['tenants'] {
  return origin.startsWith('https:') ? {} : { 'minato-city': { hosts: ['minato-city.localhost'] } }
}

/** Where the portal shows these tenants: at the origin of all, and at each tenant's own hosts. */
export function portalOrigins(origin: string, tenantIds?: readonly string[]): string[] {
  const { protocol, port } = new URL(origin)
  const tenants = tenantsAt(origin)
  const hosts = (tenantIds ?? Object.keys(tenants)).flatMap((tenantId) => tenants[tenantId]?.hosts ?? [])
  return [origin, ...hosts.map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`)]
}

/** The portal's `config.json` for the sandbox. */
export function portalConfig(cardOrigin: string, changes: ConfigChanges, origin = 'http://localhost'): PortalConfig {
  // The warning time follows a shortened session.
  const warningMinutes = Math.min(5, (changes.limits?.idleMinutes ?? 30) / 2)
  return {
    stage: 'sandbox',
    apiBase: '/app/web',
    formsBase: '/forms',
    auth: {
      region: 'ap-northeast-1',
      poolId,
      clientId,
      endpoint: '/_identity/',
      flow: 'USER_SRP_AUTH',
      tokenStorage: 'session',
      ...changes.auth,
    },
    paymentHosts: [new URL(cardOrigin).host],
    tenants: tenantsAt(origin),
    limits: {
      idleMinutes: 30,
      absoluteHours: 12,
      warningMinutes,
      signOutTimeoutMs: 3000,
      signInWaitMs: 30_000,
      notificationMs: 5000,
      requestTimeoutMs: 30_000,
      ...changes.limits,
    },
    webVitals: false,
    demo: changes.demo ?? true,
    ...(changes.reportTo === undefined ? {} : { reportTo: changes.reportTo }),
  }
}
