import type { Content } from './elements.ts'

/** Texts with a possible line break after each phrase, by plain text. `add-phrases.tsx` fills it. */
export const knownPhrases = new Map<string, Content>()

/**
 * A heading with its phrases, so that no line ends inside one. Breaks are elements: the name of the heading, a copy of
 * it and a search in the page contain the plain text.
 */
export function inPhrases(text: string): Content {
  return knownPhrases.get(text) ?? text
}
