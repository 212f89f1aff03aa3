import { canonicalJson } from '../../../../form-model/canonical.ts'
import type { Answers } from '../../../../form-model/definition.ts'
import { segmentsOf, valueAt } from '../../../../form-model/pointer.ts'
import type { OrderDetails } from '../../../api/generated/api.schemas.ts'
import { pageOfStep } from './form-pages.ts'
import type { FormPage } from './form-pages.ts'

type Returned = Pick<OrderDetails, 'answers' | 'returnFields'>

/** An answer to correct that the tenant has named, and its page. */
export type FieldToCorrect = { pointer: string; page: FormPage }

/** The named answers for which the form still asks. */
export function fieldsToCorrect({ returnFields = [] }: Returned, pages: readonly FormPage[]): FieldToCorrect[] {
  return returnFields.flatMap((pointer) => {
    const page = pageOfStep(segmentsOf(pointer)[0] ?? '', pages)
    return page === null ? [] : [{ pointer, page }]
  })
}

/** Whether all answers to correct are still those that were returned. If none is named, every answer counts. */
export function isUncorrected(returned: Returned, answers: Answers, fields: readonly FieldToCorrect[]): boolean {
  const pointers = fields.length === 0 ? [''] : fields.map(({ pointer }) => pointer)
  return pointers.every((pointer) => textAt(returned.answers, pointer) === textAt(answers, pointer))
}

function textAt(answers: unknown, pointer: string): string {
  return canonicalJson(valueAt(answers, pointer) ?? null)
}

/**
 * Where a correction is continued while nothing is corrected: at the first named answer, else on the first page. Null if
 * something is corrected. All answers may be valid, so that the form would open on its last page.
 */
export function startOfCorrection(
  returned: Returned,
  answers: Answers,
  pages: readonly FormPage[],
): { page: string; pointer: string | null } | null {
  const fields = fieldsToCorrect(returned, pages)
  if (!isUncorrected(returned, answers, fields)) return null
  const [field] = fields
  if (field !== undefined) return { page: field.page.id, pointer: field.pointer }
  const [first] = pages
  return first === undefined ? null : { page: first.id, pointer: null }
}
