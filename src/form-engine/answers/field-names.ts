import type { LoadedForm } from '../definition/load-form.ts'
import { fieldPathOf } from '../../../form-model/answers.ts'

/** The display name of the field: its label, else its step's title, else the last part of its name. */
export function fieldName(form: LoadedForm, pointer: string): string {
  const path = fieldPathOf(pointer)
  const parts = path.split('/')
  const named = parts
    .map((_, index) => parts.slice(0, parts.length - index).join('/'))
    .map((prefix) => form.texts.fields[prefix]?.label)
    .find((label) => label !== undefined)
  return named ?? form.texts.steps[parts[0] ?? '']?.title ?? parts.at(-1) ?? path
}

/** The text of the option that an answer is; undefined for any other answer. */
export function optionText({ texts }: Pick<LoadedForm, 'texts'>, pointer: string, value: unknown): string | undefined {
  const options = texts.fields[fieldPathOf(pointer).replace(/\/\[\]$/, '')]?.options
  const isChoice = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isChoice && options && Object.hasOwn(options, String(value)) ? options[String(value)] : undefined
}

/** An answer in one line; if it is an option, the text of the option. A ticked box has none. */
export function answerLine(form: LoadedForm, pointer: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return optionText(form, pointer, value) ?? (value === true ? '✓' : String(value))
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
