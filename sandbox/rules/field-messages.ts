import { inLanguage } from '../../form-model/language-tag.ts'
import type { FieldError, Locale } from '../../src/api/generated/api.schemas.ts'
import type { AnswerError } from '../../form-model/definition.ts'
import type { Text } from '../core/records.ts'

/**
 * A sentence per keyword, for callers that show the API's message; the portal has its own texts by code and does not
 * show these.
 */
const messages: { readonly [keyword: string]: Text } = {
  required: { ja: '入力してください。', en: 'This is required.' },
  format: { ja: '形式が正しくありません。', en: 'The format is not right.' },
  pattern: { ja: '形式が正しくありません。', en: 'The format is not right.' },
  enum: { ja: '選択肢から選んでください。', en: 'Choose one of the options.' },
  const: { ja: '選択肢から選んでください。', en: 'Choose one of the options.' },
  minLength: { ja: '文字数が足りません。', en: 'Too few characters.' },
  maxLength: { ja: '文字数が多すぎます。', en: 'Too many characters.' },
  minimum: { ja: '値が小さすぎます。', en: 'The value is too small.' },
  maximum: { ja: '値が大きすぎます。', en: 'The value is too large.' },
  minItems: { ja: '件数が足りません。', en: 'Too few entries.' },
  maxItems: { ja: '件数が多すぎます。', en: 'Too many entries.' },
  additionalProperties: { ja: '受け付けられない項目です。', en: 'This field is not accepted.' },
  characters: { ja: '使用できない文字が含まれています。', en: 'It has characters that are not allowed.' },
  'real-date': { ja: '存在する日付を入力してください。', en: 'Enter a real date.' },
  'corporate-check-digit': { ja: '法人番号を確認してください。', en: 'Check the corporate number.' },
  'date-range': { ja: '選べる期間の日付を入力してください。', en: 'Enter a date in the allowed period.' },
  'working-day': { ja: '開庁日を入力してください。', en: 'Enter a working day.' },
  fee: {
    ja: 'この回答の手数料が決まっていません。窓口にお問い合わせください。',
    en: 'There is no fee for this answer. Contact the office.',
  },
  policy: {
    ja: '8文字以上で、英大文字・英小文字・数字・記号をそれぞれ使ってください。',
    en: 'Use at least 8 characters with upper and lower case letters, numbers and symbols.',
  },
}

const general: Text = { ja: '内容を確認してください。', en: 'Check this value.' }

export function fieldError(pointer: string, code: string, locale: Locale): FieldError {
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined
  return { pointer, code, message: inLanguage(message ?? general, locale) }
}

/** Converts errors of answers into errors of the request body. */
export function answerFieldErrors(errors: readonly AnswerError[], locale: Locale): FieldError[] {
  return errors.map(({ pointer, keyword }) => fieldError(`/answers${pointer}`, keyword, locale))
}
