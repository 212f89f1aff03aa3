import { uiOption } from '../../../form-model/schema-walk.ts'
import type { JsonSchema, UiSchema } from '../../../form-model/definition.ts'
import { isJapanese } from '../../../form-model/language-tag.ts'
import { isRecord } from '../../../form-model/record.ts'
import { formatDateTime, formatDateWithEra, formatDay } from '../../lib/dates.ts'
import { formatPhone, formatPostalCode } from '../../lib/japanese.ts'
import { isString } from '../../lib/shape.ts'
import type { Language } from '../../lib/language.ts'
import { formatQuantity, formatYen, numberedNames } from '../../lib/display-text.ts'
import type { EngineTexts } from '../definition/engine-texts.ts'
import { choiceLabel, choicesOf, isFileSchema, requiresTrue } from '../definition/field-description.ts'
import type { FieldDescription } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'

/**
 * The answer while only a part of a date or time is typed, which no format accepts. The browser does not say what is
 * typed: a new field cannot show it, but its error asks for it again.
 */
export const halfTyped = '//'

/** A moment of which the fields show neither day nor time. */
export const halfMoment = 'T'

export type ShownAttachment = { attachmentId: string; name: string }

/** A readable answer. `null` = nothing was answered. Lists give one line for each entry. */
export function answerText(
  { language }: Pick<LoadedForm, 'language'>,
  { schema, ui, text }: FieldDescription,
  value: unknown,
  t: EngineTexts,
  attachments: readonly ShownAttachment[] = [],
): string[] | null {
  const shown = readable(schema, value)
  if (shown === undefined || shown === null || shown === '') return null
  if (Array.isArray(shown)) {
    const item = isRecord(schema.items) ? schema.items : {}
    const entries = shown.map((entry: unknown) => readable(item, entry)).filter((entry) => entry !== undefined)
    const lines = entries.map((entry) => one(item, entry))
    if (lines.length === 0) return null
    return isFileSchema(item, ui) ? numberedNames(lines, language) : lines
  }
  return [one(schema, shown)]

  function one(of: JsonSchema, entry: unknown): string {
    if (isFileSchema(of, ui))
      return attachments.find(({ attachmentId }) => attachmentId === entry)?.name ?? t('files.unnamed')
    const choice = choicesOf(of).find((candidate) => candidate.value === entry)
    if (typeof entry === 'boolean') {
      if (requiresTrue(of) && entry) return choiceLabel(text, true, t('answers.agreed'))
      return choiceLabel(text, entry, t(entry ? 'choice.yes' : 'choice.no'))
    }
    if (choice || text?.options?.[String(entry)] !== undefined) return choiceLabel(text, entry, choice?.title)
    if (typeof entry === 'number') return numberText(entry, ui)
    return typeof entry === 'string' ? formattedText(entry, of) : JSON.stringify(entry)
  }

  function numberText(entry: number, of: UiSchema): string {
    if (uiOption(of, 'widget') === 'money') return formatYen(entry, language)
    return formatQuantity(entry, text?.unit, language)
  }

  function formattedText(entry: string, of: JsonSchema): string {
    switch (of.format) {
      case 'date':
        return dateText(entry)
      case 'month':
        return monthText(entry, t)
      case 'date-time':
        return !entry.includes('T') || Number.isNaN(Date.parse(entry))
          ? dateText(entry)
          : formatDateTime(entry, language)
      case 'jp-postal-code':
        return formatPostalCode(entry)
      case 'jp-phone':
        return formatPhone(entry)
      default:
        return entry
    }
  }

  /** Every date is shown with its weekday, except a birth date. */
  function dateText(entry: string): string {
    const text = uiOption(ui, 'widget') === 'birth-date' ? formatDateWithEra(entry, language) : dayText(entry, language)
    return text === '-' ? entry : text
  }
}

/** The part of an answer that can be read: of half a moment its day or its time, of half a date nothing. */
export function readable({ format }: JsonSchema, value: unknown): unknown {
  if (format === 'date-time' && isString(value)) return value.replace(/^T|T$/g, '') || undefined
  return (format === 'date' || format === 'time') && value === halfTyped ? undefined : value
}

/** `2026年4月` / `4/2026`; a text that is not a month stays. */
export function monthText(month: string, t: EngineTexts): string {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(month) ?? []
  return year === undefined ? month : t('answers.month', { year, month: Number(number) })
}

/** `2026年（令和8年）12月1日（火）` / `Tue, 1 Dec 2026`; `-` for a text that is not a date. */
export function dayText(day: string, language: Language): string {
  const withEra = formatDateWithEra(day, language)
  if (withEra === '-') return withEra
  const plain = formatDay(day, language)
  return isJapanese(language) ? `${withEra}${/（[^（）]*）$/u.exec(plain)?.[0] ?? ''}` : plain
}
