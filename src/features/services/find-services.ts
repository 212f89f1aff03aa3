import type { Service } from '../../api/generated/api.schemas.ts'

type Searchable = Pick<Service, 'name' | 'summary' | 'category' | 'forms'>

/**
 * Text as it is compared: width, case, katakana or hiragana and spaces make no difference, because nobody types a
 * search the way an office writes a title.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
}

/** The services that hold every word of the query and belong to the category; an empty one leaves all. */
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

/** The categories in the order in which the API lists them; a service without one is found among all services. */
export function categoriesOf(services: readonly Searchable[]): string[] {
  return [...new Set(services.map((service) => service.category))].filter((category) => category !== '')
}
