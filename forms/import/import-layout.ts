import type { FieldText, UiSchema } from '../../form-model/definition.ts'
import { arrayOf, recordOf } from '../../form-model/record.ts'
import { hasOnlyDigits } from '../source/input-hints.ts'
import { choicesOf, isSingleControl } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import { labelsOf, words } from '../source/label-words.ts'
import { plainText } from './plain-text.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'

/** Texts of a field from the annotations in its schema. */
export function textOf(field: Field, language: ToolLanguage): FieldText {
  const { merged } = field
  const title = typeof merged.title === 'string' ? plainText(merged.title) : ''
  const label = title === '' ? words(field.name) : title
  const help = typeof merged.description === 'string' ? plainText(merged.description).slice(0, 1000) : ''
  const examples = arrayOf(merged.examples)
  const example = examples.find((entry) => typeof entry === 'string' && entry !== '')
  const options = Object.fromEntries(
    Object.entries(labelsOf(field, language)).map(([value, name]) => [value, plainText(name) || name]),
  )
  return {
    label: label.slice(0, 200),
    ...(help === '' ? {} : { help }),
    ...(typeof example === 'string' ? { example: example.slice(0, 100) } : {}),
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(field.kind === 'list' && !isSingleControl(field) ? { item: label.slice(0, 40) } : {}),
  }
}

const widgetOfFormat: { [format: string]: string } = {
  date: 'date',
  month: 'month',
  time: 'time',
  'date-time': 'date-time',
}

/**
 * The order and the widgets that the portal would choose by default, unless the layout of the original names another.
 * @param oneLine fields whose length limit is that of the import, which says nothing about their size
 */
export function uiOf(field: Field, foreign: UiSchema, oneLine: ReadonlySet<string>): UiSchema {
  const entry = field.children.find(({ name }) => name === '[]')
  const inner = field.children.flatMap((child): [string, UiSchema][] => {
    const key = child.name === '[]' ? 'items' : child.name
    const inside = Object.hasOwn(foreign, key) ? foreign[key] : undefined
    const ui = uiOf(child, recordOf(inside), oneLine)
    return Object.keys(ui).length > 0 && !(child.name === '[]' && isSingleControl(field)) ? [[key, ui]] : []
  })
  const own: UiSchema = {}
  const names = field.children.filter(({ name }) => name !== '[]').map(({ name }) => name)
  if (names.length > 1) own['ui:order'] = orderOf(names, foreign['ui:order'])
  if (entry && isSingleControl(field)) own['ui:widget'] = 'checkboxes'
  if (field.kind === 'field') Object.assign(own, fieldUi(field, foreign['ui:widget'], oneLine))
  return { ...own, ...Object.fromEntries(inner) }
}

/** The names as another layout orders them; those that it does not name are where it has `*`, or at the end. */
function orderOf(names: readonly string[], order: unknown): string[] {
  const listed: unknown[] = Array.isArray(order) ? order : ['*']
  const rest = names.filter((name) => !listed.includes(name))
  const placed = listed.flatMap((one) => (one === '*' ? rest : names.filter((name) => name === one)))
  return [...new Set([...placed, ...names])]
}

function fieldUi(field: Field, foreign: unknown, oneLine: ReadonlySet<string>): UiSchema {
  const { merged } = field
  const choices = choicesOf(field)
  const isChoice = merged.type === 'boolean' || choices.length > 0
  if (merged.const === true) return { 'ui:widget': 'checkbox' }
  if (isChoice && (foreign === 'radio' || foreign === 'select')) return { 'ui:widget': foreign }
  if (merged.type === 'boolean') return { 'ui:widget': 'radio' }
  if (choices.length > 0) return { 'ui:widget': choices.length <= 5 ? 'radio' : 'select' }
  const widget = widgetOfFormat[String(merged.format)]
  if (widget !== undefined) return { 'ui:widget': widget }
  if (merged.format === 'email') return { 'ui:options': { autocomplete: 'email', inputmode: 'email' } }
  if (merged.type === 'integer') return { 'ui:widget': 'number', 'ui:options': { inputmode: 'numeric' } }
  if (merged.type === 'number') return { 'ui:widget': 'number', 'ui:options': { inputmode: 'decimal' } }
  if (hasOnlyDigits(field.merged.pattern)) return { 'ui:options': { inputmode: 'numeric' } }
  if (foreign === 'textarea') return { 'ui:widget': 'textarea' }
  return Number(merged.maxLength) > 200 && !oneLine.has(field.path) ? { 'ui:widget': 'textarea' } : {}
}
