import { expect, it, vi } from 'vitest'
import { watchForCachedPage } from './cached-page.ts'

type Page = { persisted: boolean; hasSession?: boolean; isPersonal?: boolean }

it.each<[string, Page, boolean]>([
  ['is loaded again if it comes out of the cache after the log-out', { persisted: true }, true],
  ['stays if it comes out of the cache during the session', { persisted: true, hasSession: true }, false],
  ['stays if it is loaded', { persisted: false }, false],
  ['stays if anybody may see it', { persisted: true, isPersonal: false }, false],
])('a page %s', (_, { persisted, hasSession = false, isPersonal = true }, isReloaded) => {
  const reload = vi.fn<() => void>()
  watchForCachedPage({ session: { hasSession: () => hasSession }, isPersonal: () => isPersonal, reload })
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))
  expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
})
