import { describe, expect, it } from 'vitest'
import { safeStorage } from './safe-storage.ts'
import { FakeStorage } from './testing/fake-storage.ts'

describe('storage that never throws', () => {
  it('stores values in the browser if possible', () => {
    const browser = new FakeStorage()
    const store = safeStorage(() => browser)
    expect(store.set('a', '1')).toBe(true)
    expect(browser.map.get('a')).toBe('1')
    expect(store.persistent).toBe(true)
  })
  it('keeps values for this page if the browser blocks storage', () => {
    const store = safeStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    expect(store.set('a', '1')).toBe(false)
    expect(store.get('a')).toBe('1')
    expect(store.keys()).toEqual(['a'])
    expect(store.persistent).toBe(false)
    store.remove('a')
    expect(store.get('a')).toBeNull()
  })
  it('returns the new value, not the stored old one, if storage became full', () => {
    const browser = new FakeStorage()
    const store = safeStorage(() => browser)
    store.set('a', 'old')
    browser.full = true
    store.set('a', 'new')
    expect(store.get('a')).toBe('new')
  })
})
