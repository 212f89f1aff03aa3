import type { FieldText, JsonSchema, UiSchema } from '../../../../form-model/definition.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { widgets } from '../../../form-engine/step/registry.tsx'
import { exampleForm } from '../../../form-engine/testing/example-form.ts'
import type { Language } from '../../../lib/language.ts'
import type { FieldError } from '../../../lib/problem.ts'

/** The names for definitions begin with a small letter; the others are rjsf's. */
export const widgetNames = Object.keys(widgets).filter((name) => /^[a-z]/.test(name) && name !== 'hidden')

const choice = { type: 'string', enum: ['first', 'second'] }
const files = { type: 'array', items: { type: 'string', format: 'attachment-id' } }

/** The schemas of widgets for other values than a text. */
const schemas: Record<string, JsonSchema> = {
  number: { type: 'number' },
  money: { type: 'integer' },
  select: choice,
  radio: choice,
  checkboxes: { type: 'array', uniqueItems: true, items: choice },
  checkbox: { type: 'boolean' },
  files,
  'attachment-id': files,
}

export const widgetStates = ['optional', 'required', 'error', 'disabled', 'long-text'] as const

/** A form with a step for each state, and a question for each widget in it. */
export function widgetForm(language: Language, long: string): LoadedForm {
  const fields: Record<string, FieldText> = {}
  const steps = widgetStates.map((state) => {
    const isRequired = state === 'required' || state === 'error'
    const questions = widgetNames.map((name) => {
      const field = name.replaceAll('-', '_')
      fields[`${state}/${field}`] = {
        label: state === 'long-text' ? `${name}: ${long}` : name,
        ...(state === 'long-text' ? { help: long } : {}),
        options: { first: name, second: long },
      }
      const schema = schemas[name] ?? { type: 'string' }
      const ui = { 'ui:widget': name, ...(name === 'files' ? { 'ui:options': { purpose: 'map' } } : {}) }
      return { field, schema: state === 'disabled' ? { ...schema, readOnly: true } : schema, ui }
    })
    const schema: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries(questions.map((question) => [question.field, question.schema])),
      ...(isRequired ? { required: questions.map(({ field }) => field) } : {}),
    }
    const ui: UiSchema = Object.fromEntries(questions.map((question) => [question.field, question.ui]))
    return { id: state, schema, ui }
  })
  return exampleForm({ steps }, { fields, language })
}

export const widgetErrors: FieldError[] = widgetNames.map((name) => ({
  pointer: `/error/${name.replaceAll('-', '_')}`,
  code: 'required',
}))
