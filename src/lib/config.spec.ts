import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTenantId } from '../paths.ts'
import type { TenantId } from '../paths.ts'
import { allPaymentHosts, ConfigError, parseConfig, paymentHostsOf, readConfig, tenantOfHost } from './config.ts'

const good = {
  stage: 'sandbox',
  apiBase: '/app/web',
  formsBase: '/forms',
  auth: {
    region: 'ap-northeast-1',
    poolId: 'ap-northeast-1_devPortal',
    clientId: 'portal-sandbox',
    endpoint: '/_identity/',
  },
  paymentHosts: ['localhost:5174'],
}

const amazon = { region: 'ap-northeast-1', poolId: 'ap-northeast-1_devPortal', clientId: 'portal' }

describe('config.json', () => {
  it('parseConfig refuses a wrong path of any length at once', () => {
    for (const name of ['customer-portal-form-definitions', 'a-'.repeat(25_000)])
      expect(() => parseConfig({ ...good, formsBase: `/${name}!` })).toThrow(/formsBase/)
  })

  it('the message about invalid JSON names config.json', async () => {
    const loading = new Response('{"stage": ').json()
    await expect(readConfig(loading)).rejects.toThrow(/^config\.json: not valid JSON \(/)
    expect(await readConfig(Promise.resolve(good))).toEqual(parseConfig(good))
  })

  it('fills in the usual limits, flow and token storage', () => {
    const config = parseConfig(good)
    expect(config.auth).toMatchObject({ flow: 'USER_SRP_AUTH', tokenStorage: 'session', endpoint: '/_identity/' })
    expect(config.limits).toMatchObject({
      idleMinutes: 30,
      absoluteHours: 12,
      signOutTimeoutMs: 3000,
      notificationMs: 5000,
    })
    expect(config.demo).toBe(false)
  })
  it('accepts zero as "stays until closed" for notifications', () => {
    expect(parseConfig({ ...good, limits: { notificationMs: 0 } }).limits.notificationMs).toBe(0)
  })
  it('reports every invalid key at once', () => {
    const wrong = {
      ...good,
      stage: 1,
      apiBase: 'http://api.example.jp',
      auth: { ...good.auth, flow: 'NONE', clientId: '' },
      limits: { idleMinutes: '30' },
    }
    let error: unknown
    try {
      parseConfig(wrong)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(ConfigError)
    const faults = error instanceof ConfigError ? error.faults.join('\n') : ''
    for (const key of ['stage', 'apiBase', 'auth.clientId', 'auth.flow', 'limits.idleMinutes'])
      expect(faults).toContain(key)
  })
  it.each([
    ['formsBase', { formsBase: 'https://forms.example.jp/forms' }],
    ['apiBase', { apiBase: 'https://user:secret@api.example.jp/app' }],
    ['apiBase', { apiBase: 'https://api.example.jp/app?key=1' }],
    ['apiBase', { apiBase: 'https://api.example.jp/app#x' }],
    ['reportTo', { reportTo: 'http://reports.example.jp' }],
    ['filesOrigin', { filesOrigin: 'https://files.example.jp/bucket' }],
    ['filesOrigin', { filesOrigin: '/files' }],
    ['paymentHosts', { paymentHosts: ['pay.example.jp:443'] }],
    ['paymentHosts', { paymentHosts: ['Pay.example.jp'] }],
    ['paymentHosts', { paymentHosts: ['pay.example.jp.'] }],
    ['paymentHosts', { paymentHosts: ['pay..example.jp'] }],
    ['policyReportTo', { policyReportTo: 'https://reports.example.jp/?key=1' }],
    ['policyReportTo', { policyReportTo: 'http://reports.example.jp' }],
    ['hstsSeconds', { hstsSeconds: -1 }],
    ['hstsSeconds', { hstsSeconds: '31536000' }],
    ['tenants', { tenants: [] }],
    ['tenants.login', { tenants: { login: {} } }],
    ['tenants.minato-city', { tenants: { 'minato-city': 'pay.example.jp' } }],
    ['tenants.minato-city.paymentHosts', { tenants: { 'minato-city': { paymentHosts: 'pay.example.jp' } } }],
    ['tenants.minato-city.paymentHost', { tenants: { 'minato-city': { paymentHost: ['pay.example.jp'] } } }],
    ['tenants.minato-city.hosts', { tenants: { 'minato-city': { hosts: ['apply.example.jp:8443'] } } }],
    ['tenants.minato-city.hosts', { tenants: { 'minato-city': { hosts: ['https://apply.example.jp'] } } }],
    ['tenants.minato-city.hosts', { tenants: { 'minato-city': { hosts: ['apply.example.jp.'] } } }],
    ['tenants', { tenants: { a: { hosts: ['apply.example.jp'] }, b: { hosts: ['apply.example.jp'] } } }],
    ['limits.idleMinutes', { limits: { idleMinutes: 0 } }],
    ['limits.absoluteHours', { limits: { absoluteHours: -1 } }],
    ['limits.requestTimeoutMs', { limits: { requestTimeoutMs: 0 } }],
    ['limits.warningMinutes', { limits: { warningMinutes: 30 } }],
    ['limits.warningMinutes', { limits: { absoluteHours: 0.05 } }],
    ['limits.notificationMs', { limits: { notificationMs: Number.NaN } }],
    ['limits', { limits: [] }],
    ['demo', { demo: 'yes' }],
    ['defaultTenant', { defaultTenant: 'Minato City' }],
    ['webVitals', { webVitals: 'yes', reportTo: '/reports' }],
    ['webVitals', { webVitals: true }],
    ['auth.poolId', { auth: { ...amazon, region: 'ap-northeast-3' } }],
    ['auth.flow', { auth: { ...amazon, flow: 'USER_PASSWORD_AUTH' } }],
    ['demo', { auth: amazon, demo: true }],
    ['apiBsae', { apiBsae: '/app/web' }],
    ['auth.userPoolId', { auth: { ...good.auth, userPoolId: 'x' } }],
    ['limits.idleMinuts', { limits: { idleMinuts: 30 } }],
  ])('reports %s as invalid in %j', (key, change) => {
    expect(() => parseConfig({ ...good, ...change })).toThrow(
      expect.objectContaining({ faults: [expect.stringMatching(`^${key.replace('.', '\\.')} `)] }),
    )
  })
  it('uses the payment hosts of the stage for tenants without their own', () => {
    const config = parseConfig({
      ...good,
      tenants: { 'minato-city': { paymentHosts: ['pay.minato.example.jp'] }, a: {} },
    })
    const hostsOf = (id: string) => paymentHostsOf(config, parseTenantId(id) as TenantId)
    expect(hostsOf('minato-city')).toEqual(['pay.minato.example.jp'])
    for (const id of ['a', 'unnamed']) expect(hostsOf(id)).toEqual(['localhost:5174'])
    expect(allPaymentHosts(config)).toEqual(['localhost:5174', 'pay.minato.example.jp'])
  })
  it('finds the tenant of a host', () => {
    const config = parseConfig({ ...good, tenants: { a: { hosts: ['a.example.jp', 'b.example.jp'] }, c: {} } })
    expect(['a.example.jp', 'b.example.jp', 'example.jp'].map((host) => tenantOfHost(config, host))).toEqual([
      'a',
      'a',
      null,
    ])
  })
  it('accepts a stage at Amazon with an API and reports on other origins', () => {
    const config = parseConfig({
      ...good,
      apiBase: 'https://api.example.jp/app/',
      auth: amazon,
      paymentHosts: ['pay.example.jp', 'pay.example.jp:8443'],
      reportTo: 'https://reports.example.jp/portal',
      filesOrigin: 'https://files.example.jp',
    })
    expect(config.apiBase).toBe('https://api.example.jp/app')
    expect(config.reportTo).toBe('https://reports.example.jp/portal')
    expect(config.auth).not.toHaveProperty('endpoint')
  })
  it.each([null, 'text', [], 3])('refuses %j', (raw) => {
    expect(() => parseConfig(raw)).toThrow(ConfigError)
  })
  it.each(['//evil.test', 'javascript:alert(1)', '/a//b', 'https:', '/..', '/a b'])(
    'refuses %s as the address of the API',
    (apiBase) => {
      expect(() => parseConfig({ ...good, apiBase })).toThrow(/apiBase/)
    },
  )
  it.each([[['evil.test/x']], [['https://card.test']], ['card.test'], [[7]]])(
    'refuses %j as payment hosts',
    (paymentHosts) => {
      expect(() => parseConfig({ ...good, paymentHosts })).toThrow(/paymentHosts/)
    },
  )
  it.each([
    ['paymentHosts', ['pay.example.jp,evil.test']],
    ['paymentHosts', ["'unsafe-inline'"]],
    ['paymentHosts', ['pay.example.jp$uri']],
    ['paymentHosts', ['*']],
    ['filesOrigin', 'https://files.example.jp;sandbox'],
    ['filesOrigin', 'https://*'],
    ['apiBase', 'https://*/app'],
    ['formsBase', '/forms.v2'],
  ])('names %s if it is %j', (key, value) => {
    expect(() => parseConfig({ ...good, [key]: value })).toThrow(new RegExp(`^config.json: ${key} is no `))
  })
  it('parseConfig refuses a value that ends, separates or quotes a part of the policy or of a server configuration', () => {
    const special = fc.constantFrom(...',;\'"$*{}\\`<>()#&=!|+ \t\n', '', 'a', '.', '-', '/x', ':8443')
    const host = fc
      .tuple(fc.constantFrom('x', 'x.jp'), special, fc.constantFrom('', 'y', 'y.jp'))
      .map((parts) => parts.join(''))
    const writes = [
      (text: string) => ({ paymentHosts: [text] }),
      (text: string) => ({ filesOrigin: `https://${text}` }),
      (text: string) => ({ reportTo: `https://${text}` }),
      (text: string) => ({ apiBase: `https://${text}/app` }),
      (text: string) => ({ apiBase: `https://api.example.jp/${text}` }),
      (text: string) => ({ formsBase: `/${text}` }),
      (text: string) => ({ auth: { ...good.auth, endpoint: `https://${text}` } }),
      (text: string) => ({ auth: { ...amazon, region: text, poolId: `${text}_a` } }),
    ]
    const outcomes = new Set<boolean>()
    fc.assert(
      fc.property(host, fc.constantFrom(...writes), (text, write) => {
        const isAccepted = !isRefused({ ...good, ...write(text) })
        outcomes.add(isAccepted)
        expect(isAccepted && /[^\w.:/-]/.test(text)).toBe(false)
      }),
      { numRuns: 2000 },
    )
    expect(outcomes.size).toBe(2)
  })
})

function isRefused(raw: unknown): boolean {
  try {
    parseConfig(raw)
    return false
  } catch (error) {
    if (error instanceof ConfigError) return true
    throw error
  }
}
