import type { Service } from '../../api/generated/api.schemas.ts'

type Searchable = Pick<Service, 'name' | 'summary' | 'category' | 'forms'>

/** Folds width, case and katakana for the comparison: users do not type a title the way an office writes it. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
}

/** The services of the category that contain every word of the query. An empty category or query matches all. */
export function findServices<T extends Searchable>(services: readonly T[], query: string, category: string): T[] {
  const words = foldForSearch(query).split(/\s+/).filter(Boolean)
  return services.filter((service) => {
    if (category !== '' && service.category !== category) return false
    if (words.length === 0) return true
    const titles = service.forms.map((form) => form.title)
    const text = foldForSearch([service.name, service.summary, service.category, ...titles].join(' '))
    return words.every((word) => text.includes(word))
  })
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
