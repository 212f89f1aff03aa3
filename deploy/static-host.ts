import { headersFor, securityHeaders } from './headers.ts'
import type { HeaderConfig } from './headers.ts'
import { siteRequests } from './site-requests.ts'

/** `_headers` for static hosts. No two patterns with a Cache-Control match one path: hosts would join their values. */
export function staticHostHeaders(config: HeaderConfig): string {
  const rules: [pattern: string, sample: string][] = [
    ['/assets/*', '/assets/app-1a2b3c4d.js'],
    ['/forms/:tenant/:service/*', '/forms/minato-city/bulky-waste/individual/0123456789ab/definition.json'],
    ['/forms/:tenant/manifest.json', '/forms/minato-city/manifest.json'],
    ['/config.json', '/config.json'],
    ['/version.json', '/version.json'],
    ['/robots.txt', '/robots.txt'],
    ['/index.html', '/'],
    ['/', '/'],
  ]
  const blocks = [
    ['/*', ...Object.entries(securityHeaders(config)).map(([name, value]) => `  ${name}: ${value}`)],
    ...rules.map(([pattern, sample]) => [pattern, `  Cache-Control: ${headersFor(sample, config)['Cache-Control']}`]),
  ]
  return `# Generated from deploy/headers.ts by npm run headers: do not edit.\n${blocks.map((block) => block.join('\n')).join('\n')}\n`
}

/** `_redirects` for hosts that serve existing files first: missing files are 404, all other paths get the document. */
export function staticHostRedirects(): string {
  const missing = siteRequests.filter(({ expected }) => expected.status === 404).map(({ path }) => path)
  const single = missing.filter((path) => !/^\/(?:assets|forms)\//.test(path))
  const rules = ['/assets/*', '/forms/*', '/config.json', '/version.json', ...single]
  return [...rules.map((path) => `${path}  /404.txt  404`), '/*  /index.html  200', ''].join('\n')
}
