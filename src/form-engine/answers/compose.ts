import { joinPointer } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { describeField, uiOption } from '../definition/field-description.ts'
import type { EngineTexts } from '../definition/engine-texts.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import { answerText } from './answer-text.ts'

const placeholder = /\{(\w+)\}/gu

/**
 * The answers of a group in one line, as the definition's `compose` says: `{familyName} {givenName}`. Null if the group
 * has no such line, or has an answer that the line would leave out.
 */
export function composedText(form: LoadedForm, pointer: string, value: unknown, t: EngineTexts): string | null {
  const pattern = uiOption(describeField(form, pointer).ui, 'compose')
  if (typeof pattern !== 'string' || !isRecord(value)) return null
  const words = (name: string) => {
    const child = joinPointer(pointer, name)
    return (answerText(form, describeField(form, child), value[name], t) ?? []).join(' ')
  }
  const named = new Set([...pattern.matchAll(placeholder)].map(([, name]) => name))
  if (Object.keys(value).some((name) => !named.has(name) && words(name) !== '')) return null
  return pattern
    .replace(placeholder, (_all, name: string) => words(name))
    .replace(/\s+(?=[（）])|（\s*）/gu, '')
    .trim()
}
