import definition from 'virtual:bench-definition'
import { wholeErrors } from '../../../form-model/answer-errors.ts'
import type { Definition } from '../../../form-model/definition.ts'
import { benchModel } from '../bench-form.ts'
import type { BenchField } from '../bench-form.ts'

export const model = benchModel(300)
export const listEntries = [0, 1]

/**
 * What a hand-written page does on submit: reads its controls and validates the form. Returns messages by name of the
 * control.
 */
export function checkForm(form: HTMLFormElement): Map<string, string> {
  const answers: { [section: string]: unknown } = {}
  for (const { key, fields } of model.sections) answers[key] = readGroup(form, key, fields)
  const { key, fields } = model.list
  answers[key] = { members: listEntries.map((index) => readGroup(form, `${key}.${index}`, fields)) }
  const errors = new Map<string, string>()
  for (const { instancePath, keyword, params } of wholeErrors(definition as Definition, answers)) {
    const missing = keyword === 'required' ? `.${String(params.missingProperty)}` : ''
    const name = `${instancePath.slice(1).replaceAll('/', '.')}${missing}`.replace('.members.', '.')
    if (!errors.has(name)) errors.set(name, keyword)
  }
  return errors
}

function readGroup(form: HTMLFormElement, prefix: string, fields: readonly BenchField[]): { [key: string]: unknown } {
  const values: { [key: string]: unknown } = {}
  for (const { key, kind } of fields) {
    const control = form.elements.namedItem(`${prefix}.${key}`)
    if (control instanceof HTMLInputElement && kind === 'checkbox') {
      if (control.checked) values[key] = true
    } else if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof RadioNodeList
    ) {
      if (control.value !== '') values[key] = kind === 'integer' ? Number(control.value) : control.value
    }
  }
  return values
}
