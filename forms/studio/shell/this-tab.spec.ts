import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('names the tab, and knows no other tabs, on a page without https, which has neither locks nor random ids', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (values: Uint32Array) => values.fill(7) })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
  vi.resetModules()
  const { announceTab, otherTabs, thisTab } = await import('./this-tab.ts')
  announceTab()
  expect(thisTab).not.toBe('')
  expect(await otherTabs()).toEqual(new Set())
})

it('knows the other open tabs by their locks, without the one that this tab was before a reload', async () => {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', { getItem: () => 'before', setItem: () => undefined })
  const { otherTabs, thisTab } = await import('./this-tab.ts')
  const held = ['before', 'other', thisTab].map((name) => ({ name: `forms-studio tab ${name}` }))
  vi.stubGlobal('navigator', {
    locks: { query: () => Promise.resolve({ held: [...held, { name: 'something else' }] }) },
  })
  expect(await otherTabs()).toEqual(new Set(['other']))
})
