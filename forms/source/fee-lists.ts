import { isRecord, recordOf } from '../../form-model/record.ts'

/**
 * A fee list has the amounts of a list of choices, beside it: `shared/kinds.fees.json` is a table by the choices of
 * `shared/kinds.schema.json`, `shared/kinds-by-areas.fees.json` one by those of two lists. The amount of a fee refers to
 * it as a question refers to the list.
 */
export function feeListReference(amount: unknown): string | null {
  if (!isRecord(amount) || !('byAnswer' in amount || 'byAnswers' in amount)) return null
  const { $ref } = recordOf(amount.table)
  return typeof $ref === 'string' ? $ref : null
}

/** The form with the amounts of fee lists instead of the references to them; what cannot be found has no amounts. */
export function withFeeLists(
  form: { [key: string]: unknown },
  find: (ref: string, pointer: string) => unknown,
): { [key: string]: unknown } {
  const { fee } = form
  if (!isRecord(fee) || !Array.isArray(fee.lines)) return form
  const lines = fee.lines.map((line: unknown, index) => {
    const ref = isRecord(line) ? feeListReference(line.amount) : null
    if (!isRecord(line) || !isRecord(line.amount) || ref === null) return line
    const table = find(ref, `/fee/lines/${index}/amount/table`)
    return { ...line, amount: { ...line.amount, table: isRecord(table) ? table : {} } }
  })
  return { ...form, fee: { ...fee, lines } }
}
