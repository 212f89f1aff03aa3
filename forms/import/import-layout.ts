import type { FieldText, UiSchema } from '../../form-model/definition.ts'
import { hasOnlyDigits } from '../rules/input-hints.ts'
import { choicesOf, isSingleControl } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import { labelsOf, words } from '../source/label-words.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'

/** Texts of a field from the annotations in its schema. */
export function textOf(field: Field, language: ToolLanguage): FieldText {
  const { merged } = field
  const label = typeof merged.title === 'string' && merged.title !== '' ? merged.title : words(field.name)
  const help = typeof merged.description === 'string' ? merged.description.slice(0, 1000) : ''
  const examples = Array.isArray(merged.examples) ? (merged.examples as unknown[]) : []
  const example = examples.find((entry) => typeof entry === 'string' && entry !== '')
  const options = labelsOf(field, language)
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

/** The order and the widgets that the portal would choose by default. */
export function uiOf(field: Field): UiSchema {
  const entry = field.children.find(({ name }) => name === '[]')
  const inner = field.children.flatMap((child): [string, UiSchema][] => {
    const ui = uiOf(child)
    const key = child.name === '[]' ? 'items' : child.name
    return Object.keys(ui).length > 0 && !(child.name === '[]' && isSingleControl(field)) ? [[key, ui]] : []
  })
  const own: UiSchema = {}
  const names = field.children.filter(({ name }) => name !== '[]').map(({ name }) => name)
  if (names.length > 1) own['ui:order'] = names
  if (entry && isSingleControl(field)) own['ui:widget'] = 'checkboxes'
  if (field.kind === 'field') Object.assign(own, fieldUi(field))
  return { ...own, ...Object.fromEntries(inner) }
}

function fieldUi(field: Field): UiSchema {
  const { merged } = field
  const choices = choicesOf(field)
  if (merged.const === true) return { 'ui:widget': 'checkbox' }
  if (merged.type === 'boolean') return { 'ui:widget': 'radio' }
  if (choices.length > 0) return { 'ui:widget': choices.length <= 5 ? 'radio' : 'select' }
  const widget = widgetOfFormat[String(merged.format)]
  if (widget !== undefined) return { 'ui:widget': widget }
  if (merged.format === 'email') return { 'ui:options': { autocomplete: 'email', inputmode: 'email' } }
  if (merged.type === 'integer') return { 'ui:widget': 'number', 'ui:options': { inputmode: 'numeric' } }
  if (merged.type === 'number') return { 'ui:widget': 'number', 'ui:options': { inputmode: 'decimal' } }
  if (hasOnlyDigits(field.merged.pattern)) return { 'ui:options': { inputmode: 'numeric' } }
  return Number(merged.maxLength) > 200 ? { 'ui:widget': 'textarea' } : {}
}
