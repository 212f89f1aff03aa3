import { formats, isFormatName } from '../../../form-model/formats.ts'
import { formatDate } from '../../lib/dates.ts'
import type { Language } from '../../lib/language.ts'
import type { FieldError } from '../../lib/problem.ts'
import { answerKind, describeField } from '../definition/field-description.ts'
import type { FieldDescription } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'

/** A text function of the namespace `form-engine`. */
export type EngineText = (key: MessageKey, values?: { [name: string]: string | number }) => string

export type MessageKey = `error.${ErrorKey}`

const byLimit = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
] as const

type ErrorKey =
  | (typeof byLimit)[number]
  | 'requiredText'
  | 'requiredChoice'
  | 'requiredFile'
  | 'requiredConsent'
  | 'thisField'
  | 'maxLengthNow'
  | 'minChoices'
  | 'maxChoices'
  | 'minFiles'
  | 'maxFiles'
  | 'number'
  | 'integer'
  | 'uniqueItems'
  | 'pattern'
  | 'patternPlain'
  | 'choice'
  | 'email'
  | 'date'
  | 'dateMin'
  | 'dateMax'
  | 'month'
  | 'time'
  | 'uri'
  | 'postalCode'
  | 'phone'
  | 'kana'
  | 'corporateNumber'
  | 'corporateCheckDigit'
  | 'jisLevel2'
  | 'jisLevel2Plain'
  | 'sameAs'
  | 'infected'
  | 'uploading'
  | 'uploadFailed'
  | 'other'

/**
 * The words for a wrong answer: the form's own text for this field and keyword, else the catalogue's, with the label.
 * Never a text of a validator or of the API; for a code of the API the form may have a text, else the catalogue asks
 * to look at the field again.
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
  const words: EngineText = (key, values) => t(key, { ...values, name })
  return catalogueText(form, field, code, params, label, words) ?? words('error.other', { label })
}

/** A label within a sentence: a question gets quotation marks. */
function inSentence(label: string, language: Language): string {
  if (!/[\u304b?\uff1f]$/u.test(label)) return label
  return language === 'ja' ? `「${label}」` : `“${label}”`
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

function catalogueText(
  form: LoadedForm,
  field: FieldDescription,
  code: string,
  params: { [name: string]: unknown },
  label: string,
  t: EngineText,
): string | undefined {
  const kind = answerKind(field)
  const limit = typeof params.limit === 'number' ? params.limit : undefined
  const limited = byLimit.find((key) => key === code)
  if (limited !== undefined) return limitText(limited, kind, params, label, t)
  switch (code) {
    case 'required':
    case 'dependencies':
    case 'dependentRequired':
    case 'minProperties':
      return requiredText(kind, label, t)
    case 'type':
      return typeText(field, label, t)
    case 'enum':
    case 'const':
    case 'oneOf':
    case 'anyOf':
    case 'discriminator':
      return kind === 'consent' ? t('error.requiredConsent', { label }) : t('error.choice', { label })
    case 'uniqueItems':
      return t('error.uniqueItems', { label })
    case 'pattern':
      return patternText(field, label, t)
    case 'date-range':
      return rangeText(params, label, form.language, t)
    case 'same-as':
      return t('error.sameAs', { label, other: otherLabel(form, params.other, t) })
    case 'jis-level-2':
      return typeof params.chars === 'string'
        ? t('error.jisLevel2', { chars: params.chars })
        : t('error.jisLevel2Plain', { label })
    case 'infected':
    case 'SE_AT_0001':
      return t('error.infected')
    case 'uploading':
    case 'uploadFailed':
      return t(`error.${code}`, { label })
    case 'contains':
      return limit === undefined ? undefined : t('error.minItems', { label, limit })
    default: {
      const key = formatTexts[code]
      return key === undefined ? undefined : t(`error.${key}`, { label })
    }
  }
}

const formatTexts: { [code: string]: ErrorKey } = {
  email: 'email',
  date: 'date',
  'real-date': 'date',
  'date-time': 'date',
  month: 'month',
  time: 'time',
  uri: 'uri',
  'jp-postal-code': 'postalCode',
  'jp-phone': 'phone',
  'jp-kana': 'kana',
  'jp-corporate-number': 'corporateNumber',
  'corporate-check-digit': 'corporateCheckDigit',
  'attachment-id': 'requiredFile',
}

function requiredText(kind: ReturnType<typeof answerKind>, label: string, t: EngineText): string {
  switch (kind) {
    case 'choice':
      return t('error.requiredChoice', { label })
    case 'file':
      return t('error.requiredFile', { label })
    case 'consent':
      return t('error.requiredConsent', { label })
    case 'text':
      return t('error.requiredText', { label })
  }
}

function typeText({ schema }: FieldDescription, label: string, t: EngineText): string {
  const types: unknown[] = Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type]
  if (types.includes('integer')) return t('error.integer', { label })
  return types.includes('number') ? t('error.number', { label }) : t('error.other', { label })
}

function limitText(
  keyword: (typeof byLimit)[number],
  kind: ReturnType<typeof answerKind>,
  params: { [name: string]: unknown },
  label: string,
  t: EngineText,
): string | undefined {
  const limit = keyword === 'multipleOf' ? params.multipleOf : params.limit
  if (typeof limit !== 'number') return undefined
  const values = { label, limit }
  if (keyword === 'maxLength' && typeof params.count === 'number')
    return t('error.maxLengthNow', { ...values, now: params.count })
  if (keyword === 'minItems' && kind !== 'text') {
    if (kind === 'choice') return t(limit === 1 ? 'error.requiredChoice' : 'error.minChoices', values)
    return limit === 1 ? t('error.requiredFile', { label }) : t('error.minFiles', values)
  }
  if (keyword === 'maxItems' && kind !== 'text') {
    return kind === 'choice' ? t('error.maxChoices', values) : t('error.maxFiles', { max: limit })
  }
  return t(`error.${keyword}`, values)
}

function patternText({ text, schema }: FieldDescription, label: string, t: EngineText): string {
  const examples: unknown = schema.examples
  const [first] = Array.isArray(examples) ? (examples as unknown[]) : []
  const ofFormat = isFormatName(schema.format) ? formats[schema.format].example : undefined
  const example = text?.example ?? (typeof first === 'string' ? first : ofFormat)
  return example === undefined ? t('error.patternPlain', { label }) : t('error.pattern', { label, example })
}

/** The limit of a date is an ISO date; it is shown in the language's date format. */
function rangeText(
  { limit, bound }: { [name: string]: unknown },
  label: string,
  language: Language,
  t: EngineText,
): string | undefined {
  if (typeof limit !== 'string') return undefined
  const day = formatDate(`${limit}T00:00:00+09:00`, language)
  return bound === 'max' ? t('error.dateMax', { label, limit: day }) : t('error.dateMin', { label, limit: day })
}

function otherLabel(form: LoadedForm, pointer: unknown, t: EngineText): string {
  const other = typeof pointer === 'string' ? describeField(form, pointer).text?.label : undefined
  return other ?? t('error.thisField')
}
