import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import type { FormHistory, HistoryEvent } from './form-history.ts'

/** The state of a form, then each event, in words. */
export function historySentences({ events, content, state }: FormHistory, lang: Language): string[] {
  const last = events.findLast((event) => event.content === content)
  return [
    say(`state-${state}`, lang, { content, time: last ? timeOf(last) : '' }),
    ...events.map((event) => {
      const { at, who, what } = event
      return say(`history-${what}`, lang, { at: momentWords(at), who, content: event.content, time: timeOf(event) })
    }),
  ]

  function timeOf({ from, until }: HistoryEvent): string {
    const begin = from === undefined ? '' : say('history-from', lang, { moment: momentWords(from) })
    return begin + (until === undefined ? '' : say('history-until', lang, { moment: momentWords(until) }))
  }
}

/** `2027-04-01 00:00` */
function momentWords(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ')
}
