import { inlineCode } from './inline-code.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cloudFrontTemplate } from './cloudfront.ts'
import {
  contentSecurityPolicy,
  headersFor,
  identityOrigin,
  missingFileHeaders,
  paymentOrigin,
  resourceKind,
  securityHeaders,
} from './headers.ts'
import type { HeaderConfig } from './headers.ts'
import { nginxConfig } from './nginx.ts'
import { expectedHeaders, kindOf, siteRequests } from './site-requests.ts'
import { staticHostHeaders, staticHostRedirects } from './static-host.ts'

const sandbox: HeaderConfig = {
  apiBase: '/app/web',
  auth: { region: 'ap-northeast-1', endpoint: '/_identity/' },
  paymentHosts: ['localhost:5174'],
}
const production = JSON.parse(example('config.example.json')) as HeaderConfig

function example(name: string): string {
  return readFileSync(path.join(import.meta.dirname, name), 'utf8')
}

describe('S-18: the header table', () => {
  it('allows a page only its own origin if API and identity provider are on it', () => {
    expect(contentSecurityPolicy(sandbox)).toBe(
      `default-src 'none'; script-src 'self' ${inlineCode.script} ${inlineCode.tooOld}; style-src 'self' ${inlineCode.style}; ` +
        "img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; frame-src blob:; form-action 'self' http://localhost:5174; " +
        "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    )
  })

  it('adds the API, the identity provider of the region and the card provider of the stage', () => {
    const policy = contentSecurityPolicy(production)
    expect(policy).toContain(
      "connect-src 'self' https://api.portal.example.jp https://cognito-idp.ap-northeast-1.amazonaws.com;",
    )
    expect(policy).toContain("form-action 'self' https://pay.example.jp;")
    expect(policy).not.toMatch(/unsafe-|http:|\*/)
  })

  it('adds the card providers of single tenants', () => {
    const policy = contentSecurityPolicy({
      ...production,
      tenants: { 'minato-city': { paymentHosts: ['pay.minato.example.jp', 'pay.example.jp'] }, 'aozora-water': {} },
    })
    expect(policy).toContain("form-action 'self' https://pay.example.jp https://pay.minato.example.jp;")
  })

  it("accepts an unencrypted card provider on the developer's own machine only", () => {
    expect(paymentOrigin('localhost:5174')).toBe('http://localhost:5174')
    expect(paymentOrigin('localhost.evil.test')).toBe('https://localhost.evil.test')
  })

  it.each([
    ['/', 'document', 'no-cache'],
    ['/login/minato-city', 'document', 'no-cache'],
    ['/login/%2e%2e', 'document', 'no-cache'],
    ['/index.html', 'document', 'no-cache'],
    ['/config.json', 'config', 'no-cache'],
    ['/version.json', 'release', 'no-cache'],
    ['/assets/app-1a2b3c.js', 'asset', 'public, max-age=31536000, immutable'],
    ['/forms/minato-city/manifest.json', 'manifest', 'no-cache'],
    ['/forms/minato-city/w/individual/0a1b2c3d4e5f/definition.json', 'form', 'public, max-age=31536000, immutable'],
    ['/forms/minato-city/w/individual/0a1b2c3d4e5f/definition.json.gz', 'refused', 'no-store'],
    ['/forms/minato-city/w/individual/0a1b2c3d4e5f/added.js', 'refused', 'no-store'],
    ['/forms/minato-city/added.html', 'refused', 'no-store'],
    ['/favicon.svg', 'file', 'public, max-age=3600'],
  ])('caches %s as %s', (pathname, kind, cacheControl) => {
    expect(resourceKind(pathname)).toBe(kind)
    expect(headersFor(pathname, sandbox)['Cache-Control']).toBe(cacheControl)
  })

  it('sets the same security headers on documents, assets and missing files', () => {
    const { 'Cache-Control': stored, ...document } = headersFor('/', production)
    const { 'Cache-Control': missing, ...notFound } = missingFileHeaders(production)
    expect(stored).not.toBe(missing)
    expect(missing).toBe('no-store')
    expect(notFound).toEqual(document)
    expect(Object.keys(document)).toEqual([
      'Content-Security-Policy',
      'Strict-Transport-Security',
      'X-Content-Type-Options',
      'X-Frame-Options',
      'Referrer-Policy',
      'Cross-Origin-Opener-Policy',
      'Cross-Origin-Resource-Policy',
      'Permissions-Policy',
    ])
  })

  it('gives each response one Cache-Control for every request of the table', () => {
    const kinds = siteRequests.map((request) => [
      request.path,
      kindOf(request),
      expectedHeaders(request, production)['Cache-Control'],
    ])
    expect(kinds).toContainEqual(['/index.html', 'document', 'no-cache'])
    expect(kinds).toContainEqual(['/version.json', 'release', 'no-cache'])
    expect(kinds).toContainEqual(['/assets/app-gone.js', 'asset', 'no-store'])
  })

  it.each(['/policy-reports', 'https://reports.example.jp/policy'])('sends reports about violations to %s', (place) => {
    const headers = securityHeaders({ ...production, policyReportTo: place })
    expect(headers['Reporting-Endpoints']).toBe(`policy="${place}"`)
    expect(headers['Content-Security-Policy']).toMatch(new RegExp(`; report-uri ${place}; report-to policy$`))
    expect(staticHostHeaders({ ...production, policyReportTo: place })).toContain(
      `  Reporting-Endpoints: policy="${place}"`,
    )
  })

  it.each([
    ['a day', {}, 'max-age=86400'],
    ['the time of the configuration', { hstsSeconds: 31_536_000 }, 'max-age=31536000'],
    ['no longer than now', { hstsSeconds: 0 }, 'max-age=0'],
  ])('lets browsers refuse http for %s, and for no other host', (_name, hsts, expected) => {
    const changed = { ...production, ...hsts }
    expect(securityHeaders(changed)['Strict-Transport-Security']).toBe(expected)
    expect(cloudFrontTemplate(changed)).toContain(`"AccessControlMaxAgeSec": ${expected.slice(8)},`)
  })

  it('lets a page show files and send reports if the stage configures it', () => {
    const policy = contentSecurityPolicy({
      ...production,
      filesOrigin: 'https://files.example.jp',
      reportTo: 'https://reports.example.jp/portal',
    })
    expect(policy).toMatch(/img-src [^;]* https:\/\/files\.example\.jp;/)
    expect(policy).toMatch(/connect-src [^;]* https:\/\/reports\.example\.jp;/)
  })

  it('keeps referrer policies out of the document, which would weaken the header', () => {
    expect(readFileSync(path.join(import.meta.dirname, '..', 'index.html'), 'utf8')).not.toMatch(/name="referrer"/)
  })

  it('names the host of regions in China', () => {
    expect(identityOrigin('cn-north-1')).toBe('https://cognito-idp.cn-north-1.amazonaws.com.cn')
  })

  it('matches the committed examples (if not, run npm run headers)', () => {
    expect(example('examples/portal.conf')).toBe(nginxConfig(production))
    expect(example('examples/cloudfront.template.json')).toBe(cloudFrontTemplate(production))
    expect(example('examples/_headers')).toBe(staticHostHeaders(production))
    expect(example('examples/_redirects')).toBe(staticHostRedirects())
  })
})
