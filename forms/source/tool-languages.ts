/** The languages in which the tool speaks and proposes texts. A form may have others, see `toolLanguages`. */
export const toolLanguages = ['ja', 'en'] as const

export type ToolLanguage = (typeof toolLanguages)[number]

export function isToolLanguage(language: string): language is ToolLanguage {
  return toolLanguages.some((known) => known === language)
}
