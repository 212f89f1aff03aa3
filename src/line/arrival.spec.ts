import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isFromLine, noteArrival } from './channel.ts'
import { sessionStore } from '../lib/safe-storage.ts'

const browser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1'

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  })
})
afterEach(() => {
  sessionStore.remove('portal.from-line')
  vi.unstubAllGlobals()
})

describe('an arrival from the LINE chat', () => {
  it('an arrival from LINE is recognised by the address for the rest of the session', () => {
    expect(isFromLine(browser)).toBe(false)
    noteArrival('?tenantId=minato-city&from=line')
    noteArrival('')
    expect(isFromLine(browser)).toBe(true)
  })

  it('an arrival from LINE is recognised by the browser inside LINE', () => {
    expect(isFromLine(`${browser} Line/15.1.0`)).toBe(true)
  })

  it('an arrival from LINE is not assumed if the address has another value', () => {
    noteArrival('?from=line&from=mail')
    noteArrival('?from=LINE')
    expect(isFromLine(browser)).toBe(false)
  })
})
