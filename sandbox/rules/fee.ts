import { conditionHolds } from '../../form-model/conditions.ts'
import { inLanguage } from '../../form-model/language-tag.ts'
import { evaluateFee } from '../../form-model/fee.ts'
import type { EvaluatedFeeLine } from '../../form-model/fee.ts'
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
    tax: fee.total === 0 ? 0 : Math.floor((fee.tax * total) / fee.total),
    lines: fee.lines.map((line) => lineOf(line, form.texts)),
    carriedOver,
  }
}

const roundingModes = { down: 'DOWN', 'half-up': 'HALF_UP', up: 'UP' } as const
const limits = { minimum: 'MINIMUM', maximum: 'MAXIMUM' } as const

function lineOf(line: EvaluatedFeeLine, texts: BuiltForm['texts']): FeeLineRecord {
  const { amount, unitAmount, factors, percent, rounding, limit, reason, isLater } = line
  const label = inEach(texts, (own) => labelOf(line, own))
  const because = reason === undefined ? {} : { reason: inEach(texts, (own) => own.fee?.[reason] ?? reason) }
  if (isLater) return { label, amount, announcedLater: true }
  const isQuantity = factors.every(({ of, number }) => of === 'quantity' && Number.isInteger(number))
  return {
    label,
    ...(isQuantity
      ? { quantity: factors[0]?.number ?? 1 }
      : { factors: factors.map((factor) => factorOf(factor, texts)) }),
    unitPrice: unitAmount,
    amount,
    ...(percent === undefined ? {} : { percent }),
    ...(rounding ? { rounding: { mode: roundingModes[rounding.mode], to: rounding.to } } : {}),
    ...(limit ? { limit: limits[limit] } : {}),
    ...because,
  }
}

function factorOf({ number, field }: EvaluatedFeeLine['factors'][number], texts: BuiltForm['texts']) {
  if (field === undefined || texts.ja.fields[field]?.unit === undefined) return { number }
  return { number, unit: inEach(texts, ({ fields }) => fields[field]?.unit ?? '') }
}

function inEach(texts: BuiltForm['texts'], textOf: (texts: FormTexts) => string): Text {
  const others = Object.entries(texts).map(([language, own]) => [language, textOf(own)] as const)
  return { ...Object.fromEntries(others), ja: textOf(texts.ja) }
}

function labelOf({ text, choice }: EvaluatedFeeLine, texts: FormTexts): string {
  const label = texts.fee?.[text] ?? text
  const chosen = choice === undefined ? undefined : texts.fields[choice.field]?.options?.[choice.value]
  return chosen === undefined ? label : `${label} ${chosen}`
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
    ...deduction(fee),
  }
}

/** What quotes and charges name as deducted from the lines; empty if that is nothing. */
export function deduction({ carriedOver = 0 }: Partial<Pick<FeeRecord, 'carriedOver'>>): { carriedOver?: number } {
  return carriedOver > 0 ? { carriedOver } : {}
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
