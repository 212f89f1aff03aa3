import { spokenLanguage } from '../../form-model/language-tag.ts'

/** A sentence about the least or the most of an answer, such as `500文字以内` or `up to 3 files`. */
type Statement = {
  of: 'characters' | 'things'
  end: 'least' | 'most'
  /** The place of its number in the text. */
  start: number
  stop: number
  number: number
}

/** The limits of an answer by keyword, and its type. */
export type Limits = { readonly type?: unknown; readonly [keyword: string]: unknown }

const digits = String.raw`[0-9０-９]{1,3}(?:[,，][0-9０-９]{3})+|[0-9０-９]+`

// Only what is counted: `3日以内` is about something else.
const units = {
  characters: { ja: '文字|字', en: 'characters?|letters?' },
  things: { ja: '個|件|枚|点|つ|ファイル|人|名|匹|頭|台', en: 'files?|entries|people|items?|choices?|photos?' },
} as const

const patterns = {
  ja: {
    most: (unit: string) => `(${digits})(?:${unit})(?:以内|以下|まで)`,
    least: (unit: string) => `(${digits})(?:${unit})以上`,
  },
  en: {
    most: (unit: string) =>
      `(?:up to|at most|no more than|not more than) (${digits}) (?:${unit})|(${digits}) (?:${unit}) (?:or fewer|or less|at most)`,
    least: (unit: string) => `at least (${digits}) (?:${unit})|(${digits}) (?:${unit}) or more`,
  },
} as const

function statementsIn(text: string, language: string): Statement[] {
  const written = spokenLanguage(language) === 'ja' ? 'ja' : 'en'
  return (['characters', 'things'] as const).flatMap((of) =>
    (['most', 'least'] as const).flatMap((end) =>
      [...text.matchAll(new RegExp(patterns[written][end](units[of][written]), 'gi'))].map((match): Statement => {
        const number = match[1] ?? match[2] ?? ''
        const start = match.index + match[0].indexOf(number)
        return { of, end, start, stop: start + number.length, number: numberOf(number) }
      }),
    ),
  )
}

function numberOf(written: string): number {
  return Number(written.normalize('NFKC').replaceAll(',', ''))
}

/** The limit that a sentence is about; undefined if the answer has none. */
function limitFor({ of, end }: Statement, limits: Limits): number | undefined {
  const isList = limits.type === 'array'
  const isNumber = limits.type === 'integer' || limits.type === 'number'
  const keyword =
    of === 'characters'
      ? { most: 'maxLength', least: 'minLength' }
      : isList
        ? { most: 'maxItems', least: 'minItems' }
        : isNumber
          ? { most: 'maximum', least: 'minimum' }
          : null
  const limit = keyword && limits[keyword[end]]
  return typeof limit === 'number' ? limit : undefined
}

/** The sentences of a text that state another limit than the answer has. */
export function wrongLimits(text: string, language: string, limits: Limits) {
  return statementsIn(text, language).flatMap((statement) => {
    const limit = limitFor(statement, limits)
    return limit === undefined || limit === statement.number ? [] : [{ ...statement, limit }]
  })
}

/** The text with the limits that the answer has. */
export function withLimits(text: string, language: string, limits: Limits): string {
  return wrongLimits(text, language, limits)
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (result, { start, stop, limit }) => result.slice(0, start) + limit.toLocaleString('en') + result.slice(stop),
      text,
    )
}
