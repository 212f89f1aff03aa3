import { choicesOf, fieldsOf } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { placeOfField, textOf } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { japaneseFormatFor } from './japanese-formats.ts'
import { analyzePattern } from './pattern-rules.ts'

/**
 * Rules for fields that are common in Japanese forms, and for patterns that refuse correct input because of how it is
 * typed.
 */
export function japaneseProblems(form: SourceForm): Problem[] {
  const inJapan = form.kind === 'form'
  return fieldsOf(form).flatMap((field) => {
    if (field.kind !== 'field' || field.merged.type !== 'string' || choicesOf(field).length > 0) return []
    return [
      ...phoneProblems(form, field),
      ...(inJapan ? formatProblems(form, field) : []),
      ...widthProblems(form, field),
    ]
  })
}

const japanesePhone = ['09012345678', '08012345678', '090-1234-5678', '080-1234-5678']
const newPhone: { [old: string]: string } = {
  '09012345678': '06012345678',
  '08012345678': '06012345678',
  '090-1234-5678': '060-1234-5678',
  '080-1234-5678': '060-1234-5678',
}

/**
 * A pattern for Japanese mobile numbers that was written before 060 existed. A pattern for any digits accepts 060 too.
 */
function phoneProblems(form: SourceForm, field: Field): Problem[] {
  const { pattern } = field.merged
  if (typeof pattern !== 'string' || analyzePattern(pattern).kind !== 'fine') return []
  const expression = new RegExp(pattern, 'u')
  const refuses060 = japanesePhone.some((number) => expression.test(number) && !expression.test(newPhone[number] ?? ''))
  return refuses060 ? [{ rule: 'phone-without-060', ...placeOfField(form, field, 'pattern') }] : []
}

function formatProblems(form: SourceForm, field: Field): Problem[] {
  const { format, pattern } = field.merged
  const label = textOf(form.texts.ja, field.path)?.label
  const kind = japaneseFormatFor(field.name, typeof label === 'string' ? label : '')
  if (!kind || format === kind.format) return []
  // The word is ambiguous (e.g. a customer's phone plan), so the rule applies only to texts that accept such values.
  if (
    typeof pattern === 'string' &&
    analyzePattern(pattern).kind === 'fine' &&
    !kind.samples.some((sample) => new RegExp(pattern, 'u').test(sample))
  )
    return []
  return [{ rule: 'use-format', ...placeOfField(form, field), params: { what: kind.what, format: kind.format } }]
}

const fullWidthClass =
  /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]|\[\^?[ -~]*\\u(?:00|FF)|\[\^\s*-~\]|\[\^\\x00-\\x7F\]|\[\^ -~/i

function widthProblems(form: SourceForm, field: Field): Problem[] {
  const { pattern } = field.merged
  return typeof pattern === 'string' && fullWidthClass.test(pattern)
    ? [{ rule: 'width-pattern', ...placeOfField(form, field, 'pattern') }]
    : []
}
