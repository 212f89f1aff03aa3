import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

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

describe('config.json', () => {
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
  it('takes zero as "stays until closed" for notifications', () => {
    expect(parseConfig({ ...good, limits: { notificationMs: 0 } }).limits.notificationMs).toBe(0)
  })
  it('names every wrong key at once', () => {
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
})
