import { formatRegExp } from './formats.ts'

/**
 * Check digit of a corporate number (法人番号): the leftmost of 13 digits, computed from the 12 others (Ministry of Finance
 * Ordinance No. 70 of 2014, Art. 2). It detects a typing error but never proves that the corporation exists.
 */
export function corporateCheckDigit(base12: string): number {
  return (
    9 -
    (Array.from(base12)
      .reverse()
      .reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 2), 0) %
      9)
  )
}

export function isCorporateNumber(value: string): boolean {
  return formatRegExp('jp-corporate-number').test(value) && Number(value[0]) === corporateCheckDigit(value.slice(1))
}
