import { isInside } from '../../form-model/pointer.ts'
import type { Field } from '../source/fields.ts'
import type { Bundler, Place } from '../source/bundle.ts'
import type { Problem } from '../source/finding.ts'

/** What the import does to a part of the original instead of keeping it. */
const changeKinds = {
  optional: 'changed',
  'web-address': 'changed',
  'local-time': 'changed',
  type: 'changed',
  'any-answer': 'changed',
  'any-entry': 'changed',
  'one-or-list': 'changed',
  length: 'changed',
  entries: 'changed',
  conditions: 'changed',
  'info-list': 'changed',
  'top-list': 'changed',
  'top-answer': 'changed',
  pattern: 'changed',
  markup: 'changed',
  'text-cut': 'changed',
  consent: 'changed',
  'name-lost': 'changed',
  'text-lost': 'changed',
  format: 'left-out',
  'format-number': 'left-out',
  'format-file': 'left-out',
  keyword: 'left-out',
  'no-effect': 'left-out',
  'beside-ref': 'left-out',
  default: 'left-out',
  'free-data': 'left-out',
  'free-branch': 'left-out',
  'open-names': 'left-out',
  'branch-text': 'left-out',
  'no-choices': 'left-out',
  choice: 'left-out',
  layout: 'left-out',
  'beside-schema': 'left-out',
} as const

export type ChangeKey = keyof typeof changeKinds

export type Change = {
  key: ChangeKey
  place: Place
  params: { [name: string]: string | number }
}

export function kindOfChange({ key }: Pick<Change, 'key'>): 'changed' | 'left-out' {
  return changeKinds[key]
}

/** A question of the imported form, its place in the original, and what was changed there. */
export type ReportedQuestion = { path: string; label: string; place: Place; changes: Change[] }

/** Question by question; `others` are changes at no question. */
export type ImportReport = { questions: ReportedQuestion[]; others: Change[] }

/** Collects changes by their place in the original; the same reference may be converted several times. */
export function collectChanges() {
  const changes = new Map<string, Change>()
  return {
    add(key: ChangeKey, place: Place, params: Change['params'] = {}) {
      const id = JSON.stringify([place.source.file, place.pointer, key, params])
      changes.set(id, { key, place, params })
    },
    all: () => [...changes.values()],
  }
}

export type ChangeCollector = ReturnType<typeof collectChanges>

const numberFormat = /decimal|number|int|double|float|currency/i
const fileFormat = /^(?:data-url|byte|binary|file)$/i

/** The question at a path and those around it, the innermost first. */
export function questionsAround(question: string, { questions }: ImportReport): ReportedQuestion[] {
  const around = questions.filter(({ path: field }) => isInside(question, field))
  return around.toSorted((a, b) => b.path.length - a.path.length)
}

function keyOfFormat(format: string): ChangeKey {
  if (fileFormat.test(format)) return 'format-file'
  return numberFormat.test(format) ? 'format-number' : 'format'
}

/** A finding in the original that changes nothing of the meaning there, as a part that was left out. */
export function leftOut({ rule, source, pointer, params = {} }: Problem): Change | null {
  const place = { source, pointer }
  const { format, keyword, nearest } = params
  if (rule === 'unknown-format') return { key: keyOfFormat(String(format)), place, params: { format: String(format) } }
  // Such a key has questions, so leaving it out is an error.
  const isQuestion = nearest === 'properties' || String(nearest).startsWith('properties/')
  return rule === 'unknown-keyword' && !isQuestion
    ? { key: 'keyword', place, params: { keyword: String(keyword) } }
    : null
}

/** A question and the places of the schemas that describe it. */
export type PlacedQuestion = { path: string; label: string; places: Place[] }

/** The questions below a field; one that the import has put together has the places of the group around it. */
export function placedQuestions(
  field: Field,
  bundler: Pick<Bundler, 'placesOf'>,
  labelOf: (field: Field) => string,
  around: readonly Place[] = [],
): PlacedQuestion[] {
  const entries = field.children.filter(({ name }) => name === '[]')
  const found = [field, ...entries].flatMap(({ schemas }) => schemas.flatMap((schema) => bundler.placesOf(schema)))
  const places = found.length > 0 ? found : around.slice(0, 1)
  const inside = field.children.flatMap((child) => placedQuestions(child, bundler, labelOf, places))
  const isQuestion = field.name !== '[]' && places.length > 0
  return isQuestion ? [{ path: field.path, label: labelOf(field), places }, ...inside] : inside
}

/** Each change at the innermost questions that contain its place. */
export function reportOf(questions: readonly PlacedQuestion[], changes: readonly Change[]): ImportReport {
  const reported = questions.map(({ path, label, places: [place, ...more] }) => ({ path, label, place, more }))
  const found = reported.flatMap(({ path, label, place }) =>
    place === undefined ? [] : [{ path, label, place, changes: [] as Change[] }],
  )
  const others: Change[] = []
  for (const change of changes) {
    const depths = questions.map(({ places }) => depthOf(places, change.place))
    const deepest = Math.max(-1, ...depths)
    if (deepest < 0) others.push(change)
    else found.forEach((question, index) => depths[index] === deepest && question.changes.push(change))
  }
  return { questions: found, others }
}

/** The length of the longest place that contains another; -1 if none does. */
function depthOf(places: readonly Place[], { source, pointer }: Place): number {
  const around = places.filter((place) => place.source === source && isInside(pointer, place.pointer))
  return Math.max(-1, ...around.map((place) => place.pointer.length))
}
