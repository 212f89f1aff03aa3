import type { Service } from '../../api/generated/api.schemas.ts'
import { searchKey, tidyQuery } from './search-key.ts'

type Searchable = Pick<Service, 'name' | 'summary' | 'category' | 'words' | 'forms'>

/** `similar`: no service has every word, but these are similar. */
export type Found<T> = { services: T[]; similar: boolean }

/** Turns romaji into hiragana; see `romaji.ts`. */
type ToKana = (text: string) => string

/** A service that shares less of its pairs of characters with the query is not similar. */
const minSimilarity = 0.5

/** Maximum number of similar services; more would be the whole list again. */
const maxSimilar = 5

/**
 * The services of the category that have every word of the query, the best first: in the name, in the tenant's words
 * for it, elsewhere. If there is none, returns the similar ones. An empty category or query matches all, in the given
 * order; a query of punctuation alone matches nothing.
 *
 * @param toKana without it, romaji is compared as typed
 */
export function findServices<T extends Searchable>(
  services: readonly T[],
  query: string,
  category: string,
  toKana?: ToKana,
): Found<T> {
  const offered = services.filter((service) => category === '' || service.category === category)
  const wanted = tidyQuery(query)
  const asked = wanted
    .normalize('NFKC')
    .split(/\s+/)
    .map((word) => keysOf(word, toKana))
    .filter(([key]) => key !== '')
  if (asked.length === 0) return { services: wanted === '' ? offered : [], similar: wanted !== '' }
  const exact = best(offered, (service) => exactness(service, asked))
  if (exact.length > 0) return { services: exact, similar: false }
  const whole = keysOf(wanted, toKana)
  return { services: best(offered, (service) => similarity(service, whole)).slice(0, maxSimilar), similar: true }
}

/** The forms of a word: the word itself, or the kana of its romaji. */
function keysOf(word: string, toKana: ToKana | undefined): string[] {
  const key = searchKey(word)
  return toKana === undefined || !/[a-z]/.test(key) ? [key] : [key, searchKey(toKana(key))]
}

/** Services with a score above 0, the highest first; equal ones keep their order. */
function best<T>(services: readonly T[], scoreOf: (service: T) => number): T[] {
  return services
    .map((service) => ({ service, score: scoreOf(service) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ service }) => service)
}

/** Texts of a service, by the weight of a word in them. */
function textsOf({ name, summary, category, words = [], forms }: Searchable): { weight: number; texts: string[] }[] {
  const titles = forms.map(({ title }) => title)
  return [
    { weight: 4, texts: [name] },
    { weight: 3, texts: words },
    { weight: 2, texts: [category, ...titles] },
    { weight: 1, texts: [summary] },
  ].map(({ weight, texts }) => ({ weight, texts: texts.map(searchKey) }))
}

/** The sum of the best weights of all words; 0 if one is missing. */
function exactness(service: Searchable, asked: readonly string[][]): number {
  const places = textsOf(service)
  const scores = asked.map((keys) => {
    const hits = places.filter(({ texts }) => texts.some((text) => keys.some((key) => text.includes(key))))
    return Math.max(0, ...hits.map(({ weight }) => weight))
  })
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/**
 * A rule for typing errors and whole sentences (引っ越したので水道を止めたい): the share of the query's pairs of characters in a
 * text; or whether one of the tenant's words, or the name, is part of the sentence.
 */
function similarity(service: Searchable, queries: readonly string[]): number {
  const [name, words, ...rest] = textsOf(service).map(({ texts }) => texts)
  const known = [...(name ?? []), ...(words ?? [])]
  const scores = queries.flatMap((query) => [
    ...known.map((word) => (word.length > 1 && query.includes(word) ? 1 + word.length : 0)),
    ...known.map((text) => sharedPairs(query, text)),
    ...rest.flat().map((text) => sharedPairs(query, text) / 2),
  ])
  const score = Math.max(0, ...scores)
  return score < minSimilarity ? 0 : score
}

function sharedPairs(query: string, text: string): number {
  const pairs = pairsOf(query)
  return pairs.length === 0 ? 0 : pairs.filter((pair) => text.includes(pair)).length / pairs.length
}

function pairsOf(text: string): string[] {
  const characters = [...text]
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}

/** The categories in the order of the API. An empty category is not a filter. */
export function categoriesOf(services: readonly Searchable[]): string[] {
  return [...new Set(services.map((service) => service.category))].filter((category) => category !== '')
}

/** The two shortest names of services, as examples of a search that has a result. */
export function searchExamples(services: readonly Searchable[]): string[] {
  const names = services.map(({ name }) => name)
  return names.toSorted((one, other) => one.length - other.length).slice(0, 2)
}
