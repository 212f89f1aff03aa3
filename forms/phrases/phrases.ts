import { jaModel, Parser } from 'budoux'
import { isJapanese } from '../wording/japanese-wording.ts'
import { houseDictionary } from './house-dictionary.ts'

const parser = new Parser(jaModel)

/** Between the phrases of a text in a file. No text of the portal contains it. */
export const phraseEnd = '\u200B'

/** A phrase never starts with closing punctuation and never ends with an opening bracket. */
const closing = /^[)\]）」』】、。,.:;：；!?！？・]/
const opening = /[([（「『【]$/

/** The phrases of a Japanese text: BudouX's, except inside the words of the house dictionary. */
export function phrasesOf(text: string): string[] {
  const kept = houseDictionary.flatMap((word) =>
    [...text.matchAll(word)].map((found) => ({ start: found.index, end: found.index + found[0].length })),
  )
  const phrases: string[] = []
  let at = 0
  for (const piece of parser.parse(text)) {
    const last = phrases.at(-1)
    const inside = kept.some(({ start, end }) => start < at && at < end)
    if (last !== undefined && (inside || closing.test(piece) || opening.test(last)))
      phrases[phrases.length - 1] = last + piece
    else phrases.push(piece)
    at += piece.length
  }
  return phrases
}

/** The texts of several phrases, with a mark between them. Texts with values and sentences are left out. */
export function headingPhrases(texts: readonly string[]): string[] {
  const headings = new Set(texts.filter((text) => isJapanese(text) && !/\{\{|[。\n]/.test(text)))
  return [...headings].map((text) => phrasesOf(text).join(phraseEnd)).filter((text) => text.includes(phraseEnd))
}
