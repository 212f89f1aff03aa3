import { historyOf, recordStep } from '../approval/form-history.ts'
import type { ApprovalStep } from '../approval/form-history.ts'
import { HistoryUnreadable } from '../source/history-events.ts'
import { historySentences } from '../approval/history-words.ts'
import { historyFile } from '../source/history-file.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { Misuse, command, onlyForm } from './command.ts'
import type { ExitCode, Options, Output } from './command.ts'

/** `review DIR --by NAME`: asks others to approve the form as it is now. A form with errors cannot be approved. */
export const review = command(['by'], (options, output) => step('review', options, output))

/** `withdraw DIR --by NAME`: takes back the own request. */
export const withdraw = command(['by'], (options, output) => step('withdraw', options, output))

/** `reject DIR --by NAME --reason TEXT` */
export const reject = command(['by', 'reason'], (options, output) => step('reject', options, output))

/** `approve DIR --by NAME` */
export const approve = command(['by'], (options, output) => step('approve', options, output))

/** `history DIR`: the state of the form, and who did what. */
export const history = command([], (options, output) => {
  const folder = onlyForm(options)
  const known = readable(() => historyOf(folder), options.lang)
  for (const sentence of historySentences(known, options.lang, Date.now())) output.out(sentence)
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

async function step(
  what: ApprovalStep['what'],
  options: Options<'by'> & Partial<Options<'reason'>>,
  output: Output,
): Promise<ExitCode> {
  const folder = onlyForm(options)
  const { lang, by = '', reason } = options
  const who = by.trim()
  if (who === '') throw new Misuse(say('missing-option', lang, { option: 'by' }))
  const version = what === 'review' ? (await import('../build/version-to-review.ts')).versionToReview(folder) : null
  const refusal = readable(() => recordStep(folder, { what, who, reason: reason?.trim() }, Date.now(), version), lang)
  if (refusal !== null) {
    output.err(say(`refusal-${refusal}`, lang, { folder: relativeToHere(folder) }))
    return 1
  }
  const [state = ''] = historySentences(historyOf(folder), lang, Date.now())
  output.out(state)
  return 0
}
