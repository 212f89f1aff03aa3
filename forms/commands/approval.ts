import { approveForm, askForReview, historyOf, HistoryUnreadable } from '../approval/form-history.ts'
import type { Refusal } from '../approval/form-history.ts'
import { historySentences } from '../approval/history-words.ts'
import { hasErrors, toFindings } from '../source/finding.ts'
import { historyFile } from '../source/find-sources.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { Misuse, command, onlyForm } from './command.ts'
import type { ExitCode, Options, Output } from './command.ts'

/** `review DIR --by NAME`: asks others to approve the form as it is now. A form with errors cannot be approved. */
export const review = command(['by'], async (options, output) => {
  const folder = onlyForm(options)
  const { checkForm } = await import('../check/check-form.ts')
  const findings = toFindings(checkForm(folder).problems, options.lang)
  if (hasErrors(findings)) {
    output.err(say('review-errors', options.lang, { folder: relativeToHere(folder) }))
    return 1
  }
  return step(folder, askForReview, options, output)
})

/** `approve DIR --by NAME` */
export const approve = command(['by'], (options, output) =>
  Promise.resolve(step(onlyForm(options), approveForm, options, output)),
)

/** `history DIR`: the state of the form, and who did what. */
export const history = command([], (options, output) => {
  const folder = onlyForm(options)
  const known = readable(() => historyOf(folder), options.lang)
  for (const sentence of historySentences(known, options.lang)) output.out(sentence)
  return Promise.resolve(0)
})

/** Turns a line of the history that cannot be read into a message. */
export function readable<T>(read: () => T, lang: Language): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof HistoryUnreadable)) throw cause
    throw new Misuse(say('history-unreadable', lang, { file: historyFile, line: cause.line }))
  }
}

function step(
  folder: string,
  take: (folder: string, who: string, now: number) => Refusal | null,
  { lang, by = '' }: Options<'by'>,
  output: Output,
): ExitCode {
  if (by.trim() === '') throw new Misuse(say('missing-option', lang, { option: 'by' }))
  const refusal = readable(() => take(folder, by.trim(), Date.now()), lang)
  if (refusal !== null) {
    output.err(say(`refusal-${refusal}`, lang, { folder: relativeToHere(folder) }))
    return 1
  }
  const known = historyOf(folder)
  output.out(say(`state-${known.state}`, lang, { content: known.content, time: '' }))
  return 0
}
