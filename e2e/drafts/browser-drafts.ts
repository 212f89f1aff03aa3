import type { Page } from '@playwright/test'
import type { LocalDraft } from '../../src/features/apply/draft/draft.ts'

/** The drafts in the browser's own database, of every user. */
export function draftsInBrowser(page: Page): Promise<LocalDraft[]> {
  return page.evaluate(
    () =>
      new Promise<LocalDraft[]>((resolve, reject) => {
        const opening = indexedDB.open('portal-drafts')
        opening.addEventListener('error', () => reject(new Error('The database of drafts cannot be opened')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const reading = database.transaction('applications').objectStore('applications').getAll()
          reading.addEventListener('success', () => {
            database.close()
            resolve(reading.result as LocalDraft[])
          })
        })
      }),
  )
}
