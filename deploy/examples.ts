import { headersFor, missingFileHeaders, resourceRules, securityHeaders } from './headers.ts'
import type { HeaderConfig, Headers, ResourceKind } from './headers.ts'

/** A path of each kind, to ask the table with. */
const samples: { [kind in ResourceKind]: string } = {
  config: '/config.json',
  asset: '/assets/app-1a2b3c4d.js',
  manifest: '/forms/minato-city/manifest.json',
  form: '/forms/minato-city/bulky-waste/individual/0123456789ab/definition.json',
  file: '/favicon.svg',
  document: '/',
}

/** A server block for nginx; `root` holds the contents of `dist/`, `/forms` the built definitions. */
export function nginxExample(config: HeaderConfig): string {
  const locations = resourceRules.map(({ kind, pattern }) => {
    const files = kind === 'document' ? '/index.html' : '$uri =404'
    return block(kind === 'document' ? 'location /' : `location ~ ${pattern.source.replaceAll('\\/', '/')}`, [
      `try_files ${files};`,
      ...addHeaders(headersFor(samples[kind], config)),
    ])
  })
  return `${[
    '# Written by deploy/write-examples.ts from deploy/config.example.json; change the table in deploy/headers.ts.',
    block('server', [
      'listen 443 ssl;',
      'http2 on;',
      'server_name portal.example.jp;',
      'root /srv/portal;',
      'brotli_static on;',
      'gzip_static on;',
      'error_page 404 @missing;',
      ...locations.flatMap((location) => location.split('\n')),
      ...block('location @missing', [
        'internal;',
        'default_type text/plain;',
        ...addHeaders(missingFileHeaders(config)),
        'return 404 "Not found\\n";',
      ]).split('\n'),
    ]),
  ].join('\n')}\n`
}

/** Behaviours of a CloudFront distribution: a response headers policy, a cache rule per path and the page fallback. */
export function cloudFrontExample(config: HeaderConfig): string {
  const behaviours = [
    { path: '/config.json', kind: 'config' },
    { path: '/assets/*', kind: 'asset' },
    { path: '/forms/*/manifest.json', kind: 'manifest' },
    { path: '/forms/*', kind: 'form' },
    { path: 'Default (*)', kind: 'document' },
  ] as const
  return `${JSON.stringify(
    {
      writtenBy: 'deploy/write-examples.ts from deploy/config.example.json; change the table in deploy/headers.ts',
      responseHeadersPolicy: securityHeaders(config),
      behaviours: behaviours.map(({ path, kind }) => ({
        path,
        cacheControl: headersFor(samples[kind], config)['Cache-Control'],
        missingFile: kind === 'document' ? 'index.html with status 200 (viewer-request function below)' : '404',
      })),
      viewerRequestFunction: pageFallback(),
    },
    null,
    2,
  )}\n`
}

function pageFallback(): string {
  const files = resourceRules.filter(({ kind }) => kind !== 'document').map(({ pattern }) => pattern.toString())
  return (
    'function handler(event) { var request = event.request; ' +
    `if (![${files.join(', ')}].some(function (file) { return file.test(request.uri) })) request.uri = '/index.html'; ` +
    'return request }'
  )
}

function addHeaders(headers: Headers): string[] {
  return Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`)
}

function block(head: string, lines: string[]): string {
  return [`${head} {`, ...lines.map((line) => `  ${line}`), '}'].join('\n')
}
