import { formats, isFormatName } from '../../../form-model/formats.ts'
import { commonForms } from '../../../form-model/jis-level-2.ts'
import { isJapanese } from '../../../form-model/language-tag.ts'
import { joinPointer } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { formatDay } from '../../lib/dates.ts'
import type { Language } from '../../lib/language.ts'
import type { FieldError } from '../../lib/problem.ts'
import { isString } from '../../lib/shape.ts'
import { answerKind, asksAnything, describeField } from '../definition/field-description.ts'
import type { FieldDescription } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'

/** A text function of the namespace `form-engine`. */
export type EngineText = (key: MessageKey, values?: { [name: string]: string | number }) => string

type MessageKey = Extract<TextKey<'form-engine'>, `error.${string}`>

type ErrorKey = MessageKey extends `error.${infer Key}` ? Key : never

/**
 * The message for an invalid answer: the form's own text for this field and keyword, else the catalogue's, with the
 * label. Never a text of a validator or of the API; for a code of the API the form may have a text, else the catalogue
 * asks the user to check the field again.
 */
export function errorMessage(
  form: LoadedForm,
  error: FieldError & { params?: { [name: string]: unknown } },
  t: EngineText,
): string {
  const field = describeField(form, error.pointer)
  const code = error.code
  const params = { ...paramsOfSchema(field, code), ...error.params }
  const label = field.text?.label ?? t('error.thisField')
  const own = ownText(field, code)
  if (own !== undefined) return fill(own, { ...params, label })
  const name = inSentence(label, form.language)
  const words: EngineText = (key, values) => t(key, { ...values, label, name })
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined
  return (
    message?.({ form, pointer: error.pointer, field, kind: answerKind(field), params, t: words }) ??
    words('error.other')
  )
}

/** A label within a sentence: a question gets quotation marks. */
function inSentence(label: string, language: Language): string {
  if (!isQuestion(label)) return label
  return isJapanese(language) ? `「${label}」` : `“${label}”`
}

function isQuestion(label: string): boolean {
  return /[\u304b?\uff1f]$/u.test(label)
}

/** The API names the keyword only; its limit is in the schema. */
function paramsOfSchema({ schema }: FieldDescription, code: string): { [name: string]: unknown } {
  const limit = Object.hasOwn(schema, code) ? schema[code] : undefined
  return typeof limit === 'number' ? { limit, multipleOf: limit } : {}
}

/** `errors` of the field's texts, by keyword; `pattern` and `format` also cover the formats. */
function ownText({ text, schema }: FieldDescription, code: string): string | undefined {
  const own = text?.errors
  if (!own) return undefined
  if (Object.hasOwn(own, code)) return own[code]
  if (isFormatName(code) && schema.format === code && Object.hasOwn(own, 'format')) return own.format
  if (code === 'pattern' && Object.hasOwn(own, 'format')) return own.format
  return undefined
}

function fill(text: string, values: { [name: string]: unknown }): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = values[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })
}

/** The inputs of a message. `t` adds the label of the field. */
type Wrong = {
  form: LoadedForm
  pointer: string
  field: FieldDescription
  kind: ReturnType<typeof answerKind>
  params: { [name: string]: unknown }
  t: EngineText
}

/** `undefined` if the parameters that the text needs are missing. */
type Message = (wrong: Wrong) => string | undefined

const requiredKeys = {
  choice: 'error.requiredChoice',
  file: 'error.requiredFile',
  consent: 'error.requiredConsent',
  text: 'error.requiredText',
} as const

/** A question is answered, not selected or entered. */
const required: Message = ({ kind, field, t }) => {
  const asks = (kind === 'choice' || kind === 'text') && isQuestion(field.text?.label ?? '')
  return t(asks ? 'error.requiredQuestion' : requiredKeys[kind])
}
const choice: Message = ({ kind, t }) => t(kind === 'consent' ? 'error.requiredConsent' : 'error.choice')

/** The branches of a union that only require answers of the group, by their labels; `null` if one does more. */
function requiredAnswers({ form, pointer }: Wrong, union: unknown): string[] | null {
  const branches = Array.isArray(union) ? union.filter(isRecord) : []
  const names = branches.map(({ required: answers, ...rest }) =>
    Array.isArray(answers) && answers.every(isString) && !asksAnything(rest) ? answers : [],
  )
  if (names.length === 0 || names.some((answers) => answers.length === 0)) return null
  const labelOf = (name: string) => describeField(form, joinPointer(pointer, name)).text?.label ?? name
  return names.map((answers) => answers.map(labelOf).join(' + '))
}

/** A union that only requires answers asks for one of several questions; any other is a choice. */
function oneOfSeveral(keyword: 'oneOf' | 'anyOf'): Message {
  return (wrong) => {
    const answers = requiredAnswers(wrong, wrong.field.schema[keyword])
    if (answers === null) return choice(wrong)
    const list = answers.map((label) => inSentence(label, wrong.form.language))
    const names = list.join(isJapanese(wrong.form.language) ? '、' : ', ')
    return wrong.t(keyword === 'oneOf' ? 'error.exactlyOne' : 'error.atLeastOne', { names })
  }
}

function plain(key: ErrorKey): Message {
  return ({ t }) => t(`error.${key}`)
}

function limited(key: ErrorKey, param = 'limit'): Message {
  return ({ params, t }) => {
    const limit = params[param]
    return typeof limit === 'number' ? t(`error.${key}`, { limit }) : undefined
  }
}

const maxLength: Message = ({ params: { limit, count }, t }) => {
  if (typeof limit !== 'number') return undefined
  return typeof count === 'number' ? t('error.maxLengthNow', { limit, now: count }) : t('error.maxLength', { limit })
}

const minItemsKeys = { text: 'minItems', consent: 'minItems', choice: 'minChoices', file: 'minFiles' } as const

const minItems: Message = (wrong) => {
  const { kind, params } = wrong
  const isFirst = params.limit === 1 && (kind === 'choice' || kind === 'file')
  return isFirst ? required(wrong) : limited(minItemsKeys[kind])(wrong)
}

const maxItems: Message = (wrong) => {
  const { kind, params, t } = wrong
  if (kind === 'file') return typeof params.limit === 'number' ? t('error.maxFiles', { max: params.limit }) : undefined
  return limited(kind === 'choice' ? 'maxChoices' : 'maxItems')(wrong)
}

const type: Message = ({ field: { schema }, t }) => {
  const types: unknown[] = Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type]
  if (types.includes('integer')) return t('error.integer')
  return types.includes('number') ? t('error.number') : undefined
}

const pattern: Message = ({ field: { text, schema }, t }) => {
  const examples: unknown = schema.examples
  const [first] = Array.isArray(examples) ? (examples as unknown[]) : []
  const ofFormat = isFormatName(schema.format) ? formats[schema.format].example : undefined
  const example = text?.example ?? (typeof first === 'string' ? first : ofFormat)
  return example === undefined ? t('error.patternPlain') : t('error.pattern', { example })
}

/** The limit of a date is an ISO date; it is shown in the language's date format. */
const dateRange: Message = ({ form, params: { limit, bound }, t }) => {
  if (typeof limit !== 'string') return undefined
  const day = formatDay(limit, form.language)
  return t(bound === 'max' ? 'error.dateMax' : 'error.dateMin', { limit: day })
}

/**
 * The message names the weekday, which shows whether the day is refused as a weekend; the API does not name the day.
 */
const workingDay: Message = ({ form, params: { date }, t }) =>
  typeof date === 'string' ? t('error.workingDayNow', { day: formatDay(date, form.language) }) : t('error.workingDay')

function besides(key: 'sameAs' | 'differentFrom'): Message {
  return ({ form, params, t }) => {
    const other = typeof params.other === 'string' ? describeField(form, params.other).text?.label : undefined
    return t(`error.${key}`, { other: other ?? t('error.thisField') })
  }
}

/** The API does not name the characters. A font may draw a variant of a kanji like its common form. */
const jisLevel2: Message = ({ params: { chars }, t }) => {
  if (!Array.isArray(chars) || !chars.every(isString) || chars.length === 0) return t('error.jisLevel2Plain')
  const common = commonForms(chars)
  return common === null
    ? t('error.jisLevel2', { chars: chars.join('') })
    : t('error.jisLevel2Variant', { chars: chars.join(''), common })
}

/** Messages by keyword, format, check, or code of the API or of the upload queue. */
const messages: { [code: string]: Message } = {
  required,
  dependencies: required,
  dependentRequired: required,
  minProperties: required,
  type,
  enum: choice,
  const: choice,
  oneOf: oneOfSeveral('oneOf'),
  anyOf: oneOfSeveral('anyOf'),
  discriminator: choice,
  minLength: limited('minLength'),
  maxLength,
  minimum: limited('minimum'),
  maximum: limited('maximum'),
  exclusiveMinimum: limited('exclusiveMinimum'),
  exclusiveMaximum: limited('exclusiveMaximum'),
  multipleOf: limited('multipleOf', 'multipleOf'),
  minItems,
  maxItems,
  contains: limited('minItems'),
  uniqueItems: plain('uniqueItems'),
  pattern,
  email: plain('email'),
  date: plain('date'),
  'real-date': plain('date'),
  'date-time': plain('date'),
  month: plain('month'),
  time: plain('time'),
  uri: plain('uri'),
  'http-uri': plain('httpUri'),
  'jp-postal-code': plain('postalCode'),
  'jp-phone': plain('phone'),
  'jp-kana': plain('kana'),
  'jp-corporate-number': plain('corporateNumber'),
  'corporate-check-digit': plain('corporateCheckDigit'),
  'attachment-id': plain('requiredFile'),
  'date-range': dateRange,
  'working-day': workingDay,
  'same-as': besides('sameAs'),
  'different-from': besides('differentFrom'),
  'jis-level-2': jisLevel2,
  infected: plain('infected'),
  SE_AT_0001: plain('infected'),
  uploading: plain('uploading'),
  uploadFailed: plain('uploadFailed'),
  uploadInterrupted: plain('uploadInterrupted'),
  fileMissing: plain('fileMissing'),
  fileRefused: plain('fileRefused'),
}
