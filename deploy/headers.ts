/**
 * The one table of response headers of the portal's origin. The sandbox serves it, `write-server-files.ts` renders it
 * for web servers and a CDN, and `npm run deploy:check` compares a stage with it. It depends on the stage's
 * `config.json` only.
 */

import { allPaymentHosts, localHost } from '../src/lib/config.ts'
import type { TenantConfig } from '../src/lib/config.ts'
import { inlineCode } from './inline-code.ts'

/** The part of the portal's `config.json` that the headers depend on. */
export type HeaderConfig = {
  apiBase: string
  auth: { region: string; endpoint?: string | undefined }
  /** `host[:port]` of the card provider's pages. */
  paymentHosts: readonly string[]
  /** What differs for a tenant, by its id. */
  tenants?: { readonly [tenantId: string]: TenantConfig } | undefined
  /** Origin of the API's signed links to files, if they lead to another host, e.g. a bucket. */
  filesOrigin?: string | undefined
  /** Address for error reports. */
  reportTo?: string | undefined
  /** Address for violations of the policy. */
  policyReportTo?: string | undefined
  /** How long browsers refuse http for the portal's host. */
  hstsSeconds?: number | undefined
}

/** The kind of a path on the portal's origin. */
export type ResourceKind = 'document' | 'config' | 'release' | 'asset' | 'form' | 'manifest' | 'file' | 'refused'

export type Headers = { readonly [name: string]: string }

const year = 31_536_000
/** The name that the policy uses for the address of its reports. */
const policyEndpoint = 'policy'
/** Short until the operator has seen that https works: browsers that have received the header cannot be told otherwise. */
const day = 86_400
/** The name contains a hash of the content, so a stored copy never becomes outdated. */
const immutable = `public, max-age=${year}, immutable`
const revalidate = 'no-cache'

/**
 * Kinds of paths; the first match applies. `index.html` is not a file of its own: every name returns the document,
 * which is revalidated so that a release is visible at once. Servers and CDNs get the same patterns.
 */
export const resourceRules: readonly { kind: ResourceKind; pattern: RegExp; cacheControl: string }[] = [
  { kind: 'config', pattern: /^\/config\.json$/, cacheControl: revalidate },
  { kind: 'release', pattern: /^\/version\.json$/, cacheControl: revalidate },
  { kind: 'asset', pattern: /^\/assets\//, cacheControl: immutable },
  { kind: 'manifest', pattern: /^\/forms\/[^/]+\/manifest\.json$/, cacheControl: revalidate },
  { kind: 'form', pattern: /^\/forms\/.+\.json$/, cacheControl: immutable },
  // A published form is data: what else is in its folder, such as a script, is missing for browsers.
  { kind: 'refused', pattern: /^\/forms\//, cacheControl: 'no-store' },
  {
    kind: 'file',
    pattern: /\.(?:css|gif|ico|jpg|js|json|map|mjs|pdf|png|svg|txt|webmanifest|webp|woff2|xml)$/,
    cacheControl: 'public, max-age=3600',
  },
  { kind: 'document', pattern: /^\//, cacheControl: revalidate },
]

export function resourceKind(pathname: string): ResourceKind {
  return resourceRules.find(({ pattern }) => pattern.test(pathname))?.kind ?? 'document'
}

/** Headers of a successful response for a path of the portal itself (not of the API). */
export function headersFor(pathname: string, config: HeaderConfig): Headers {
  const rule = resourceRules.find(({ pattern }) => pattern.test(pathname))
  return { ...securityHeaders(config), 'Cache-Control': rule?.cacheControl ?? revalidate }
}

/**
 * Headers of a response for a missing file. A missing asset must not be answered with index.html: the browser would run
 * a page as a script. The response must not be stored, because the file may only be missing during a release.
 */
export function missingFileHeaders(config: HeaderConfig): Headers {
  return { ...securityHeaders(config), 'Cache-Control': 'no-store' }
}

/** Headers of every response of the origin: documents, assets and errors. */
export function securityHeaders(config: HeaderConfig): Headers {
  return {
    'Content-Security-Policy': contentSecurityPolicy(config),
    ...(config.policyReportTo === undefined
      ? {}
      : { 'Reporting-Endpoints': `${policyEndpoint}="${config.policyReportTo}"` }),
    // Only the host itself: includeSubDomains would end every other site below it that has no https.
    'Strict-Transport-Security': `max-age=${hstsSecondsOf(config)}`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Sends only the origin: paths contain ids of applications and charges.
    'Referrer-Policy': 'strict-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
  }
}

export function hstsSecondsOf({ hstsSeconds = day }: HeaderConfig): number {
  return hstsSeconds
}

export function contentSecurityPolicy(config: HeaderConfig): string {
  const api = originsOf(config.apiBase)
  const identity = originsOf(config.auth.endpoint ?? `${identityOrigin(config.auth.region)}/`)
  const directives: Directive[] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", inlineCode.script, inlineCode.tooOld],
    ['style-src', "'self'", inlineCode.style],
    // data: and blob: for icons and previews of chosen files; the API's origin for logos; the files' origin for
    // previews.
    ['img-src', "'self'", 'data:', 'blob:', ...api, ...originsOf(config.filesOrigin ?? '')],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...api, ...identity, ...originsOf(config.reportTo ?? '')],
    ['manifest-src', "'self'"],
    ['frame-src', 'blob:'],
    ['form-action', "'self'", ...allPaymentHosts(config).map(paymentOrigin)],
    ['frame-ancestors', "'none'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    // Trusted Types: no string becomes markup or code, and no policy may make an exception.
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
  ]
  return policyText([...directives, ...reportDirectives(config)])
}

type Directive = [string, ...string[]]

function policyText(directives: readonly Directive[]): string {
  return directives.map((directive) => [...new Set(directive)].join(' ')).join('; ')
}

/** Browsers that know report-to ignore report-uri. */
function reportDirectives({ policyReportTo }: HeaderConfig): Directive[] {
  return policyReportTo === undefined
    ? []
    : [
        ['report-uri', policyReportTo],
        ['report-to', policyEndpoint],
      ]
}

/** Host names besides that of the stage. */
export function tenantHosts({ tenants = {} }: HeaderConfig): string[] {
  return Object.values(tenants).flatMap(({ hosts }) => hosts ?? [])
}

/** Amazon's regions in China use another domain. */
export function identityOrigin(region: string): string {
  return `https://cognito-idp.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}

/** Whether a `host[:port]` is the developer's own machine, which needs no https. */
export function isThisMachine(host: string): boolean {
  return localHost.test(host.replace(/:\d+$/, ''))
}

/** Payment is https only, except for a card provider on the developer's own machine. */
export function paymentOrigin(host: string): string {
  return isThisMachine(host) ? `http://${host}` : `https://${host}`
}

/** The origin of an absolute URL; none for a path on the portal's own origin. */
function originsOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin] : []
}
