import { fieldPathOf } from '../../../form-model/answers.ts'
import { describeField } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import { readable } from './answer-text.ts'

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

/** An answer in one line; if it is an option, the text of the option. A ticked box and half a date have none. */
export function answerLine(form: LoadedForm, pointer: string, answer: unknown): string {
  const value = readable(describeField(form, pointer).schema, answer)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return optionText(form, pointer, value) ?? (value === true ? '✓' : String(value))
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
