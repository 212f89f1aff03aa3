import en from '../../locales/en/fallback.json'
import ja from '../../locales/ja/fallback.json'

/** What can be said when nothing else works: plain data, in the bundle, in the language of the document. */
export function fallbackTexts(): typeof ja {
  return typeof document !== 'undefined' && document.documentElement.lang === 'en' ? en : ja
}
