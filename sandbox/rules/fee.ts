import { conditionHolds } from '../../form-model/conditions.ts'
import { inLanguage } from '../../form-model/language-tag.ts'
import { explainedLimit, explainedLine } from '../../form-model/fee-explanation.ts'
import { evaluateFee, shareOfTax } from '../../form-model/fee.ts'
import type { Answers, FormTexts } from '../../form-model/definition.ts'
import type { Locale, Quote } from '../../src/api/generated/api.schemas.ts'
import { refusedFields } from '../core/problem-answer.ts'
import type { ChargeRecord, FeeFactorRecord, FeeLineRecord, FeeRecord, OrderRecord, Text } from '../core/records.ts'
import { fieldError } from './field-messages.ts'
import type { BuiltForm } from './form-library.ts'

/**
 * The fee of an application, less what was paid for the returned application that it replaces. Refuses answers for which
 * the form has no amount.
 */
export function feeOf(form: BuiltForm, answers: Answers, alreadyPaid: number, locale: Locale): FeeRecord {
  const fee = evaluateFee(form.definition, answers, (key) => conditionHolds(form.definition, key, answers))
  if ('uncounted' in fee)
    throw refusedFields(fee.uncounted.map((pointer) => fieldError(`/answers${pointer}`, 'fee', locale)))
  const carriedOver = Math.min(alreadyPaid, fee.total)
  const total = fee.total - carriedOver
  return {
    total,
    // The tax share of the remaining amount; rounded down like the fee itself.
    tax: shareOfTax(fee.tax, total, fee.total),
    lines: fee.lines.map((line) => explainedLine(line, form.texts.ja, (textOf) => inEach(form.texts, textOf))),
    ...explainedLimit(fee),
    carriedOver,
  }
}

function inEach(texts: BuiltForm['texts'], textOf: (texts: FormTexts) => string): Text {
  const others = Object.entries(texts).map(([language, own]) => [language, textOf(own)] as const)
  return { ...Object.fromEntries(others), ja: textOf(texts.ja) }
}

/** The user's payments for the replaced application, along the whole chain of returns. */
export function paidFor(
  order: OrderRecord | null,
  find: { order(id: string): OrderRecord | null; charges(id: string): ChargeRecord[] },
): number {
  let paid = 0
  for (
    let current = order;
    current !== null;
    current = current.reapplyOf === undefined ? null : find.order(current.reapplyOf)
  ) {
    paid += find
      .charges(current.orderId)
      .filter(({ status }) => status === 'PAID')
      .reduce((sum, { total }) => sum + total, 0)
  }
  return paid
}

export function quoteView(fee: FeeRecord, locale: Locale): Quote {
  return {
    amount: { total: fee.total, tax: fee.tax, currency: 'JPY' },
    lines: linesView(fee.lines, locale),
    ...besideLines(fee),
  }
}

/** Why the total of a quote or a charge is not the sum of its lines; empty if it is. */
export function besideLines({
  carriedOver = 0,
  totalLimit,
}: Partial<Pick<FeeRecord, 'carriedOver' | 'totalLimit'>>): Pick<Quote, 'carriedOver' | 'totalLimit'> {
  return { ...(totalLimit ? { totalLimit } : {}), ...(carriedOver > 0 ? { carriedOver } : {}) }
}

export function linesView(lines: readonly FeeLineRecord[], locale: Locale) {
  return lines.map(({ label, reason, factors, ...line }) => ({
    label: inLanguage(label, locale),
    ...line,
    ...(reason ? { reason: inLanguage(reason, locale) } : {}),
    ...(factors ? { factors: factors.map((factor) => factorView(factor, locale)) } : {}),
  }))
}

function factorView({ number, unit }: FeeFactorRecord, locale: Locale) {
  return unit ? { number, unit: inLanguage(unit, locale) } : { number }
}
