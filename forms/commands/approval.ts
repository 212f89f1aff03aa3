import { approveForm, askForReview, historyOf, rejectForm, withdrawReview } from '../approval/form-history.ts'
import { HistoryUnreadable } from '../source/history-events.ts'
import type { Refusal } from '../approval/form-history.ts'
import { historySentences } from '../approval/history-words.ts'
import { historyFile } from '../source/history-file.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { Misuse, command, onlyForm } from './command.ts'
import type { ExitCode, Options, Output } from './command.ts'

/** `review DIR --by NAME`: asks others to approve the form as it is now. A form with errors cannot be approved. */
export const review = command(['by'], async (options, output) => {
  const folder = onlyForm(options)
  const { versionToReview } = await import('../build/version-to-review.ts')
  const ask = (form: string, who: string, now: number) => askForReview(form, who, versionToReview(form), now)
  return step(folder, ask, options, output)
})

/** `withdraw DIR --by NAME`: takes back the own request. */
export const withdraw = command(['by'], (options, output) =>
  Promise.resolve(step(onlyForm(options), withdrawReview, options, output)),
)

/** `reject DIR --by NAME --reason TEXT` */
export const reject = command(['by', 'reason'], (options, output) => {
  const { reason = '' } = options
  const take = (form: string, who: string, now: number) => rejectForm(form, who, reason.trim(), now)
  return Promise.resolve(step(onlyForm(options), take, options, output))
})

/** `approve DIR --by NAME` */
export const approve = command(['by'], (options, output) =>
  Promise.resolve(step(onlyForm(options), approveForm, options, output)),
)

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
  const [state = ''] = historySentences(historyOf(folder), lang, Date.now())
  output.out(state)
  return 0
}
