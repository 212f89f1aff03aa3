import { operationsOf, readDocument } from '../contract/openapi/document.ts'
import { routePatterns } from '../src/paths.ts'
import { contentTypes, isCompressible } from './content-types.ts'
import { headersFor, missingFileHeaders, resourceRules, tenantHosts } from './headers.ts'
import type { HeaderConfig, Headers, ResourceKind } from './headers.ts'

export type NginxOptions = {
  serverName: string
  listen: string[]
  /** Addresses for http, which redirect to https. */
  redirectListen: string[]
  /** Contains the built portal. */
  siteRoot: string
  /** Contains `config.json`, `version.json` and `forms/`; may be the same folder. */
  stageRoot: string
  certificate: string
  certificateKey: string
  accessLog: string
  /** Files with more directives; a name with a wildcard may match nothing. */
  brotliInclude: string
  /** Paths that are proxied to other servers, e.g. `/app/web/` to the API if it is on the portal's origin. */
  proxies: { [path: string]: string }
}

export const usualPorts = { https: 443, http: 80 }
/** For a user without rights, in a container that maps the usual ports to them. */
export const containerPorts = { https: 8443, http: 8080 }

/** For an nginx with the module for HTTP/2 or without it, on a machine with IPv6 or without it. */
export function addressesFor({ http2, ipv6 }: { http2: boolean; ipv6: boolean }, { https, http } = usualPorts) {
  const on = (port: string) => (ipv6 ? [port, `[::]:${port}`] : [port])
  return { listen: on(`${https} ssl${http2 ? ' http2' : ''}`), redirectListen: on(String(http)) }
}

export const exampleOptions: NginxOptions = {
  serverName: 'portal.example.jp',
  ...addressesFor({ http2: true, ipv6: true }),
  siteRoot: '/srv/portal',
  stageRoot: '/srv/portal',
  certificate: '/etc/ssl/portal/fullchain.pem',
  certificateKey: '/etc/ssl/portal/key.pem',
  accessLog: '/var/log/nginx/portal.log',
  brotliInclude: '/etc/nginx/portal-brotli*.conf',
  proxies: {},
}

/**
 * Forward secrecy and authenticated encryption only (IPA's TLS guideline; Mozilla's "intermediate" without DHE).
 * Sessions resume from the cache: a ticket could be decrypted as long as nginx keeps its key, i.e. until a restart.
 */
const tlsProfile = [
  'ssl_protocols TLSv1.2 TLSv1.3;',
  `ssl_ciphers ${[
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':')};`,
  'ssl_session_cache shared:portal_tls:10m;',
  'ssl_session_tickets off;',
]

/** A sample path of each kind, for reading the header table. */
export const samplePaths: { [kind in Exclude<ResourceKind, 'refused'>]: string } = {
  config: '/config.json',
  release: '/version.json',
  asset: '/assets/app-1a2b3c4d.js',
  manifest: '/forms/minato-city/manifest.json',
  form: '/forms/minato-city/bulky-waste/individual/0123456789ab/definition.json',
  file: '/favicon.svg',
  document: '/',
}

const fromStage: ReadonlySet<ResourceKind> = new Set(['config', 'manifest', 'form'])

/**
 * Server blocks for nginx 1.22 or newer, for `/etc/nginx/conf.d/`. gzip is always on; brotli is on if its files are
 * included.
 */
export function nginxConfig(config: HeaderConfig, options: NginxOptions = exampleOptions): string {
  const { serverName, listen, siteRoot, certificate, certificateKey } = options
  const names = [serverName, ...tenantHosts(config)]
  return `${[
    '# Generated from the table in deploy/headers.ts by `npm run headers`: do not edit.',
    ...logFormat(options),
    ...names.flatMap((name) => redirect(name, options)),
    block('server', [
      ...listen.map((address) => `listen ${address};`),
      `server_name ${names.join(' ')};`,
      `ssl_certificate ${certificate};`,
      `ssl_certificate_key ${certificateKey};`,
      ...tlsProfile,
      `root ${siteRoot};`,
      accessLog(options),
      'server_tokens off;',
      'charset utf-8;',
      `charset_types ${textTypes().join(' ')};`,
      ...lines(block('types', typeLines())),
      'default_type application/octet-stream;',
      '# Copies that the build has compressed, else compression at run time.',
      'gzip on;',
      'gzip_static on;',
      'gzip_vary on;',
      'gzip_proxied any;',
      `gzip_types ${textTypes().join(' ')};`,
      `include ${options.brotliInclude};`,
      'error_page 404 @missing;',
      ...Object.entries(options.proxies).flatMap(([place, upstream]) => proxy(serverName, place, upstream)),
      ...policyReports(config, options),
      ...resourceRules.flatMap(({ kind, pattern }) => location(kind, pattern, config, options)),
      ...lines(
        block('location @missing', [
          'internal;',
          'default_type text/plain;',
          ...Object.entries(missingFileHeaders(config)).map(
            ([name, value]) => `add_header ${name} ${quoted(value)} always;`,
          ),
          'return 404 "Not found\\n";',
        ]),
      ),
    ]),
  ].join('\n')}\n`
}

/** To its own name: an unknown host gets the first one. */
function redirect(name: string, options: NginxOptions): string[] {
  const { redirectListen } = options
  if (redirectListen.length === 0) return []
  return [
    block('server', [
      ...redirectListen.map((address) => `listen ${address};`),
      `server_name ${name};`,
      accessLog(options),
      `return 301 https://${name}$request_uri;`,
    ]),
  ]
}

/** Names of `log_format` and variables are common to all sites of an nginx. */
function logName({ serverName }: NginxOptions): string {
  return `log_${serverName.replaceAll(/\W/g, '_')}`
}

function accessLog(options: NginxOptions): string {
  return `access_log ${options.accessLog} ${logName(options)};`
}

/**
 * Addresses without their query, and without the ids that give access to whoever reads them; no referrer. Of an address
 * in a spelling that nothing of the portal has (an escape, an empty segment, `..`), only what comes before it.
 */
function logFormat(options: NginxOptions): string[] {
  const name = logName(options)
  return [
    block(`map $request_uri $${name}_path`, [
      ...secretPaths().map((pattern) => `"~*^(?<${name}_start>${pattern})" "\${${name}_start}-";`),
      `"~^(?<${name}_start>(?:/(?!\\.\\.?(?:/|$))[^/?%]+)*/?)" $${name}_start;`,
    ]),
    `log_format ${name} '$remote_addr [$time_iso8601] $request_method $${name}_path $status $body_bytes_sent $request_time "$http_user_agent"';`,
  ]
}

/**
 * What comes before an id of a mailed link: in addresses of the portal, where the id may be in the place of the tenant
 * at a host of one tenant, and of an API behind a proxy.
 */
function secretPaths(): string[] {
  const pages = Object.values(routePatterns).map(({ pattern }) =>
    pattern.replace(':tenantId/:confirmationId', '{linkId}'),
  )
  const operations = operationsOf(readDocument()).map(
    ({ path }) => `(?:/[^/?%]+)*${path.replace('{tenantId}', '[^/?%]+')}`,
  )
  return [...pages, ...operations].flatMap((place) => {
    const [start = '', id] = place.split(/\{(?:confirmationId|linkId)\}/)
    return id === undefined ? [] : [start]
  })
}

function location(kind: ResourceKind, pattern: RegExp, config: HeaderConfig, options: NginxOptions): string[] {
  if (kind === 'document')
    // With one target before =404 nginx answers in this location; an internal redirect would use the headers of
    // another.
    return lines(block('location /', ['try_files /index.html =404;', ...addHeaders(headersFor('/', config))]))
  const head = `location ~ ${pattern.source.replaceAll('\\/', '/')}`
  if (kind === 'refused') return lines(block(head, ['return 404;']))
  return lines(
    block(head, [
      ...(fromStage.has(kind) ? [`root ${options.stageRoot};`] : []),
      'try_files $uri =404;',
      ...addHeaders(headersFor(samplePaths[kind], config)),
    ]),
  )
}

/** Turns off compression: it would weaken the ETags, which the portal sends back with If-Match. */
function proxy(serverName: string, place: string, upstream: string): string[] {
  return lines(
    block(`location ^~ ${place}`, [
      `proxy_pass ${upstream};`,
      'proxy_http_version 1.1;',
      `proxy_set_header Host ${serverName};`,
      "proxy_set_header Accept-Encoding '';",
      ...(upstream.startsWith('https:') ? ['proxy_ssl_server_name on;'] : []),
      'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
      'proxy_set_header X-Forwarded-Proto $scheme;',
      '# Attachments; the API has its own limit and answers in the words of the contract.',
      'client_max_body_size 50m;',
      'gzip off;',
    ]),
  )
}

/**
 * Counts reports by their line in the log, unless a proxy passes them on. A report contains the page's whole address, so
 * its content is not read.
 */
function policyReports({ policyReportTo = '' }: HeaderConfig, { proxies }: NginxOptions): string[] {
  if (!policyReportTo.startsWith('/') || Object.keys(proxies).some((place) => policyReportTo.startsWith(place)))
    return []
  return lines(block(`location = ${policyReportTo}`, ['return 204;']))
}

function typeLines(): string[] {
  const byType = new Map<string, string[]>()
  for (const [ending, type] of Object.entries(contentTypes)) {
    const name = withoutCharset(type)
    byType.set(name, [...(byType.get(name) ?? []), ending.slice(1)])
  }
  return [...byType].map(([type, endings]) => `${type} ${endings.join(' ')};`)
}

/** nginx always compresses text/html and rejects it in the list. */
function textTypes(): string[] {
  const types = Object.values(contentTypes).filter(isCompressible).map(withoutCharset)
  return [...new Set(types)].filter((type) => type !== 'text/html')
}

function withoutCharset(type: string): string {
  return type.replace(/;.*$/, '')
}

/** A refusal, e.g. 403 or 405, gets all headers but the lifetime of the file. */
function addHeaders(headers: Headers): string[] {
  return Object.entries(headers).map(
    ([name, value]) => `add_header ${name} ${quoted(value)}${name === 'Cache-Control' ? '' : ' always'};`,
  )
}

/** No value has both kinds of quotes. */
function quoted(value: string): string {
  return value.includes('"') ? `'${value}'` : `"${value}"`
}

function block(head: string, content: string[]): string {
  return [`${head} {`, ...content.map((line) => `  ${line}`), '}'].join('\n')
}

function lines(text: string): string[] {
  return text.split('\n')
}
