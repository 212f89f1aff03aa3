import { checkAnswers } from '../../form-model/checks.ts'
import type { Answers, CheckRule, DateBound, FieldPath } from '../../form-model/definition.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { resolveSampleDate, sampleDate } from '../../form-model/sample-date.ts'
import { addDays, daysFromToday, isRealDate, tokyoDate } from '../../form-model/tokyo-date.ts'
import { addEntry, edit, editSamples } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { allNodes } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { editInvalidAt, isPlaceOf } from './invalid-samples.ts'
import { readValue, removeValue, removeWithEmpty, setValue } from './json-text.ts'
import { checksIn, limitsOf } from './limits.ts'

export type DateEnd = 'min' | 'max'

/** A bound as authors choose it: no bound, a day, or a day counted from today or from another answer. */
export type ChosenBound =
  | { from: 'any' }
  | { from: 'day'; day: string }
  | { from: 'today'; days: number }
  | { from: 'answer'; answer: FieldPath; days: number }

export function chosenBound(bound: DateBound | undefined): ChosenBound {
  if (bound === undefined) return { from: 'any' }
  if (typeof bound !== 'string') return { from: 'answer', answer: bound.answer, days: bound.days ?? 0 }
  const days = daysFromToday(bound)
  return days === null ? { from: 'day', day: bound } : { from: 'today', days }
}

function writtenBound(bound: ChosenBound): DateBound | undefined {
  switch (bound.from) {
    case 'any':
      return undefined
    case 'day':
      return bound.day
    case 'today':
      return bound.days === 0 ? 'today' : `today${bound.days > 0 ? '+' : ''}${bound.days}`
    case 'answer':
      return bound.days === 0 ? { answer: bound.answer } : { answer: bound.answer, days: bound.days }
  }
}

type DateRange = Extract<CheckRule, { kind: 'date-range' }>

/** The ranges of a date, each with its number among the checks; one without bounds and number if it has none. */
export function dateRanges(
  files: FormFiles,
  path: FieldPath,
): { index: number | null; min?: DateBound; max?: DateBound }[] {
  const found = checksIn(files).flatMap((rule, index) =>
    isRange(rule) && rule.field === path ? [{ ...rule, index }] : [],
  )
  return found.length === 0 ? [{ index: null }] : found
}

function isRange(rule: CheckRule): rule is DateRange {
  return rule.kind === 'date-range'
}

/** Sets one end of a range. A range without an end is removed. */
export function setDateBound(
  files: FormFiles,
  path: FieldPath,
  index: number | null,
  end: DateEnd,
  chosen: ChosenBound,
): FormFiles {
  const bound = writtenBound(chosen)
  const changed = edit(files, 'form.json', (text) => {
    if (index === null)
      return bound === undefined ? text : addEntry(text, '/checks', { kind: 'date-range', field: path, [end]: bound })
    const place = `/checks/${index}`
    if (bound !== undefined) return setValue(text, `${place}/${end}`, bound)
    const other = readValue(text, `${place}/${end === 'min' ? 'max' : 'min'}`)
    return other === undefined ? removeWithEmpty(text, place) : removeValue(text, `${place}/${end}`)
  })
  return datesInSamples(changed, path)
}

export function isOnWorkingDays(files: FormFiles, path: FieldPath): boolean {
  return checksIn(files).some(({ kind, field }) => kind === 'working-day' && field === path)
}

export function setWorkingDays(files: FormFiles, path: FieldPath, isOn: boolean): FormFiles {
  const changed = edit(files, 'form.json', (text) => {
    if (isOn) return addEntry(text, '/checks', { kind: 'working-day', field: path })
    const index = checksIn(files).findIndex(({ kind, field }) => kind === 'working-day' && field === path)
    return index < 0 ? text : removeWithEmpty(text, `/checks/${index}`)
  })
  return datesInSamples(changed, path)
}

/** The dates that a bound can count from: those outside of lists, and those of the same entry. */
export function datesBeside(files: FormFiles, tree: readonly FormNode[], path: FieldPath): FormNode[] {
  const checks = checksIn(files)
  return allNodes(tree).filter((node) => {
    const list = node.path.slice(0, node.path.lastIndexOf('/[]/') + 1)
    return node.path !== path && path.startsWith(list) && limitsOf(node, checks).includes('working-day')
  })
}

/** A date as samples have it that the limits of a question accept; `undefined` if no day or number of days limits it. */
export function acceptedDate(files: FormFiles, path: FieldPath): string | undefined {
  const own = checksIn(files).filter(({ field }) => field === path)
  const ends = own.filter(isRange).map(({ min, max }) => ({ min: chosenBound(min), max: chosenBound(max) }))
  const days = (end: DateEnd) => ends.flatMap(({ [end]: bound }) => (bound.from === 'today' ? [bound.days] : []))
  const fixed = ends.flatMap(({ min, max }) => [min, max].flatMap((bound) => (bound.from === 'day' ? [bound.day] : [])))
  const isWorking = own.some(({ kind }) => kind === 'working-day')
  const [earliest, latest] = [Math.max(...days('min')), Math.min(...days('max'))]
  if (!Number.isFinite(earliest) && !Number.isFinite(latest) && (fixed.length > 0 || !isWorking)) return fixed[0]
  // The first working day from then on; there is one in any two weeks.
  const last = isWorking ? latest - 14 : latest
  const count = Math.max(Math.min(0, last), earliest)
  return `{{${isWorking ? 'workday' : 'today'}${count < 0 ? '' : '+'}${count}}}`
}

/** A valid sample with a date that the limits refuse gets one that they accept. */
function withAcceptedDates(files: FormFiles, text: string, path: FieldPath): string {
  const accepted = acceptedDate(files, path)
  const now = Date.now()
  const dated = text.replaceAll(
    new RegExp(sampleDate, 'g'),
    (whole, date: string) => resolveSampleDate(date, now) ?? whole,
  )
  const answers = readValue(dated, '')
  if (accepted === undefined || !isRecord(answers)) return text
  const checks = checksIn(files).filter(({ field }) => field === path)
  return checkAnswers({ steps: [], checks }, answers as Answers, now)
    .filter(({ pointer }) => isPlaceOf(pointer, path))
    .reduce((changed, { pointer }) => setValue(changed, pointer, accepted), text)
}

/**
 * Samples of a date follow its limits: in valid ones it moves to where it is accepted, in invalid ones beyond the new
 * limit, and an invalid sample of a check that the question no longer has is removed.
 */
function datesInSamples(files: FormFiles, path: FieldPath): FormFiles {
  const checks = checksIn(files).filter(({ field }) => field === path)
  const [beyond] = checks.filter(isRange).flatMap(beyondRange)
  const valid = editSamples(files, (text) => withAcceptedDates(files, text, path))
  return editInvalidAt(valid, path, (text, { pointer, keyword, answer }) => {
    if (keyword !== 'date-range' && keyword !== 'working-day') return text
    if (!checks.some(({ kind }) => kind === keyword)) return null
    const isSet = keyword === 'date-range' && typeof answer === 'string'
    return isSet && beyond !== undefined ? setValue(text, joinPointer('/set', pointer), beyond) : text
  })
}

/** The first dates beyond the ends of a range, written as in samples. */
function beyondRange({ min, max }: DateRange): string[] {
  const beyond = (bound: DateBound | undefined, step: number): string[] => {
    const chosen = chosenBound(bound)
    if (chosen.from === 'day') return isRealDate(chosen.day) ? [addDays(chosen.day, step)] : []
    if (chosen.from !== 'today') return []
    const days = chosen.days + step
    return [`{{today${days < 0 ? '' : '+'}${days}}}`]
  }
  return [...beyond(min, -1), ...beyond(max, 1)]
}

/** The bound of a kind that an author has just chosen. */
export function firstBound(from: ChosenBound['from'], dates: readonly FormNode[], now: number): ChosenBound {
  switch (from) {
    case 'any':
      return { from }
    case 'day':
      return { from, day: tokyoDate(now) }
    case 'today':
      return { from, days: 0 }
    case 'answer':
      return { from, answer: dates[0]?.path ?? '', days: 0 }
  }
}
