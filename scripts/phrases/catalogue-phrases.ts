import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { headingPhrases, phraseEnd } from '../../forms/phrases/phrases.ts'

const addPhrases = fileURLToPath(new URL('../../src/ui/add-phrases.tsx', import.meta.url))

/** Texts of the first page: its headings are short, and its bytes are counted. */
const firstPage = /\/(?:critical|login|fallback)\.json$/

/** Adds the phrases of the headings to each file of Japanese texts that is fetched later. */
export function cataloguePhrases(): Plugin {
  return {
    name: 'catalogue-phrases',
    enforce: 'post',
    transform: {
      filter: { id: /\/locales\/ja\/[\w-]+\.json$/ },
      handler(code, id) {
        if (firstPage.test(id)) return null
        const lengths = phraseLengths(JSON.parse(readFileSync(id, 'utf8')))
        if (lengths === '') return null
        if (!code.includes('export default ')) throw new Error(`${id} has no default export`)
        return {
          code: [
            `import { addCataloguePhrases } from ${JSON.stringify(addPhrases)}`,
            code.replace('export default ', 'const texts = '),
            `addCataloguePhrases(texts, ${JSON.stringify(lengths)})`,
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

/** Keys of headings. Each further text would add bytes to the first visit. */
const heading =
  /(?:title|heading)(?:_subscription)?$|^(?:section|about|addresses)\.|^(?:footer\.contact|conflict\.also|draft\.conflictDiffers|details\.answers)$/i

function leaves(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, key === '' ? name : `${key}.${name}`))
}
