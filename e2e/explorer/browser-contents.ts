import type { Page } from '@playwright/test'

/** All text, field values and session storage of a tab. */
export async function contentsOfTab(page: Page): Promise<{ shown: string; session: string }> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    return {
      shown: [document.title, document.body.innerText, ...fields.map(({ value }) => value)].join('\n'),
      session: location.origin === 'null' ? '' : JSON.stringify({ ...sessionStorage }),
    }
  })
}

export type BrowserStorage = { local: string; databases: string; caches: string }

/** What all tabs of a browser share: local storage, every database, every cache. */
export async function storageOf(page: Page): Promise<BrowserStorage> {
  return page.evaluate(async () => {
    const requested = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('The database refused')))
      })
    const records: unknown[] = []
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const database = await requested(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        records.push(await requested(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return {
      local: JSON.stringify({ ...localStorage }),
      databases: JSON.stringify(records),
      caches: cached.join('\n'),
    }
  })
}
