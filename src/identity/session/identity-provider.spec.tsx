import { afterEach, describe, expect, it, vi } from 'vitest'
import { withFallbackStorage } from './identity-provider.ts'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

function refuse(): never {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}

describe('the storage that Amplify finds at its start (R-08)', () => {
  it('Amplify starts with the real storage if it can be written', async () => {
    const real = sessionStorage
    expect(await withFallbackStorage(async () => sessionStorage)).toBe(real)
    expect(sessionStorage.length).toBe(0)
  })

  it('keeps values that the real one refuses in memory, for Amplify alone', async () => {
    const real = sessionStorage
    real.setItem('before', 'full')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    const found = await withFallbackStorage(async () => sessionStorage)
    expect(sessionStorage).toBe(real)
    found.setItem('session', 'abc')
    expect(found.getItem('session')).toBe('abc')
    expect(found.getItem('before')).toBe('full')
    expect(real.getItem('session')).toBeNull()
    found.removeItem('session')
    expect(found.getItem('session')).toBeNull()
  })

  it('the real storage is restored even if Amplify does not load', async () => {
    const real = sessionStorage
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    await expect(withFallbackStorage(() => Promise.reject(new TypeError('no chunk')))).rejects.toThrow('no chunk')
    expect(sessionStorage).toBe(real)
  })
})
