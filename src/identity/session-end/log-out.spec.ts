import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, it, vi } from 'vitest'
import { draftDatabase } from '../../lib/storage-keys.ts'
import { dropApplications, lossOfLogOut } from './log-out.ts'

function withoutNetwork(): Promise<never> {
  return Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
}

const hanako = { tenantId: 'minato-city', userId: 'U-1' }

it('a log-out asks what drafts of the browser may contain, although the code of the forms cannot be fetched', async () => {
  expect(await lossOfLogOut(withoutNetwork, hanako)).toBe('nothing')
  const database = await openDB(draftDatabase, 1, { upgrade: (db) => void db.createObjectStore('drafts') })
  database.close()
  expect(await lossOfLogOut(withoutNetwork, hanako)).toBe('answers')
  indexedDB.deleteDatabase(draftDatabase)
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
})

it('a log-out removes the drafts of the browser although the code of the forms cannot be fetched', async () => {
  const database = await openDB(draftDatabase, 1, { upgrade: (db) => void db.createObjectStore('drafts') })
  database.close()
  expect(await dropApplications(withoutNetwork, hanako)).toBe('unsent')
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
  expect(await dropApplications(withoutNetwork, hanako)).toBe('sent')
})

it('a log-out continues although the applications cannot be closed', async () => {
  const closeApplications = () => Promise.reject(new TypeError('The database does not open'))
  const applications = {
    lossOfLogOut: async () => 'nothing' as const,
    lossChange: async () => undefined,
    openQuestion: async () => null,
    closeApplications,
  }
  expect(await dropApplications(async () => applications, hanako)).toBe('unsent')
})
