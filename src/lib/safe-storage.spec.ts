import { describe, expect, it } from 'vitest'
import { safeStorage } from './safe-storage.ts'

class FakeStorage implements Storage {
  readonly map = new Map<string, string>()
  full = false
  get length(): number {
    return this.map.size
  }
  clear(): void {
    this.map.clear()
  }
  getItem(key: string): string | null {
    return this.map.get(key) ?? null
  }
  key(index: number): string | null {
    return [...this.map.keys()][index] ?? null
  }
  removeItem(key: string): void {
    this.map.delete(key)
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException('full', 'QuotaExceededError')
    this.map.set(key, value)
  }
}

describe('storage that never throws', () => {
  it('stores values in the browser if possible', () => {
    const browser = new FakeStorage()
    const store = safeStorage(() => browser)
    store.set('a', '1')
    expect(browser.map.get('a')).toBe('1')
    expect(store.persistent).toBe(true)
  })
  it('keeps values for this page if the browser blocks storage', () => {
    const store = safeStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    store.set('a', '1')
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
