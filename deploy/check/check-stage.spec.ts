import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  documentWith,
  fetchFrom,
  identityAnswer,
  now,
  respondWell,
  respondWithForm,
  stageOrigin,
} from '../testing/sample-stage.ts'
import type { Respond, SampleRequest } from '../testing/sample-stage.ts'
import { languages } from '../../src/lib/language.ts'
import { cors } from '../../contract/openapi/cors.ts'
import { checkStage } from './check-stage.ts'
import { signInWeight } from './site-checks.ts'
import { openStage } from './stage.ts'

/** The stage, with a certificate that is valid for so many days. */
function openSample(respond: Respond, days = 90) {
  const certificate = {
    validFrom: 0,
    validTo: now + days * 86_400_000,
    names: 'stage.example.jp',
    issuer: 'Example CA',
  }
  return openStage(
    stageOrigin,
    fetchFrom(respond),
    () => now,
    (_url, offer) =>
      Promise.resolve(offer === undefined ? { error: null, certificate } : { error: 'EPROTO', certificate: null }),
  )
}

function check(respond: Respond, days?: number) {
  return checkStage(openSample(respond, days), { tenants: ['minato-city'] })
}

/** Without `--tenant`, while the API refuses requests for the information of a tenant. */
function checkWithoutTenant(refusal: Response) {
  return checkStage(
    openSample((request) =>
      request.method === 'GET' && request.url.pathname.endsWith('/info') ? refusal.clone() : respondWell(request),
    ),
    { tenants: [] },
  )
}

/** The correct response with other headers. */
function withHeaders(change: (headers: Headers, request: SampleRequest) => void): Respond {
  return (request) => {
    const response = respondWell(request)
    if (response !== null) change(response.headers, request)
    return response
  }
}

type Config = Record<string, unknown>

function exampleConfig(): Config {
  return JSON.parse(configText) as Config
}

function withConfig(change: (config: Config) => unknown): Respond {
  return (request) => {
    const response = respondWithDocument(documentWith(change(exampleConfig())))(request)
    if (response === null || request.url.pathname !== '/config.json') return response
    return new Response(JSON.stringify(change(exampleConfig())), { headers: response.headers })
  }
}

function withConfigInDocument(change: (config: Config) => unknown): Respond {
  return respondWithDocument(documentWith(change(exampleConfig())))
}

function respondWithDocument(html: string): Respond {
  return (request) => {
    const response = respondWell(request)
    if (response?.headers.get('Content-Type') !== 'text/html') return response
    return new Response(html, { headers: response.headers })
  }
}
const configText = readFileSync(path.join(import.meta.dirname, '..', 'config.example.json'), 'utf8')

function at(matches: (request: SampleRequest) => boolean, answer: () => Response | null): Respond {
  return (request) => (matches(request) ? answer() : respondWell(request))
}

function isDocument({ url, headers }: SampleRequest): boolean {
  return url.origin === stageOrigin && url.pathname === '/' && !headers.has('If-None-Match')
}

function isPage({ url }: SampleRequest): boolean {
  return url.origin === stageOrigin && url.pathname.startsWith('/login/')
}

function isApi({ url }: SampleRequest): boolean {
  return url.hostname === 'api.portal.example.jp'
}

function isPool({ url }: SampleRequest): boolean {
  return url.hostname.startsWith('cognito-idp')
}

function isPreflight(request: SampleRequest): boolean {
  return isApi(request) && request.method === 'OPTIONS'
}

function ofPath(wanted: string): (request: SampleRequest) => boolean {
  return ({ url }) => url.pathname === wanted
}

const tenantHost = 'https://apply.city.example.jp'

/** A stage with a host name for one tenant, which the API allows like its own. */
function respondAtHost({ url, ...request }: SampleRequest): Response | null {
  const hosts = { 'minato-city': { hosts: [new URL(tenantHost).hostname] } }
  const respond = withConfig((config) => ({ ...config, tenants: hosts }))
  const place = url.origin === tenantHost ? new URL(url.pathname, stageOrigin) : url
  const response = respond({ url: place, ...request })
  if (isApi({ url, ...request }) && request.headers.get('Origin') === tenantHost)
    response?.headers.set('Access-Control-Allow-Origin', tenantHost)
  return response
}

/** The stage with that host name, with another answer to what is asked there. */
function atHost(matches: (request: SampleRequest) => boolean, answer: (response: Response | null) => Response | null) {
  return (request: SampleRequest) => (matches(request) ? answer(respondAtHost(request)) : respondAtHost(request))
}

function isOfHost({ url, headers }: SampleRequest): boolean {
  return url.origin === tenantHost || headers.get('Origin') === tenantHost
}

const brokenHosts: [name: string, respond: Respond, check: string, problem: RegExp][] = [
  ['does not exist', atHost(isOfHost, () => null), 'hosts', /apply\.city\.example\.jp/],
  [
    'has no portal',
    atHost(isOfHost, () => new Response('', { status: 404 })),
    'hosts',
    /^https:\/\/apply\.city\.example\.jp\/config\.json answers 404$/,
  ],
  [
    'is another stage',
    atHost(isOfHost, () => Response.json({ stage: 'former' })),
    'hosts',
    /config\.json is not that of the stage$/,
  ],
  [
    'is not allowed by the API',
    atHost(
      (request) => isOfHost(request) && isApi(request),
      (response) => {
        response?.headers.set('Access-Control-Allow-Origin', stageOrigin)
        return response
      },
    ),
    'cors',
    /^at https:\/\/apply\.city\.example\.jp: the API does not allow https:\/\/apply\.city\.example\.jp$/,
  ],
  [
    'answers http',
    atHost(
      ({ url }) => url.protocol === 'http:' && url.hostname === new URL(tenantHost).hostname,
      () => new Response('hello'),
    ),
    'tls',
    /^at https:\/\/apply\.city\.example\.jp: http:\/\/ is answered without a redirect$/,
  ],
]

const otherHeaders = cors.requestHeaders.filter((name) => name !== 'Content-Type').join(', ')

const broken: [name: string, respond: Respond, check: string, problem: RegExp, fix: RegExp][] = [
  ['has no pages', at(isPage, () => new Response('', { status: 404 })), 'pages', /answers 404/, /index\.html/],
  [
    'does not let its server read the document',
    at(isPage, () => new Response('', { status: 403 })),
    'pages',
    /answers 403/,
    /Let the web server read the files/,
  ],
  [
    'does not let its server read any document',
    at(
      ({ url }) => url.origin === stageOrigin && !/\.\w+$/.test(url.pathname),
      () => new Response('', { status: 403 }),
    ),
    'pages',
    /^\/ answers 403 instead of 200$/,
    /Let the web server read the files/,
  ],
  ['serves another page', at(isPage, () => new Response('<p>It works!')), 'pages', /not the document/, /same index/],
  [
    'answers missing assets with the page',
    at(ofPath('/assets/app-gone.js'), () => new Response('<!doctype html>')),
    'missing files',
    /app-gone\.js answers 200 instead of 404/,
    /never index\.html/,
  ],
  [
    'answers 403 for missing files',
    at(ofPath('/assets/app-gone.js'), () => new Response('', { status: 403 })),
    'missing files',
    /answers 403 instead of 404/,
    /Answer 404/,
  ],
  [
    'has no policy',
    withHeaders((headers) => headers.delete('Content-Security-Policy')),
    'headers',
    /has no Content-Security-Policy/,
    /npm run headers/,
  ],
  [
    'has the policy of another stage',
    withHeaders((headers) => headers.set('Content-Security-Policy', "default-src 'self'")),
    'headers',
    /has Content-Security-Policy: default-src 'self'/,
    /npm run headers/,
  ],
  [
    'has a policy that differs in one directive',
    withHeaders((headers) => {
      const policy = headers.get('Content-Security-Policy') ?? ''
      if (policy !== '') headers.set('Content-Security-Policy', policy.replace("base-uri 'none'", "base-uri 'self'"))
    }),
    'headers',
    /has Content-Security-Policy: … base-uri 'self' …/,
    /npm run headers/,
  ],
  [
    'has no HSTS',
    withHeaders((headers) => headers.delete('Strict-Transport-Security')),
    'headers',
    /no Strict-Transport-Security/,
    /max-age=86400/,
  ],
  [
    'caches index.html',
    withHeaders((headers, { url }) => {
      if (url.pathname === '/index.html') headers.set('Cache-Control', 'public, max-age=3600')
    }),
    'caching',
    /\/index\.html has Cache-Control: public, max-age=3600/,
    /no-cache/,
  ],
  [
    'does not cache assets',
    withHeaders((headers, { url }) => {
      if (url.pathname.endsWith('4d.js')) headers.set('Cache-Control', 'no-cache')
    }),
    'caching',
    /app-1a2b3c4d\.js has Cache-Control: no-cache/,
    /immutable/,
  ],
  [
    'removes the ETag',
    withHeaders((headers, { url }) => {
      if (url.origin === stageOrigin) headers.delete('ETag')
    }),
    'caching',
    /\/ has no ETag/,
    /proxy/,
  ],
  [
    'sends the document again to those who have it',
    at(
      ({ headers }) => headers.has('If-None-Match'),
      () => new Response('<!doctype html>'),
    ),
    'caching',
    /\/ answers 200 instead of 304/,
    /If-None-Match/,
  ],
  [
    'refuses HEAD',
    at(
      ({ method }) => method === 'HEAD',
      () => new Response(null, { status: 405 }),
    ),
    'pages',
    /HEAD \/ answers 405/,
    /status 200/,
  ],
  [
    'does not compress',
    withHeaders((headers) => headers.delete('Content-Encoding')),
    'compression',
    /not compr/,
    /\.br/,
  ],
  [
    'lacks an asset',
    at(ofPath('/assets/app-1a2b3c4d.js'), () => new Response('', { status: 404 })),
    'assets',
    /app-1a2b3c4d\.js answers 404/,
    /deploy:upload.+before index/,
  ],
  [
    'lacks an asset that is loaded after the sign-in',
    at(ofPath('/assets/list-5e6f7a8b.js'), () => new Response('', { status: 404 })),
    'assets',
    /list-5e6f7a8b\.js answers 404/,
    /deploy:upload/,
  ],
  [
    'does not let its server read an asset',
    at(ofPath('/assets/list-5e6f7a8b.js'), () => new Response('', { status: 403 })),
    'assets',
    /list-5e6f7a8b\.js answers 403/,
    /Let the web server read the files/,
  ],
  [
    'has an asset that ends too early',
    at(ofPath('/assets/list-5e6f7a8b.js'), () => new Response('export')),
    'assets',
    /list-5e6f7a8b\.js is damaged \(uncompressed, gzip, br\)/,
    /deploy:upload/,
  ],
  [
    'has a compressed copy that cannot be decompressed',
    (request) =>
      request.url.pathname.endsWith('4d.js') && request.headers.get('Accept-Encoding') === 'br'
        ? null
        : respondWell(request),
    'assets',
    /app-1a2b3c4d\.js is damaged \(br\)/,
    /deploy:upload/,
  ],
  [
    'compresses for every browser',
    withHeaders((headers, { url }) => {
      if (url.pathname.endsWith('4d.js')) headers.set('Content-Encoding', 'br')
    }),
    'compression',
    /compressed for browsers that cannot/,
    /Accept-Encoding/,
  ],
  [
    'lets caches mix compressed copies',
    withHeaders((headers) => headers.delete('Vary')),
    'caching',
    /compressed without Vary \(1 more paths too\)/,
    /Vary: Accept-Encoding/,
  ],
  [
    'has the document of a former release',
    respondWithDocument(documentWith(exampleConfig()).replaceAll('1a2b3c4d.js', '0f0f0f0f.js')),
    'release',
    /\/ names \/assets\/app-0f0f0f0f\.js, which is not part of the release/,
    /old index\.html/,
  ],
  [
    'has no version.json',
    at(ofPath('/version.json'), () => new Response('', { status: 404 })),
    'release',
    /version\.json is missing/,
    /npm run build/,
  ],
  [
    'has the version.json of an older build command',
    at(ofPath('/version.json'), () => new Response('{"release":"0.1.0"}')),
    'release',
    /has no list of assets/,
    /npm run build/,
  ],
  [
    'answers the document from a cache',
    withHeaders((headers, { url }) => {
      if (url.pathname === '/') headers.set('Age', '5000')
    }),
    'caching',
    /was in a cache for 5000 s/,
    /no-cache/,
  ],
  [
    'sends the document in another encoding of characters',
    withHeaders((headers, { url }) => {
      if (url.pathname.startsWith('/login/')) headers.set('Content-Type', 'text/html; charset=Shift_JIS')
    }),
    'pages',
    /is sent as Shift_JIS/,
    /charset=utf-8/,
  ],
  [
    'has a former compressed copy of the document',
    (request) =>
      isDocument(request) && request.headers.get('Accept-Encoding') === 'br'
        ? new Response('<!doctype html>former')
        : respondWell(request),
    'pages',
    /the br copy of \/ is another document/,
    /deploy:upload/,
  ],
  [
    'has no config.json',
    at(ofPath('/config.json'), () => new Response('', { status: 404 })),
    'config',
    /answers 404/,
    /Deploy/,
  ],
  [
    'does not let its server read the files',
    at(ofPath('/config.json'), () => new Response('', { status: 403 })),
    'config',
    /\/config\.json answers 403/,
    /Let the web server read the files/,
  ],
  [
    'redirects to a sign-in of its own',
    at(
      ofPath('/config.json'),
      () => new Response('', { status: 302, headers: { Location: 'https://sso.example.jp/' } }),
    ),
    'config',
    /answers 302 and leads to https:\/\/sso\.example\.jp\//,
    /remove the redirect/,
  ],
  [
    'asks for a password',
    at(ofPath('/config.json'), () => new Response('', { status: 401 })),
    'config',
    /answers 401/,
    /without a password/,
  ],
  ['fails', at(ofPath('/config.json'), () => new Response('', { status: 502 })), 'config', /answers 502/, /its log/],
  [
    'answers every path with the same page',
    at(ofPath('/config.json'), () => new Response('<!doctype html><title>Parked</title>')),
    'config',
    /is a web page/,
    /another server/,
  ],
  [
    'has a broken config.json',
    at(ofPath('/config.json'), () => new Response('{')),
    'config',
    /not valid JSON/,
    /syntax/,
  ],
  [
    'misspells a key',
    withConfig((config) => ({ ...config, apibase: '/x' })),
    'config',
    /apibase is unknown/,
    /spelling/,
  ],
  [
    'names another region than the pool',
    withConfig((config) => ({ ...config, auth: { ...(config.auth as object), poolId: 'us-east-1_EXAMPLE00' } })),
    'config',
    /auth\.poolId is of another region/,
    /before the _/,
  ],
  [
    'has another configuration in its document',
    withConfigInDocument((config) => ({ ...config, stage: 'former', paymentHosts: [] })),
    'config',
    /index\.html differ \(stage, paymentHosts\)/,
    /npm run deploy:upload/,
  ],
  [
    'has former compressed copies of config.json',
    at(
      ({ url, headers }) => url.pathname === '/config.json' && headers.get('Accept-Encoding') === 'br',
      () => new Response('{"stage":"former"}'),
    ),
    'config',
    /config\.json differs from its compressed copies/,
    /npm run deploy:upload/,
  ],
  [
    'has a broken configuration in its document',
    withConfigInDocument(() => []),
    'config',
    /index\.html differ \(all keys\)/,
    /npm run deploy:upload/,
  ],
  ['has no forms', at(ofPath('/forms/minato-city/manifest.json'), () => null), 'forms', /manifest\.json/, /publish/],
  [
    'does not let its server read the forms',
    at(ofPath('/forms/minato-city/manifest.json'), () => new Response('', { status: 403 })),
    'forms',
    /manifest\.json answers 403/,
    /Let the web server read the files/,
  ],
  [
    'has a proxy without an API behind it',
    at(isApi, () => new Response('', { status: 502 })),
    'api',
    /answers 502/,
    /Start the API/,
  ],
  [
    'has a proxy that passes on another path',
    at(
      (request) => isApi(request) && request.method === 'GET',
      () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }),
    ),
    'api',
    /answers 200 without JSON, so it is not the API/,
    /--proxy/,
  ],
  [
    'has another service at the address of the API',
    at(
      ({ url }) => url.pathname.endsWith('/minato-city/info'),
      () => Response.json({ status: 'ok' }, { headers: { 'Access-Control-Allow-Origin': '*' } }),
    ),
    'api',
    /is not about minato-city/,
    /apiBase/,
  ],
  [
    'keeps forms for a moment only',
    withHeaders((headers, { url }) => {
      if (/\/[0-9a-f]{12}\//.test(url.pathname)) headers.set('Cache-Control', 'no-store')
    }),
    'caching',
    /has Cache-Control: no-store \(2 more paths too\)/,
    /immutable/,
  ],
  [
    'hides errors of the API from the page',
    (request) => {
      const response = respondWell(request)
      if (response !== null && isApi(request) && response.status >= 400)
        response.headers.delete('Access-Control-Allow-Origin')
      return response
    },
    'cors',
    /the answer 404 of .+\/p\/tenants\/none\/info does not allow/,
    /always/,
  ],
  [
    'allows its origin twice',
    withHeaders((headers, request) => {
      if (isApi(request) && request.method === 'GET') headers.append('Access-Control-Allow-Origin', stageOrigin)
    }),
    'cors',
    /sends Access-Control-Allow-Origin twice/,
    /either the API or the proxy/,
  ],
  [
    'has a tampered definition',
    at(
      ({ url }) => url.pathname.endsWith('/definition.json'),
      () => new Response('{}'),
    ),
    'forms',
    /contains files other than those published/,
    /never edit/,
  ],
  [
    'lacks a file of a form',
    at(
      ({ url }) => url.pathname.endsWith('/texts.ja.json'),
      () => new Response('', { status: 404 }),
    ),
    'forms',
    /lacks texts\.ja\.json/,
    /npm run deploy:upload/,
  ],
  [
    'loads forms from another origin',
    withConfig((config) => ({ ...config, formsBase: 'https://forms.example.jp' })),
    'config',
    /formsBase is no path on the portal's own origin/,
    /docs\/deploying\.md/,
  ],
  [
    'refuses the content type',
    withHeaders((headers) => {
      if (headers.has('Access-Control-Allow-Headers')) headers.set('Access-Control-Allow-Headers', otherHeaders)
    }),
    'cors',
    /Content-Type is not allowed: login and \d+ more/,
    /Allow the request header Content-Type/,
  ],
  [
    'answers no preflight',
    at(isPreflight, () => new Response('', { status: 401 })),
    'cors',
    /preflight refused/,
    /OPT/,
  ],
  [
    'exposes nothing',
    withHeaders((headers) => headers.delete('Access-Control-Expose-Headers')),
    'cors',
    /cannot read Date, Retry-After, ETag/,
    /Expose-Headers/,
  ],
  [
    'weakens ETags',
    withHeaders((headers, request) => {
      if (isApi(request)) headers.set('ETag', 'W/"1"')
    }),
    'etags',
    /weak ETags/,
    /compression off/,
  ],
  [
    'has a wrong clock',
    withHeaders((headers, request) => {
      if (isApi(request)) headers.set('Date', new Date(now + 600_000).toUTCString())
    }),
    'clock',
    /600 s off/,
    /NTP/,
  ],
  [
    'answers http',
    at(
      ({ url }) => url.protocol === 'http:',
      () => new Response('hello'),
    ),
    'tls',
    /without a redirect/,
    /301/,
  ],
  [
    'cannot reach its pool',
    at(isPool, () => null),
    'identity',
    /cognito-idp\.ap-northeast-1\.amazonaws\.com\S* does not respond/,
    /auth\.region/,
  ],
  [
    'has another server at the address of its pool',
    at(isPool, () => new Response('<!doctype html>')),
    'identity',
    /answers 200 without JSON/,
    /auth\.endpoint/,
  ],
  [
    'names a client that does not exist',
    at(isPool, () => identityAnswer('ResourceNotFoundException', 'User pool client x does not exist.')),
    'identity',
    /client does not exist/,
    /auth\.clientId/,
  ],
  [
    'names a client with a secret',
    at(isPool, () => identityAnswer('NotAuthorizedException', 'Client x is configured with secret but SECRET_HASH')),
    'identity',
    /has a secret/,
    /GenerateSecret/,
  ],
  [
    'names a client for other flows',
    at(isPool, () => identityAnswer('InvalidParameterException', 'USER_SRP_AUTH is not enabled for the client.')),
    'identity',
    /does not allow the flow/,
    /auth\.flow/,
  ],
]

describe('the check of a stage', () => {
  it('finds no problem in a correct one', async () => {
    expect(await check(respondWell)).toEqual([])
  })

  it('finds no problem in a form with texts in any selection of the languages', async () => {
    const others = languages.filter((language) => language !== 'ja')
    await fc.assert(
      fc.asyncProperty(fc.subarray(others), async (selected) => {
        const files = ['ja', ...selected].map((language) => [`texts.${language}.json`, '{}'] as const)
        expect(await check(respondWithForm(Object.fromEntries(files)))).toEqual([])
      }),
      { numRuns: 4 },
    )
  })

  it('reports a certificate that has to be renewed', async () => {
    const [found, ...others] = await check(respondWell, 3)
    expect(others).toEqual([])
    expect(found).toMatchObject({ check: 'tls', problem: 'the certificate of stage.example.jp expires on 2026-11-25' })
  })

  it('covers at least twenty broken stages', () => {
    expect(broken.length).toBeGreaterThanOrEqual(20)
  })

  it('visits the host names of single tenants', async () => {
    const visited: string[] = []
    const findings = await check((request) => {
      visited.push(request.url.origin)
      return respondAtHost(request)
    })
    expect(findings).toEqual([])
    expect(visited).toContain(tenantHost)
  })

  it.each(brokenHosts)('names a host of a tenant that %s', async (_name, change, name, problem) => {
    const findings = await check(change)
    expect(findings).toMatchObject([{ check: name, problem: expect.stringMatching(problem) as string }])
  })

  it.each(broken)('names a stage that %s and the fix', async (_name, respond, name, problem, fix) => {
    const findings = await check(respond)
    expect(findings.map(({ check: each }) => each)).toEqual([name])
    const found = findings.find((each) => problem.test(each.problem))
    expect(found?.problem).toMatch(problem)
    expect(found?.fix).toMatch(fix)
  })
})

describe('the weight of the sign-in page', () => {
  it('counts the document and the files that it names', async () => {
    const sized = withHeaders((headers) => headers.set('Content-Length', '1000'))
    const weight = await signInWeight(openSample(sized))
    expect(weight).toEqual({ files: 3, uncompressed: 0, bytes: 3000, unknownSizes: 0 })
  })

  it('counts config.json if the document does not contain it', async () => {
    const bare = respondWithDocument('<!doctype html><script src="/assets/app-1a2b3c4d.js"></script>')
    expect(await signInWeight(openSample(bare))).toMatchObject({ files: 3 })
  })

  it('counts no file for a page of another server', async () => {
    const parked = respondWithDocument('<!doctype html><title>Parked</title>')
    expect(await signInWeight(openSample(parked))).toMatchObject({ files: 0 })
  })

  it('names uncompressed texts and sizes that the server does not state', async () => {
    const plain = withHeaders((headers) => headers.delete('Content-Encoding'))
    const weight = await signInWeight(openSample(plain))
    expect(weight).toMatchObject({ uncompressed: 2, bytes: 0, unknownSizes: 3 })
  })
})

describe('a stage whose tenants are not named', () => {
  const headers = {
    'Content-Type': 'application/problem+json',
    Date: new Date(now).toUTCString(),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': cors.exposedHeaders.join(', '),
  }

  it('reports nothing for unnamed tenants if everything else is right', async () => {
    expect(await checkWithoutTenant(Response.json({ status: 404 }, { status: 404, headers }))).toEqual([])
  })

  it.each([
    [
      'a web server without the API',
      new Response('Not found', { status: 404, headers: { ...headers, 'Content-Type': 'text/html' } }),
    ],
    [
      'the page of the portal',
      new Response('<!doctype html>', { headers: { ...headers, 'Content-Type': 'text/html' } }),
    ],
  ])('reports that %s answers at apiBase', async (_name, answer) => {
    expect(await checkWithoutTenant(answer)).toMatchObject([
      { check: 'api', problem: expect.stringContaining('is not the API') as string },
    ])
  })
})
