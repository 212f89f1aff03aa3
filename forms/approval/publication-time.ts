import { isRealDate, tokyoIso } from '../../form-model/tokyo-date.ts'
import type { PublicationTime } from '../build/publish-folder.ts'

export type WrongTime = 'wrong-moment' | 'past-moment' | 'no-duration'

/**
 * The time of a publication from its moments in Japan: `2027-04-01T00:00`, or a day, which begins at 0:00. Empty texts are
 * no moment; without both, the publication is from now on.
 */
export function publicationTime(from: string, until: string, now: number): PublicationTime | null | WrongTime {
  const [begin, end] = [from, until].map(momentOf)
  if (begin === undefined || end === undefined) return 'wrong-moment'
  if (begin !== null && begin <= now) return 'past-moment'
  if (end !== null && end <= (begin ?? now)) return 'no-duration'
  if (begin === null && end === null) return null
  return { from: tokyoIso(begin ?? now), ...(end === null ? {} : { until: tokyoIso(end) }) }
}

/** In ms since the epoch; `null` for an empty text, `undefined` for one that is no moment. */
function momentOf(text: string): number | null | undefined {
  if (text === '') return null
  const { date = '', time = '00:00' } = /^(?<date>[\d-]{10})(?:T(?<time>\d\d:\d\d))?$/.exec(text)?.groups ?? {}
  const moment = isRealDate(date) ? Date.parse(`${date}T${time}:00+09:00`) : NaN
  return Number.isNaN(moment) ? undefined : moment
}
