import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { localStore } from '../../lib/safe-storage.ts'
import { FakeStorage } from '../../lib/testing/fake-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { dropApplications, forgetAfterOtherTab, forgetEverything, leaveApplications, lossOfLogOut } from './log-out.ts'

function withoutNetwork(): Promise<never> {
  return Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
}

const hanako = { tenantId: 'minato-city', userId: 'U-1' }
const taro = { tenantId: 'minato-city', userId: 'U-10' }

/** What a form that was opened, and one that was filled in, leave in the browser. */
function leaveForms({ tenantId, userId }: typeof hanako): string[] {
  const application = `${tenantId}/${userId}/water-start/individual`
  const keys = [storageKeys.claim, storageKeys.record, storageKeys.uploads].map((prefix) => prefix + application)
  for (const key of keys) localStore.set(key, '{}')
  return keys
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage())
  vi.stubGlobal('sessionStorage', new FakeStorage())
})

it('a log-out asks what the browser has of the user, although the code of the forms cannot be fetched', async () => {
  leaveForms(taro)
  localStore.set(`${storageKeys.claim}minato-city/U-1/water-start/individual`, 'of a form in which nothing was typed')
  expect(await lossOfLogOut(withoutNetwork, hanako)).toBe('nothing')
  leaveForms(hanako)
  expect(await lossOfLogOut(withoutNetwork, hanako)).toBe('answers')
})

it('a log-out removes what the user has typed, although the code of the forms cannot be fetched', async () => {
  const others = leaveForms(taro)
  leaveForms(hanako)
  expect(await dropApplications(withoutNetwork, hanako)).toBe('unsent')
  expect(localStore.keys()).toEqual(others)
  expect(await dropApplications(withoutNetwork, hanako)).toBe('sent')
})

it('a log-out continues although the applications cannot be closed', async () => {
  const failing = () => Promise.reject(new TypeError('No code'))
  const applications = {
    lossOfLogOut: async () => 'nothing' as const,
    lossChange: async () => undefined,
    openQuestion: async () => null,
    closeApplications: failing,
    leaveApplications: failing,
  }
  expect(await dropApplications(async () => applications, hanako)).toBe('unsent')
  expect(await leaveApplications(async () => applications, hanako)).toBe('unsent')
})

it('a log-out in another tab has nothing to close in a page without the code of the forms', async () => {
  const keys = leaveForms(hanako)
  expect(await leaveApplications(withoutNetwork, hanako)).toBe('sent')
  expect(localStore.keys(), 'of the next session, which has begun before this tab has learned of the end').toEqual(keys)
})

it.each([
  ['of the user', forgetEverything, false],
  ['of no user, in a tab that learns late of a log-out: the user may have signed in again', forgetAfterOtherTab, true],
])('a log-out removes what was typed %s, and never that of another user', (_whose, forget, isKept) => {
  const others = leaveForms(taro)
  const own = leaveForms(hanako)
  localStore.set(storageKeys.redirectPath, '/minato-city/userprofile')
  forget(hanako)
  expect(localStore.keys()).toEqual(isKept ? [...others, ...own] : others)
})

it('a log-out without a known user removes all that was typed', () => {
  leaveForms(taro)
  forgetEverything(null)
  expect(localStore.keys()).toEqual([])
})
