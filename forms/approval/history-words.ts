import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { versionOf } from './form-history.ts'
import type { FormHistory } from './form-history.ts'
import type { HistoryEvent } from '../source/history-events.ts'

/** The state of a form, then each event, in words. */
export function historySentences({ events, content, state }: FormHistory, lang: Language, now: number): string[] {
  const last = events.findLast((event) => event.content === content)
  const isPlanned = state === 'published' && last?.from !== undefined && Date.parse(last.from) > now
  return [
    say(`state-${isPlanned ? 'planned' : state}`, lang, {
      version: versionWords(versionOf(events, content)),
      time: last ? timeOf(last) : '',
    }),
    ...events.map((event) => {
      const { at, who, what, version, reason = '', from } = event
      const isPlan = what === 'publish' && from !== undefined && Date.parse(from) > Date.parse(at)
      return say(`history-${isPlan ? 'plan' : what}`, lang, {
        at: momentWords(at),
        who: who === '' ? say('history-nobody', lang) : who,
        version: versionWords(version),
        reason,
        time: timeOf(event),
      })
    }),
  ]

  function versionWords(version: string | undefined): string {
    return version === undefined ? '' : say('history-version', lang, { version })
  }

  function timeOf({ from, until }: HistoryEvent): string {
    const begin = from === undefined ? '' : say('history-from', lang, { moment: momentWords(from) })
    return begin + (until === undefined ? '' : say('history-until', lang, { moment: momentWords(until) }))
  }
}

/** `2027-04-01 00:00` */
function momentWords(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ')
}
