/**
 * The one table of response headers of the portal's origin: served by the sandbox, rendered for nginx and a CDN by
 * `write-examples.ts`, and asserted by the tests. The policy depends on the stage's `config.json` only.
 */

/** The part of the portal's `config.json` that the headers depend on. */
export type HeaderConfig = {
  apiBase: string
  auth: { region: string; endpoint?: string | undefined }
  /** `host[:port]` of the card provider's pages. */
  paymentHosts: readonly string[]
}

/** What a path on the portal's origin is. */
export type ResourceKind = 'document' | 'config' | 'asset' | 'form' | 'manifest' | 'file'

export type Headers = { readonly [name: string]: string }

const year = 31_536_000
/** The name says the content (hash), so a stored copy is right for ever. */
const immutable = `public, max-age=${year}, immutable`
const revalidate = 'no-cache'

/** Paths by kind, first match wins; the pattern is what nginx and a CDN get, too. */
export const resourceRules: readonly { kind: ResourceKind; pattern: RegExp; cacheControl: string }[] = [
  { kind: 'config', pattern: /^\/config\.json$/, cacheControl: revalidate },
  { kind: 'asset', pattern: /^\/assets\//, cacheControl: immutable },
  { kind: 'manifest', pattern: /^\/forms\/[^/]+\/manifest\.json$/, cacheControl: revalidate },
  { kind: 'form', pattern: /^\/forms\//, cacheControl: immutable },
  {
    kind: 'file',
    pattern: /\.(?:css|gif|html|ico|jpg|js|json|map|mjs|pdf|png|svg|txt|webmanifest|webp|woff2|xml)$/,
    cacheControl: 'public, max-age=3600',
  },
  // Every other path is a page of the portal: the same index.html, revalidated so that a release shows at once.
  { kind: 'document', pattern: /^\//, cacheControl: revalidate },
]

export function resourceKind(pathname: string): ResourceKind {
  return resourceRules.find(({ pattern }) => pattern.test(pathname))?.kind ?? 'document'
}

/** Headers of a successful answer for a path of the portal itself (not of the API). */
export function headersFor(pathname: string, config: HeaderConfig): Headers {
  const rule = resourceRules.find(({ pattern }) => pattern.test(pathname))
  return { ...securityHeaders(config), 'Cache-Control': rule?.cacheControl ?? revalidate }
}

/**
 * Headers of "no such file". A missing asset must not be answered with index.html: the browser would run a page as a
 * script; and it must not be stored, because it may only be missing while a release is under way.
 */
export function missingFileHeaders(config: HeaderConfig): Headers {
  return { ...securityHeaders(config), 'Cache-Control': 'no-store' }
}

/** On every answer of the origin, documents and assets and errors alike. */
export function securityHeaders(config: HeaderConfig): Headers {
  return {
    'Content-Security-Policy': contentSecurityPolicy(config),
    'Strict-Transport-Security': `max-age=${year}; includeSubDomains`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // The origin alone: paths carry ids of applications and charges.
    'Referrer-Policy': 'strict-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
  }
}

export function contentSecurityPolicy(config: HeaderConfig): string {
  const api = originsOf(config.apiBase)
  const identity = originsOf(config.auth.endpoint ?? `https://cognito-idp.${config.auth.region}.amazonaws.com/`)
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['style-src', "'self'"],
    // data: and blob: for icons and for previews of what the user has just chosen; the API's origin for logos.
    ['img-src', "'self'", 'data:', 'blob:', ...api],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...api, ...identity],
    ['manifest-src', "'self'"],
    ['frame-src', 'blob:'],
    ['form-action', "'self'", ...config.paymentHosts.map(paymentOrigin)],
    ['frame-ancestors', "'none'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    // No string becomes markup or code, and no policy may make an exception.
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
  ]
  return directives.map((directive) => [...new Set(directive)].join(' ')).join('; ')
}

/** Payment is https only; a card provider on the developer's own machine is the exception. */
export function paymentOrigin(host: string): string {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host) ? `http://${host}` : `https://${host}`
}

/** The origin of an absolute URL; none for a path on the portal's own origin. */
function originsOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin] : []
}
