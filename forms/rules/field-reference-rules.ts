import { redrawnTypes } from '../../src/form-engine/attachments/picture-kind.ts'
import { uiOption } from '../../form-model/schema-walk.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import type { Place } from '../source/bundle.ts'
import { dateFormats } from '../source/date-formats.ts'
import { choicesOf, fieldsOf, isSingleControl } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import type { SourceForm } from '../source/load-source.ts'
import { isLaterDay } from './later-day.ts'
import { nearestOf } from './nearest.ts'
import { pictureProblems } from './picture-rules.ts'
import { tableProblems } from './table-rules.ts'

/** Steps, paths, layout and widgets: everything that names a field or must fit one. */
export function fieldReferenceProblems(form: SourceForm): Problem[] {
  return [
    ...stepProblems(form),
    ...pathProblems(form),
    ...dateCheckProblems(form),
    ...contradictoryDates(form),
    ...tableProblems(form),
    ...pictureProblems(form),
    ...form.steps.flatMap((step) => uiProblems(form, step.root, `${step.pointer}/ui`)),
  ]
}

function stepProblems(form: SourceForm): Problem[] {
  const problems: Problem[] = []
  const seen = new Set<string>()
  for (const { id, pointer, root } of form.steps) {
    if (seen.has(id))
      problems.push({ rule: 'duplicate-step', source: form.source, pointer: `${pointer}/id`, params: { id } })
    seen.add(id)
    // Properties of another kind are named by their own rule.
    const { properties = {} } = root.merged
    if (isRecord(properties) && (root.kind !== 'group' || root.children.length === 0))
      problems.push({ rule: 'step-without-fields', source: form.source, pointer: `${pointer}/schema`, params: { id } })
  }
  return problems
}

/** Every field path in form.json with its pointer, except those of the fee, which has rules of its own. */
function writtenPaths(form: SourceForm): { path: string; pointer: string }[] {
  const found: { path: string; pointer: string }[] = []
  const add = (path: unknown, pointer: string) => {
    if (typeof path === 'string') found.push({ path, pointer })
  }
  const each = (list: unknown, pointer: string, visit: (entry: { [key: string]: unknown }, pointer: string) => void) =>
    arrayOf(list).forEach((entry, index) => isRecord(entry) && visit(entry, `${pointer}/${index}`))
  const { requiredWhen, checks, booking, renamed } = form.value
  for (const name of ['date', 'time']) add(recordOf(booking)[name], `/booking/${name}`)
  for (const [former, path] of Object.entries(recordOf(renamed))) add(path, joinPointer('/renamed', former))
  each(requiredWhen, '/requiredWhen', (rule, at) => add(rule.field, `${at}/field`))
  each(checks, '/checks', (rule, at) => {
    add(rule.field, `${at}/field`)
    add(rule.other, `${at}/other`)
    for (const bound of ['min', 'max']) add(recordOf(rule[bound]).answer, `${at}/${bound}/answer`)
  })
  return found
}

function pathProblems(form: SourceForm): Problem[] {
  const known = new Set(fieldsOf(form).map(({ path }) => path))
  return writtenPaths(form)
    .filter(({ path }) => !known.has(path))
    .map(({ path, pointer }) => ({
      rule: 'unknown-path',
      source: form.source,
      pointer,
      params: { path, ...nearestOf(path, known) },
    }))
}

/** A check of dates skips an answer that is no date, so its author would not notice the wrong field. */
function dateCheckProblems(form: SourceForm): Problem[] {
  // A field without a type has a reference that was not found, which is a finding of its own.
  const typed = fieldsOf(form).filter(({ merged }) => merged.type !== undefined)
  const formatOf = new Map(typed.map(({ path, merged }) => [path, String(merged.format)]))
  return arrayOf(form.value.checks).flatMap((rule, index): Problem[] => {
    if (!isRecord(rule) || (rule.kind !== 'date-range' && rule.kind !== 'working-day')) return []
    const formats: readonly string[] = dateFormats[rule.kind]
    const named = [rule.field, ...[rule.min, rule.max].map((bound) => recordOf(bound).answer)]
    const pointers = ['field', 'min/answer', 'max/answer'].map((place) => `/checks/${index}/${place}`)
    return named.flatMap((path, place) => {
      if (typeof path !== 'string' || !formatOf.has(path) || formats.includes(formatOf.get(path) ?? '')) return []
      const params = { kind: rule.kind as string, path, formats: formats.join(', ') }
      return [{ rule: 'check-without-date', source: form.source, pointer: pointers[place] ?? '', params }]
    })
  })
}

/** Days that exclude every date. A fixed day against one from today may be right at another time. */
function contradictoryDates(form: SourceForm): Problem[] {
  return arrayOf(form.value.checks).flatMap((rule, index): Problem[] => {
    if (!isRecord(rule) || rule.kind !== 'date-range') return []
    const { min, max } = rule
    if (!isLaterDay(min, max)) return []
    const params = { low: 'min', lowValue: min, high: 'max', highValue: String(max) }
    return [{ rule: 'contradictory-bounds', source: form.source, pointer: `/checks/${index}/min`, params }]
  })
}

function uiProblems(form: SourceForm, field: Field, pointer: string): Problem[] {
  const problems: Problem[] = []
  const at = (place: string): Place => ({ source: form.source, pointer: place })
  const names = field.children.filter(({ name }) => name !== '[]').map(({ name }) => name)
  if (field.kind === 'group') {
    const unknown = (name: string, place: string): Problem => {
      return { rule: 'unknown-field', ...at(place), params: { name, ...nearestOf(name, names) } }
    }
    for (const key of Object.keys(field.ui))
      if (!key.startsWith('ui:') && !names.includes(key))
        problems.push({ ...unknown(key, joinPointer(pointer, key)), part: 'key' })
    const order = field.ui['ui:order']
    if (Array.isArray(order)) {
      for (const [index, name] of order.map(String).entries())
        if (name !== '*' && !names.includes(name)) problems.push(unknown(name, `${pointer}/ui:order/${index}`))
      const left = names.filter((name) => !order.includes(name))
      if (left.length > 0 && !order.includes('*'))
        problems.push({ rule: 'order-incomplete', ...at(`${pointer}/ui:order`), params: { names: left.join(', ') } })
    }
  }
  problems.push(...widgetProblems(field, at, pointer), ...attachmentProblems(field, at(pointer)))
  for (const child of field.children) {
    const key = child.name === '[]' ? 'items' : child.name
    problems.push(
      ...fillsProblems(field, child, at, joinPointer(pointer, key)),
      ...uiProblems(form, child, joinPointer(pointer, key)),
    )
  }
  return problems
}

const formatOfWidget: { [widget: string]: string } = {
  kana: 'jp-kana',
  'postal-code': 'jp-postal-code',
  phone: 'jp-phone',
  'corporate-number': 'jp-corporate-number',
  date: 'date',
  'birth-date': 'date',
  month: 'month',
  time: 'time',
  'date-time': 'date-time',
}

/** The values that each widget can enter, for the rule and the reference. */
export const widgetFits: { [widget: string]: { types: string; test: (field: Field) => boolean } } = {
  text: { types: 'string', test: isText },
  textarea: { types: 'string', test: isText },
  ...Object.fromEntries(
    Object.entries(formatOfWidget).map(([widget, format]) => [widget, { types: `string (${format})`, test: isText }]),
  ),
  radio: { types: 'enum, boolean', test: isChoice },
  select: { types: 'enum, boolean', test: isChoice },
  checkbox: { types: 'boolean', test: ({ merged }) => merged.type === 'boolean' || merged.const === true },
  checkboxes: {
    types: 'array (items: enum, uniqueItems)',
    test: (field) => field.kind === 'list' && choicesOf(field).length > 0 && field.merged.uniqueItems === true,
  },
  money: { types: 'integer, number', test: isNumber },
  number: { types: 'integer, number', test: isNumber },
  files: { types: 'array (items: attachment-id)', test: isSingleControlOfFiles },
  info: { types: 'null', test: ({ kind }) => kind === 'info' },
  hidden: { types: 'string, const', test: ({ kind }) => kind === 'field' },
}

function isChoice(field: Field): boolean {
  return field.kind === 'field' && (choicesOf(field).length > 0 || field.merged.type === 'boolean')
}

function isText({ kind, merged }: Field): boolean {
  return (
    kind === 'field' && (merged.type === 'string' || (Array.isArray(merged.type) && merged.type.includes('string')))
  )
}

function isNumber({ merged }: Field): boolean {
  return merged.type === 'integer' || merged.type === 'number'
}

function isSingleControlOfFiles(field: Field): boolean {
  const entry = field.children.find(({ name }) => name === '[]') ?? field
  return isSingleControl(field) || entry.merged.format === 'attachment-id'
}

function widgetProblems(field: Field, at: (pointer: string) => Place, pointer: string): Problem[] {
  const widget = uiOption(field.ui, 'widget')
  if (typeof widget !== 'string' || !Object.hasOwn(widgetFits, widget)) return []
  const fit = widgetFits[widget]
  const wanted = formatOfWidget[widget]
  const fits = (fit?.test(field) ?? true) && (wanted === undefined || field.merged.format === wanted)
  return fits
    ? []
    : [{ rule: 'widget-misfit', ...at(`${pointer}/ui:widget`), params: { widget, types: fit?.types ?? '' } }]
}

function fillsProblems(group: Field, child: Field, at: (pointer: string) => Place, pointer: string): Problem[] {
  const fills = uiOption(child.ui, 'fills')
  if (!isRecord(fills)) return []
  const texts = group.children.filter(isText).map(({ name }) => name)
  return Object.entries(fills).flatMap(([key, filled]): Problem[] => {
    const name = String(filled)
    const params = { name, ...nearestOf(name, texts) }
    return texts.includes(name) ? [] : [{ rule: 'fills-unknown', ...at(`${pointer}/ui:options/fills/${key}`), params }]
  })
}

/** Contradictions between the options of a field with attachments, such as its types and sizes. */
function attachmentProblems(field: Field, ui: Place): Problem[] {
  return [...typeProblems(field, ui), ...totalSizeProblems(field, ui)]
}

function typeProblems(field: Field, { source, pointer }: Place): Problem[] {
  const accept = uiOption(field.ui, 'accept')
  if (!Array.isArray(accept) || accept.includes('image/jpeg')) return []
  const types = redrawnTypes.filter((type) => accept.includes(type))
  if (types.length === 0) return []
  return [{ rule: 'no-jpeg', source, pointer: `${pointer}/ui:options/accept`, params: { types: types.join(', ') } }]
}

function totalSizeProblems(field: Field, { source, pointer }: Place): Problem[] {
  const [total, one] = ['maxTotalSize', 'maxSize'].map((name) => uiOption(field.ui, name))
  const count = uiOption(field.ui, 'maxFiles') ?? field.merged.maxItems
  if (typeof total !== 'number') return []
  const isSmallerThanOne = typeof one === 'number' && total < one
  const isNeverReached = typeof one === 'number' && typeof count === 'number' && total >= one * count
  if (!isSmallerThanOne && !isNeverReached) return []
  const most = typeof count === 'number' ? one * count : Infinity
  const params = { total, one, most: Number.isFinite(most) ? most : '∞' }
  return [{ rule: 'total-size', source, pointer: `${pointer}/ui:options/maxTotalSize`, params }]
}
