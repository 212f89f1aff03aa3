import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, it, vi } from 'vitest'
import { draftDatabase } from '../../lib/storage-keys.ts'
import { dropApplications } from './log-out.ts'

vi.mock('../../features/apply/application/application-registry.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('removes the drafts of the browser although the code of the forms cannot be fetched', async () => {
  const database = await openDB(draftDatabase, 1, { upgrade: (db) => void db.createObjectStore('drafts') })
  database.close()
  expect(await dropApplications('minato-city', 'U-1')).toBe('unsent')
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
  expect(await dropApplications('minato-city', 'U-1')).toBe('sent')
})
