import { uiOption } from '../../../form-model/schema-walk.ts'
import { joinPointer } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { describeField } from '../definition/field-description.ts'
import type { EngineTexts } from '../definition/engine-texts.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import { answerText } from './answer-text.ts'

function isJapanese(value: unknown): value is string {
  return typeof value === 'string' && /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u.test(value)
}

const placeholder = /\{(\w+)\}/gu

/**
 * The answers of a group in one line, as the definition's `compose` says: `{familyName} {givenName}`. Null if the group
 * has no such line, or has an answer that the line would leave out. A choice with a Japanese value, such as a
 * prefecture, is not translated there: the line would mix two languages (Tokyo港区).
 */
export function composedText(form: LoadedForm, pointer: string, value: unknown, t: EngineTexts): string | null {
  const pattern = uiOption(describeField(form, pointer).ui, 'compose')
  if (typeof pattern !== 'string' || !isRecord(value)) return null
  const words = (name: string) => {
    const child = joinPointer(pointer, name)
    const text = (answerText(form, describeField(form, child), value[name], t) ?? []).join(' ')
    return isJapanese(value[name]) && !isJapanese(text) ? value[name] : text
  }
  const named = new Set([...pattern.matchAll(placeholder)].map(([, name]) => name))
  if (Object.keys(value).some((name) => !named.has(name) && words(name) !== '')) return null
  return pattern
    .replace(placeholder, (_all, name: string) => words(name))
    .replace(/\s+([（）])?/gu, (spaces, bracket?: string) => bracket ?? spaces)
    .replaceAll('（）', '')
    .trim()
}
