import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { inlineCodeModule, starterCode } from './starter-code.ts'
import type { TenantInfo } from '../../src/api/generated/api.schemas.ts'
import { availabilityOf } from '../../src/tenant/availability.ts'
import { languages } from '../../src/lib/language.ts'
import { storageKeys } from '../../src/lib/storage-keys.ts'
import { tokenKeys } from '../../src/identity/session/stored-tokens.ts'
import { routePagesIn } from './route-pages.ts'
import type { PortalStart } from '../../src/api/early-response.ts'
import type { RouteStart, RouteTable } from '../../src/starter/portal-start.ts'

const script = await starterCode()
const noFiles = languages.reduce((files, language) => ({ ...files, [language]: [] }), {} as RouteStart['files'])
const table: RouteTable = {
  files: ['/assets/list.js', '/assets/list-part.js', '/assets/ja.js', '/assets/en.js'],
  routes: [
    {
      pattern: '/:tenantId/applicationlist',
      afterInput: false,
      files: { ...noFiles, ja: [0, 1, 2], en: [0, 1, 3] },
      requests: ['/p/tenants/:tenantId/info', '/o/orders?limit=20'],
    },
    {
      pattern: '/application/:tenantId/:serviceId/:type',
      afterInput: false,
      files: noFiles,
      requests: ['/p/tenants/:tenantId/services', '/o/drafts/:serviceId/:type'],
    },
    {
      pattern: '/login/:tenantId',
      afterInput: true,
      files: { ...noFiles, ja: [0, 2], en: [0, 3] },
      requests: ['/p/tenants/:tenantId/info'],
    },
  ],
  reserved: ['login', 'assets'],
  keys: storageKeys,
}
const config = { apiBase: '/app/web', formsBase: '/forms/', auth: { clientId: 'C' } }

type Visit = {
  path?: string
  languages?: string[]
  local?: Record<string, string>
  session?: Record<string, string>
  storageRefused?: boolean
  /** The configuration in the document. */
  given?: string
  /** What the API answers. */
  answer?: unknown
  /** Called after each request to the API. */
  whenSent?: (start: PortalStart) => void
}

/** Runs the script as the document does, and returns its requests. */
async function visit({ path = '/minato-city/applicationlist', languages = ['ja'], ...browser }: Visit = {}) {
  const requests: { url: string; authorization: string | undefined }[] = []
  const links: string[] = []
  const timers: (() => void)[] = []
  const listeners: (() => void)[] = []
  const properties: Record<string, string> = {}
  const storage = (values: Record<string, string> = {}) => ({
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      values[key] = value
    },
  })
  const [pathname = '', search = ''] = path.split('?')
  const root = {
    lang: '',
    dataset: {},
    style: { setProperty: (name: string, value: string) => (properties[name] = value) },
  }
  const local = browser.local ?? {}
  const context: Record<string, unknown> = {
    get localStorage() {
      if (browser.storageRefused === true) throw new Error('refused')
      return storage(local)
    },
    sessionStorage: storage(browser.session),
    document: {
      documentElement: root,
      getElementById: (id: string) => ({
        textContent: id === 'portal-start' ? JSON.stringify(table) : (browser.given ?? ''),
      }),
      createElement: () => ({}),
      head: { append: (link: { rel: string; href: string }) => links.push(`${link.rel} ${link.href}`) },
    },
    location: { pathname, search: search === '' ? '' : `?${search}` },
    navigator: { languages },
    fetch: async (url: string, init?: { headers: { Authorization?: string } }) => {
      requests.push({ url, authorization: init?.headers.Authorization })
      if (url !== '/config.json') queueMicrotask(() => browser.whenSent?.(context.portalStart as PortalStart))
      return Response.json(url === '/config.json' ? config : (browser.answer ?? config))
    },
    crypto,
    performance,
    AbortController,
    Response,
    atob,
    TextDecoder,
    Date,
    setTimeout: (run: () => void) => timers.push(run),
    addEventListener: (_event: 'input', listen: () => void) => listeners.push(listen),
  }
  runInNewContext(script, context)
  await new Promise((resolve) => setTimeout(resolve))
  const start = context.portalStart as PortalStart
  return { requests, links, lang: root.lang, properties, local, start, timers, listeners }
}

/** What the last visit has stored about the tenant. */
function openTenant(openUntil = Number.MAX_SAFE_INTEGER): Record<string, string> {
  return { [`${storageKeys.tenantLook}minato-city`]: JSON.stringify({ band: '#123456', name: 'みなと市', openUntil }) }
}

function signedIn(tenantId = 'minato-city', secondsLeft = 3600): Pick<Visit, 'session' | 'local'> {
  const username = `${tenantId}__U1`
  const claims = { 'cognito:username': username, exp: Date.now() / 1000 + secondsLeft }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const { lastUser, of } = tokenKeys('C')
  return { session: { [lastUser]: username, [of(username, 'idToken')]: `h.${payload}.s` }, local: openTenant() }
}

const info = '/app/web/p/tenants/minato-city/info'
const orders = '/app/web/o/orders?limit=20'

describe('the script in the document', () => {
  it('fetches the files of the page and the texts of the language', async () => {
    const { links, lang } = await visit()
    expect(links).toEqual([
      'modulepreload /assets/list.js',
      'modulepreload /assets/list-part.js',
      'modulepreload /assets/ja.js',
    ])
    expect(lang).toBe('ja')
    const english = await visit({ languages: ['fr', 'en-GB'] })
    expect(english.links.at(-1)).toBe('modulepreload /assets/en.js')
    expect(english.lang).toBe('en')
    expect((await visit({ languages: ['en'], local: { [storageKeys.language]: 'ja' } })).lang).toBe('ja')
  })

  it('sends the token of the tenant, and stores the responses for the application', async () => {
    const { requests, start } = await visit({ ...signedIn() })
    expect(requests.map(({ url }) => url)).toEqual(['/config.json', info, orders])
    expect(requests.map(({ authorization }) => authorization?.startsWith('Bearer h.'))).toEqual([
      undefined,
      undefined,
      true,
    ])
    expect([...start.responses.keys()]).toEqual([info, orders])
    expect(start.responses.get(info)?.token).toBeUndefined()
  })

  it("sends the token of the browser's session in a new tab, after the log-out of another user, too", async () => {
    const { session, local } = signedIn()
    const { requests } = await visit({ local: { ...session, ...local, [storageKeys.loggedOut]: 'abc' } })
    expect(requests.map(({ url }) => url)).toEqual(['/config.json', info, orders])
  })

  it.each([
    ['without a session', {}],
    ['with a session of another tenant', { ...signedIn('aozora-water') }],
    ['with a token that is about to end', { ...signedIn('minato-city', 30) }],
    ['if the tenant was closed at the last visit', { ...signedIn(), local: openTenant(0) }],
    ['if a planned maintenance has begun since', { ...signedIn(), local: openTenant(Date.now() - 1) }],
    ['if nothing is known of the tenant', { ...signedIn(), local: {} }],
    ['after a log-out in another tab', { ...signedIn(), local: { ...openTenant(), [storageKeys.loggedOut]: 'abc' } }],
  ] as [string, Visit][])('sends no personal request %s', async (_name, browser) => {
    const { requests } = await visit(browser)
    expect(requests.map(({ url }) => url)).toEqual(['/config.json', info])
  })

  it.each([
    ['that this device has not visited', {}],
    ['that was closed at the last visit', openTenant(0)],
  ])('sends personal requests to a tenant %s only if its info says that it is open', async (_name, local) => {
    const moments = fc.option(fc.constantFrom('2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z', 'soon'), {
      nil: undefined,
    })
    const rules = fc.record({
      state: fc.constantFrom('ACTIVE', 'SUSPENDED', 'NEW'),
      features: fc.record({ webApplication: fc.record({ enabled: fc.boolean() }) }),
      maintenance: fc.option(fc.record({ suspendTimerConfig: moments, restartTimerConfig: moments }), {
        nil: undefined,
      }),
    })
    let sent = 0
    await fc.assert(
      fc.asyncProperty(rules, async (answer) => {
        const { requests } = await visit({ ...signedIn(), local, answer })
        const urls = requests.map(({ url }) => url)
        if (!urls.includes(orders)) return
        sent += 1
        expect(urls).toEqual(['/config.json', info, orders])
        expect(availabilityOf(answer as TenantInfo, Date.now()).kind).toBe('open')
      }),
    )
    expect(sent).toBeGreaterThan(0)
  })

  it('leaves the personal requests to an application that has used a response meanwhile', async () => {
    const answer = { state: 'ACTIVE', features: { webApplication: { enabled: true } } }
    const { requests } = await visit({ ...signedIn(), local: {}, answer, whenSent: (start) => start.responses.clear() })
    expect(requests.map(({ url }) => url)).toEqual(['/config.json', info])
  })

  it("passes the tenant's info on, so that the sign-in form can wait for the tenant's own texts", async () => {
    const answer = { branding: { texts: { ja: { 'login.login.title': 'ようこそ' } } } }
    const { start } = await visit({ path: '/login/minato-city', answer })
    expect(await start.tenant).toEqual(answer)
  })
  it('does not send a request that depends on a filter in the address', async () => {
    const { requests } = await visit({ path: '/minato-city/applicationlist?q=x', ...signedIn() })
    expect(requests.map(({ url }) => url)).toEqual(['/config.json', info])
  })

  it('fetches the form in the version that the services name', async () => {
    const path = '/application/minato-city/certificate/individual'
    const forms = [
      { type: 'corporate', formVersion: 'c1' },
      { type: 'individual', formVersion: 'i2' },
    ]
    const answer = [
      { serviceId: 'library', forms },
      { serviceId: 'certificate', forms },
    ]
    const { links, requests, start } = await visit({ path, answer, ...signedIn() })
    const base = '/forms/minato-city/certificate/individual/i2'
    expect(links).toEqual([`preload ${base}/definition.json`, `preload ${base}/texts.ja.json`])
    const services = '/app/web/p/tenants/minato-city/services'
    expect(requests.map(({ url }) => url)).toEqual([
      '/config.json',
      services,
      '/app/web/o/drafts/certificate/individual',
    ])
    expect(await (await start.responses.get(services)?.response)?.json(), 'left for the application').toEqual(answer)
  })

  it.each([
    ['another service', [{ serviceId: 'library', forms: [{ type: 'individual', formVersion: 'i2' }] }]],
    ['another type', [{ serviceId: 'certificate', forms: [{ type: 'corporate', formVersion: 'i2' }] }]],
    ['no services', { status: 503 }],
  ])('fetches no form if the API names %s', async (_name, answer) => {
    const { links } = await visit({ path: '/application/minato-city/certificate/individual', answer })
    expect(links).toEqual([])
  })

  it('fetches nothing for an address without a page', async () => {
    for (const path of [
      '/minato-city',
      '/minato-city/applicationlist/x',
      '/../applicationlist',
      '/a%2fb/applicationlist',
      '/login/login',
      '/login/ASSETS',
      '/a__b/applicationlist',
      `/${'a'.repeat(65)}/applicationlist`,
    ]) {
      const { requests, links } = await visit({ path })
      expect(links, path).toEqual([])
      expect(
        requests.map(({ url }) => url),
        path,
      ).toEqual(['/config.json'])
    }
  })

  it('does not wait for config.json on the next visit', async () => {
    const local = { [storageKeys.start]: JSON.stringify({ ...config, apiBase: '/known' }) }
    const { requests, local: after } = await visit({ local })
    expect(requests.map(({ url }) => url)).toContain('/known/p/tenants/minato-city/info')
    expect(JSON.parse(after[storageKeys.start] ?? '')).toMatchObject({ apiBase: '/app/web' })
  })

  it('does not request a config.json that the document contains, and sends API requests before it fetches files', async () => {
    const { requests, links, start, local } = await visit({ given: JSON.stringify(config), ...signedIn() })
    expect(requests.map(({ url }) => url)).toEqual([info, orders])
    expect(links).toHaveLength(3)
    expect(await start.config).toEqual(config)
    expect(JSON.parse(local[storageKeys.start] ?? '')).toEqual(config)
  })

  it("shows the tenant's colour and name of the last visit", async () => {
    const local = { [`${storageKeys.tenantLook}minato-city`]: JSON.stringify({ band: '#123456', name: 'みなと"市' }) }
    expect((await visit({ local })).properties).toEqual({ '--start-band': '#123456', '--start-name': '"みなと\\"市"' })
  })

  it('fetches the page after the sign-in while the user is typing', async () => {
    const { links, listeners } = await visit({ path: '/login/minato-city' })
    expect(links).toEqual([])
    for (const listen of listeners) listen()
    expect(links).toEqual(['modulepreload /assets/list.js', 'modulepreload /assets/ja.js'])
  })

  it('stores nothing for the next visit on a page without a session, which may follow a log-out', async () => {
    expect((await visit({ path: '/login/minato-city' })).local).toEqual({})
  })

  it('reads responses to their end, so that none keeps a connection', async () => {
    const read = vi.spyOn(Response.prototype, 'json')
    await visit({ ...signedIn() })
    expect(read).toHaveBeenCalledTimes(3)
    read.mockRestore()
  })

  it('cancels and drops responses that the page has not used', async () => {
    const { start, timers } = await visit({ ...signedIn() })
    const left = start.responses.get(orders)
    expect(await (await left?.response)?.json()).toEqual(config)
    for (const run of timers) run()
    expect(left?.cancel.signal.aborted).toBe(true)
    expect(start.responses.size).toBe(0)
  })

  it.each(['{{{', 'null', '"text"', ''])('ignores %j stored by an earlier visit', async (garbage) => {
    const { requests, links, properties } = await visit({
      local: { [storageKeys.start]: garbage, [`${storageKeys.tenantLook}minato-city`]: garbage },
    })
    expect(links).toHaveLength(3)
    expect(requests.map(({ url }) => url)).toEqual(['/config.json', info])
    expect(properties).toEqual({})
  })

  it('works if the browser stores nothing', async () => {
    const { requests, links } = await visit({ storageRefused: true })
    expect(links).toHaveLength(3)
    expect(requests.map(({ url }) => url)).toContain('/config.json')
  })

  it('keeps the script small, with the hashes of script and style in the policy', async () => {
    expect(Buffer.byteLength(script)).toBeLessThanOrEqual(4_700)
    const written = readFileSync(new URL('../../deploy/inline-code.ts', import.meta.url), 'utf8')
    expect(written, 'Run `npm run headers`.').toBe(await inlineCodeModule())
  })
})

describe('the pages of the routes', () => {
  it('reads the pages of the routes from a module of routes', () => {
    const code = `
      const names = ['orders', 'errors']
      function result(back) { return page(['charges'], async () => (await import('./ResultPage.tsx')).pages[back]) }
      export const routes = [
        { path: routePatterns.applicationHistory.pattern, lazy: page(names, () => import('./HistoryPage.tsx')) },
        { path: routePatterns.orderSuccess.pattern, lazy: result('order') },
        { path: '/x', lazy: page([], () => import('./X.tsx')) },
      ]`
    expect(routePagesIn(code)).toEqual([
      { name: 'applicationHistory', module: './HistoryPage.tsx', namespaces: ['orders', 'errors'] },
      { name: 'orderSuccess', module: './ResultPage.tsx', namespaces: ['charges'] },
    ])
  })
})
