import { Fragment } from 'react'
import { knownPhrases } from './phrases.ts'
import type { Content } from './elements.ts'

/**
 * Makes headings known to `inPhrases`. The build finds the phrases, because the model is larger than the texts; a
 * zero-width space is between them.
 */
export function addPhrases(headings: readonly string[]): void {
  for (const heading of headings) addHeading(heading.split('\u200B'))
}

type Texts = { readonly [key: string]: string | Texts }

/**
 * The same for a file of the catalogue, whose texts are not repeated: `lengths` has the length of each phrase as a
 * digit (base 36), and a comma after each text of the file.
 */
export function addCataloguePhrases(texts: Texts, lengths: string): void {
  const perText = lengths.split(',')
  const visit = (value: string | Texts): void => {
    if (typeof value !== 'string') return Object.values(value).forEach(visit)
    let at = 0
    const phrases = Array.from(perText.shift() ?? '', (digit) => value.slice(at, (at += parseInt(digit, 36))))
    if (phrases.length > 0) addHeading(phrases)
  }
  visit(texts)
}

function addHeading(phrases: readonly string[]): void {
  knownPhrases.set(
    phrases.join(''),
    phrases.map((phrase, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        <span>{whole(phrase)}</span>
      </Fragment>
    )),
  )
}

/** A browser also breaks a phrase before and after brackets, which the style sheet forbids in every second part. */
function whole(phrase: string): Content {
  const parts = phrase.split(/(.（|）.)/)
  if (parts.length === 1) return phrase
  return parts.map((part, index) => <span key={index}>{part}</span>)
}
