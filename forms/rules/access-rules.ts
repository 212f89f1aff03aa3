import { uiOption } from '../../form-model/schema-walk.ts'
import { recordOf } from '../../form-model/record.ts'
import { completeLanguages } from '../source/complete-languages.ts'
import { allFields, choicesOf, isSingleControl } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { ownTextPointer, placeOfField, textOf } from '../source/load-source.ts'
import type { SourceForm, TextSource } from '../source/load-source.ts'
import type { Language } from '../../src/lib/language.ts'
import { autocompleteFor, hasOnlyDigits, keyboardOf } from '../source/input-hints.ts'

/** What users of screen readers, of the keyboard and of the browser's autofill need. */
export function accessProblems(form: SourceForm): Problem[] {
  const fields = form.steps.flatMap(({ root }) => root.children.flatMap(allFields))
  return fields.flatMap((field) => [
    ...completeLanguages.flatMap((language) => {
      const texts = form.texts[language]
      return texts ? textProblemsOf(field, language, texts) : []
    }),
    ...inputProblems(form, field),
  ])
}

function isHidden(field: Field) {
  return uiOption(field.ui, 'widget') === 'hidden'
}

function textProblemsOf(field: Field, language: Language, texts: TextSource): Problem[] {
  const { path } = field
  // The entries of a list are named by the list's `item`; a list of choices or files is a single control.
  if (isHidden(field) || field.name === '[]') return []
  const text = textOf(texts, path)
  const place = { source: texts.source, pointer: ownTextPointer(texts, path) }
  if (!text || typeof text.label !== 'string' || text.label === '')
    return [{ rule: 'no-label', ...place, params: { path, language } }]
  const problems: Problem[] = []
  const options = recordOf(text.options)
  for (const value of new Set(labelledChoices(field).map(String))) {
    if (!Object.hasOwn(options, value))
      problems.push({
        rule: 'no-option-label',
        source: texts.source,
        pointer: ownTextPointer(texts, path, 'options'),
        params: { path, value, language },
      })
  }
  problems.push(...sameLabels(field, language, texts, options))
  const hasEntries = field.children.some(({ name }) => name === '[]')
  if (field.kind === 'list' && hasEntries && !isSingleControl(field) && text.item === undefined)
    problems.push({ rule: 'no-item-name', ...place, params: { path, language } })
  if (field.merged.pattern !== undefined && text.example === undefined)
    problems.push({ rule: 'no-example', ...place, params: { path, language } })
  return problems
}

/** Residents cannot tell choices with the same label apart; the values 1 and "1" share the label that is written. */
function sameLabels(field: Field, language: Language, texts: TextSource, options: object): Problem[] {
  const { path } = field
  const labels = new Map<string, unknown>()
  const written = new Map(Object.entries(options))
  const distinct = new Map(labelledChoices(field).map((value) => [JSON.stringify(value), value]))
  return [...distinct.values()].flatMap((value): Problem[] => {
    const text: unknown = written.get(String(value))
    // A browser draws several spaces as one.
    const label = typeof text === 'string' ? text.replaceAll(/[ \t\r\n]+/g, ' ').trim() : ''
    if (label === '') return []
    if (!labels.has(label)) {
      labels.set(label, value)
      return []
    }
    const other = labels.get(label)
    const shown = String(value) === String(other) ? JSON.stringify : String
    const pointer = ownTextPointer(texts, path, 'options', String(value))
    const params = { path, value: shown(value), other: shown(other), label, language }
    return [{ rule: 'same-label', source: texts.source, pointer, params }]
  })
}

function labelledChoices(field: Field): unknown[] {
  // Groups and lists are refused as choices, so they need no label.
  if (field.merged.type !== 'boolean') return choicesOf(field).filter((choice) => typeof choice !== 'object')
  const widget = uiOption(field.ui, 'widget')
  if (widget !== 'radio' && widget !== 'select') return []
  const choices = choicesOf(field)
  return choices.length > 0 ? choices : [true, false]
}

function inputProblems(form: SourceForm, field: Field): Problem[] {
  const { merged, ui, kind, name } = field
  if (kind !== 'field' || isHidden(field) || choicesOf(field).length > 0) return []
  const place = placeOfField(form, field)
  const problems: Problem[] = []
  // In a list, a browser would fill in the data of the person at the device for each entry.
  const token = field.path.split('/').includes('[]') ? undefined : autocompleteFor(name, merged.format)
  if (token !== undefined && uiOption(ui, 'autocomplete') === undefined)
    problems.push({ rule: 'no-autocomplete', ...place, params: { token } })
  const isNumber = merged.type === 'integer' || merged.type === 'number'
  const ofFormat = keyboardOf(merged.format)
  // The widgets for numbers and for these formats set the keyboard themselves.
  const hasKeyboard = isNumber || (ofFormat !== undefined && uiOption(ui, 'widget') !== 'text')
  const mode = hasKeyboard ? undefined : (ofFormat ?? (hasOnlyDigits(merged.pattern) ? 'numeric' : undefined))
  if (mode !== undefined && uiOption(ui, 'inputmode') === undefined)
    problems.push({ rule: 'no-inputmode', ...place, params: { mode } })
  return problems
}
