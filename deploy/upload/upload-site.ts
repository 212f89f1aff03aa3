import { createHash } from 'node:crypto'
import type { SiteObject } from './site-objects.ts'

/** Where a stage is stored: a folder of a web server or a bucket. Keys are paths without the slash at the start. */
export type Store = {
  keys: (prefix: string) => Promise<string[]>
  /** MD5 of the stored content, by key; a missing or different value means that it cannot be compared. */
  digests: (prefix: string) => Promise<Map<string, string>>
  read: (key: string) => Promise<string>
  write: (object: SiteObject) => Promise<void>
  remove: (key: string) => Promise<void>
}

export type Uploaded = { written: string[]; kept: number; removed: string[] }

const dayMs = 24 * 60 * 60 * 1000
const releases = 'releases/'

/**
 * Writes a release beside the earlier releases. Assets of earlier releases are removed when they have been unused for a
 * day: until then an open page may load them. Files that no release has recorded are left alone.
 */
export async function uploadSite(store: Store, objects: readonly SiteObject[], now: number): Promise<Uploaded> {
  const present = new Map([...(await store.digests('assets/')), ...(await store.digests('forms/'))])
  const records = await readRecords(store)
  const written: string[] = []
  for (const object of objects) {
    // Compared by content, so that an upload also repairs files that were changed by hand.
    if (object.immutable && present.get(object.key) === md5Of(object.content)) continue
    await store.write(object)
    written.push(object.key)
  }
  const assets = objects.map(({ key }) => key).filter((key) => key.startsWith('assets/'))
  await store.write(recordOf({ at: now, assets }))
  return { written, kept: objects.length - written.length, removed: await removeOutOfUse(store, records, assets, now) }
}

export function md5Of(content: Buffer): string {
  return createHash('md5').update(content).digest('hex')
}

/** The assets of one release; stored under a key that is not an address of the portal. */
type Release = { at: number; assets: string[] }

function recordOf(release: Release): SiteObject {
  const key = `${releases}${new Date(release.at).toISOString()}`
  const content = Buffer.from(JSON.stringify(release))
  return { key, content, contentType: 'application/json', cacheControl: 'no-store', immutable: false }
}

/** Oldest first. */
async function readRecords(store: Store): Promise<{ key: string; release: Release }[]> {
  const keys = (await store.keys(releases)).toSorted()
  return Promise.all(keys.map(async (key) => ({ key, release: JSON.parse(await store.read(key)) as Release })))
}

async function removeOutOfUse(
  store: Store,
  records: readonly { key: string; release: Release }[],
  current: readonly string[],
  now: number,
): Promise<string[]> {
  // A release is unused since the next one was written.
  const old = records.filter((_record, index) => (records[index + 1]?.release.at ?? now) <= now - dayMs)
  const recent = records.filter((record) => !old.includes(record))
  const used = new Set([...current, ...recent.flatMap(({ release }) => release.assets)])
  const removed = [...new Set(old.flatMap(({ release }) => release.assets))].filter((key) => !used.has(key))
  for (const key of removed) await store.remove(key)
  for (const { key } of old) await store.remove(key)
  return removed
}
