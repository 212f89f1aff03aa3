import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { headingPhrases, phraseEnd } from '../../forms/phrases/phrases.ts'

const addPhrases = fileURLToPath(new URL('../../src/ui/add-phrases.tsx', import.meta.url))

/** Texts of the first page: its headings are short, and its bytes are counted. */
const firstPage = /\/ja\/(?:critical|login)\.json$|\/fallback\.json$/

type Nouns = { readonly [noun: string]: { readonly [value: string]: string } }

function nounsOf(language: string): Nouns[string][] {
  const file = new URL(`../../locales/${language}/critical.json`, import.meta.url)
  const { nouns } = JSON.parse(readFileSync(file, 'utf8')) as { nouns: Nouns }
  return Object.values(nouns)
}

/** Adds the phrases of the headings to each file of Japanese texts that is fetched later. */
export function cataloguePhrases(): Plugin {
  return {
    name: 'catalogue-phrases',
    enforce: 'post',
    transform: {
      filter: { id: /\/locales\/ja(?:-simple)?\/[\w-]+\.json$/ },
      handler(code, id) {
        if (firstPage.test(id)) return null
        const catalogue: unknown = JSON.parse(readFileSync(id, 'utf8'))
        const lengths = phraseLengths(catalogue)
        const named = headingsWithNouns(catalogue, /\/(ja[\w-]*)\/[\w-]+\.json$/.exec(id)?.[1])
        if (lengths === '' && named.length === 0) return null
        if (!code.includes('export default ')) throw new Error(`${id} has no default export`)
        return {
          code: [
            `import { addCataloguePhrases, addPhrases } from ${JSON.stringify(addPhrases)}`,
            code.replace('export default ', 'const texts = '),
            `addCataloguePhrases(texts, ${JSON.stringify(lengths)})`,
            `addPhrases(${JSON.stringify(named)})`,
            'export default texts',
          ].join('\n'),
          map: null,
          moduleSideEffects: true,
        }
      },
    },
  }
}

/** The lengths of the phrases of each text, in the order of the file, see `addCataloguePhrases`. */
export function phraseLengths(catalogue: unknown): string {
  return leaves(catalogue)
    .map(([key, text]) => {
      const [phrases] = heading.test(key) ? headingPhrases([text]) : []
      return (phrases?.split(phraseEnd) ?? []).map(({ length }) => length.toString(36)).join('')
    })
    .join(',')
    .replace(/,+$/, '')
}

/** The headings that name an application, with each noun, see `addPhrases`. Other texts with values are left out. */
export function headingsWithNouns(catalogue: unknown, language = 'ja'): string[] {
  const nouns = nounsOf(language)
  const headings = leaves(catalogue).filter(([key, text]) => heading.test(key) && text.includes('{{'))
  return headingPhrases(headings.flatMap(([, text]) => nouns.map((noun) => withNoun(text, noun))))
}

function withNoun(text: string, noun: Nouns[string]): string {
  const values: Nouns[string] = { ...noun, tenantNoun: noun.noun ?? '' }
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Keys of headings. Each further text would add bytes to the first visit. */
const heading =
  /(?:title|heading)$|^(?:section|about|addresses)\.|^(?:footer\.contact|conflict\.also|draft\.conflictDiffers|details\.answers)$/i

function leaves(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, key === '' ? name : `${key}.${name}`))
}
