import { isSameJson } from '../source/same-json.ts'
import { threeChoices } from './blocks.ts'
import { choicesOf, edit, freeValue, setChoices, takenValues } from './commands.ts'
import type { Choice, FormFiles } from './commands.ts'
import type { FormNode } from './form-tree.ts'
import { endOfQuotes } from './end-of-quotes.ts'
import { moveEntry } from './json-text.ts'
import { followLimits } from './limit-samples.ts'
import type { UsedNames } from './used-names.ts'
import { usesOf } from './uses.ts'
import { removeAlone } from './without-uses.ts'

type Words = Omit<Choice, 'value'>

/** The choices in a pasted text, and what of it is left out. */
export type PastedChoices = { words: Words[]; blanks: number; duplicates: string[] }

/**
 * Reads one choice a line. A second column, as Excel copies it, is the English text. Lines with words that came before,
 * or that the question has, are duplicates.
 */
export function readPasted(text: string, known: readonly Choice[]): PastedChoices {
  const lines = cellsOf(text)
  const blanks = lines.filter(([ja]) => ja === '').length
  const seen = new Set(known.map(({ ja }) => ja))
  const words: Words[] = []
  const duplicates: string[] = []
  for (const [ja = '', en = ''] of lines) {
    if (ja === '') continue
    if (seen.has(ja)) duplicates.push(ja)
    else words.push({ ja, en: en === '' ? ja : en })
    seen.add(ja)
  }
  return { words, blanks, duplicates: [...new Set(duplicates)] }
}

/** The cells of each line. Excel puts quotes around a cell with a line break or a quote. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const plain = /([^\t\r\n]*)(\t|\r\n|\n|\r|$)/y
  while (plain.lastIndex < text.length || row.length > 0) {
    const start = plain.lastIndex
    const end = text[start] === '"' ? endOfQuotes(text, start) : text.length
    const isQuoted = end < text.length && '\t\r\n'.includes(text[end + 1] ?? '')
    if (isQuoted) plain.lastIndex = end + 1
    const [, written = '', separator] = plain.exec(text) ?? []
    const words = isQuoted ? text.slice(start + 1, end).replaceAll('""', '"') : written
    row.push(words.replaceAll(/\s+/g, ' ').trim())
    if (separator === '\t') continue
    rows.push(row)
    row = []
  }
  return rows
}

/**
 * Adds choices at the end, with values from their words that the question does not have and never had. They replace the
 * choices with which the palette begins a question.
 */
export function addChoices(files: FormFiles, node: FormNode, words: readonly Words[], used: UsedNames): FormFiles {
  const choices = choicesOf(files, node)
  const taken = new Set(takenValues(files, node.path, choices, used))
  const added = words.map((one, index) => {
    const value = freeValue(one, choices.length + index + 1, taken)
    taken.add(value)
    return { ...one, value }
  })
  const all = followLimits(setChoices(files, node, [...choices, ...added]), node.path)
  const placeholders = isUntouched(choices) ? choices : []
  return placeholders
    .map(({ value }) => ({ path: node.path, value }))
    .filter((removed) => usesOf(all, removed).length === 0)
    .reduce(removeAlone, all)
}

/** The choices that a question keeps when a list is pasted. */
export function keptChoices(choices: readonly Choice[]): readonly Choice[] {
  return isUntouched(choices) ? [] : choices
}

function isUntouched(choices: readonly Choice[]): boolean {
  const { enum: values, ja } = threeChoices
  const words: { [value: string]: string } = ja.options
  return isSameJson(
    choices.map((choice) => [choice.value, choice.ja]),
    values.map((value) => [value, words[value]]),
  )
}

/** Moves a choice to another position: only the order of the values counts. */
export function moveChoice(files: FormFiles, node: FormNode, from: number, to: number): FormFiles {
  const list = `${node.schemaPointer}${node.kind === 'choices' ? '/items' : ''}/enum`
  return edit(files, 'form.json', (text) => moveEntry(text, list, from, to))
}
