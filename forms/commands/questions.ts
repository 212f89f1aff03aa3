import { say } from '../source/messages.ts'
import { Misuse, command, onlyForm } from './command.ts'
import { exchangeTable } from './table-file.ts'

/** `questions DIR --out FILE` writes the questions of one form as a table, an Excel workbook if its name ends with .xlsx and CSV otherwise, and `--from FILE` reads them back, with `--published OUT` without values and names of the published versions. */
export const questions = command(['out', 'from', 'published'], (options, output) => {
  onlyForm(options)
  if (options.out === undefined && options.from === undefined)
    throw new Misuse(say('missing-option', options.lang, { option: 'out / --from' }))
  return exchangeTable('questions', options, output)
})
