import type { ServiceText } from '../../form-model/definition.ts'

/** The types of applicants that have names without `types` in `service.json`. */
export const namedTypes = ['individual', 'corporate'] as const

type NamedType = (typeof namedTypes)[number]

export const typeNames: { readonly [type in NamedType]: ServiceText } = {
  individual: { ja: '個人の方', 'ja-simple': 'ひとりの人', en: 'For residents' },
  corporate: { ja: '法人の方', 'ja-simple': '会社など', en: 'For corporations' },
}

export function isNamedType(type: string): type is NamedType {
  return namedTypes.some((known) => known === type)
}
