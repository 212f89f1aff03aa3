import en from '../../locales/en/last-resort.json'
import ja from '../../locales/ja/last-resort.json'

/** What can be said when nothing else works: plain data, in the bundle, in the language of the document. */
export function lastWords(): typeof ja {
  return typeof document !== 'undefined' && document.documentElement.lang === 'en' ? en : ja
}
