/**
 * Characters that nobody sees. They arrive with pasted texts: from contacts (direction marks), PDF and web pages
 * (zero-width spaces, soft hyphens), word processors (control characters).
 *
 * | texts                                    | function           | what it drops                                   |
 * | ---------------------------------------- | ------------------ | ----------------------------------------------- |
 * | numbers, codes, addresses, kana, queries | `withoutInvisible` | everything invisible                            |
 * | names and free texts                     | `cleanText`        | all but the variants of kanji and joined emoji  |
 * | texts that are already stored            | `safeText`         | what the API refuses                            |
 */

/**
 * Control characters except tab and line breaks, halves of pairs, which are no Unicode, and the characters by which a
 * text shows other words than it has.
 */
const unsafe = /(?![\t\n\r])[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Whether the API accepts the text. */
export function isSafeText(text: string): boolean {
  return text.search(unsafe) === -1
}

export function safeText(text: string): string {
  return text.replaceAll(unsafe, '')
}

/**
 * Format characters, fillers that count as letters, the empty pattern of Braille, variation selectors; controls that
 * are no spaces; the place of an object that a text cannot have, which dictation leaves behind on iPhones; and what is no
 * character: half of a pair, and code points that are never assigned.
 */
const invisible =
  /(?![\t\n\v\f\r])[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu

/** Removes all invisible characters, for texts in which none has a meaning. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, '')
}

/** Whether there is nothing to see in a text. */
export function isBlank(text: string): boolean {
  return withoutInvisible(text).trim() === ''
}

const lineBreaks = /\r\n?/g
const otherSpaces = /[\t\v\f\u0085\u2028\u2029]/g
/**
 * A variation selector chooses the form of a kanji (葛󠄀) or of an emoji; a joiner makes one emoji of several (👨‍👩‍👧).
 */
const hidden =
  /(?!\n|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]/gu

/**
 * A letter and its marks as one character, e.g. か and its voiced mark in the names of files of macOS. Kanji stay as they
 * are: composition would replace some by their common form (U+FA19 by 神).
 */
function composed(text: string): string {
  return text.replaceAll(/\P{Script=Han}+/gu, (part) => part.normalize('NFC'))
}

/**
 * A name or a free text as it is stored: composed, without spaces around it and without invisible characters, on its own
 * lines. Nothing is left of a text without anything to see.
 */
export function cleanText(text: string): string {
  const plain = text.replaceAll(lineBreaks, '\n').replaceAll(otherSpaces, ' ').replaceAll(hidden, '')
  const clean = composed(plain).trim()
  return isBlank(clean) ? '' : clean
}
