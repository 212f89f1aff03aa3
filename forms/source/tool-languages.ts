/** The languages in which the tool speaks and proposes texts. A form may have others, see `toolLanguages`. */
export const toolLanguages = ['ja', 'en'] as const

export type ToolLanguage = (typeof toolLanguages)[number]
