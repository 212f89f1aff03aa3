import type { Plugin } from 'vite'
import { languages } from '../../src/lib/language.ts'

/** `fallback.json` is plain data of the bundle: a change of it reloads the page. */
const file = new RegExp(String.raw`/locales/(${languages.join('|')})/(?!fallback\.)([\w-]+)\.json$`)

/** `npm run dev`: sends a changed file of texts to the open pages (src/i18n/texts.ts), which keep their state. */
export function hotTexts(): Plugin {
  return {
    name: 'hot-texts',
    apply: 'serve',
    hotUpdate(change) {
      const changed = changedTexts(change.file, change.timestamp)
      if (changed === null || this.environment.name !== 'client') return
      this.environment.hot.send('texts:changed', changed)
      return []
    },
  }
}

/** The event for a changed file; null if the file has no texts that a page can replace. */
export function changedTexts(path: string, timestamp: number) {
  const [address, language, namespace] = file.exec(path) ?? []
  return address === undefined ? null : { language, namespace, url: `${address}?import&t=${timestamp}` }
}
