import { canonicalJson } from '../../../../form-model/canonical.ts'
import type { Answers } from '../../../../form-model/definition.ts'
import { hasRow, segmentsOf, valueAt } from '../../../../form-model/pointer.ts'
import type { OrderDetails } from '../../../api/generated/api.schemas.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { isAsked } from '../../../form-engine/validation/answers-to-send.ts'
import { pageOfStep } from './form-pages.ts'
import type { FormPage } from './form-pages.ts'

type Returned = Pick<OrderDetails, 'answers' | 'returnFields'>

/** An answer to correct that the tenant has named, and its page. */
export type FieldToCorrect = { pointer: string; page: FormPage }

/** The form of a correction: its pages, and whether it asks for an answer, given all others. */
export type FormToCorrect = { pages: readonly FormPage[]; asks: (pointer: string) => boolean }

export function formToCorrect(form: LoadedForm, answers: Answers, pages: readonly FormPage[]): FormToCorrect {
  return { pages, asks: (pointer) => hasRow(answers, pointer) && isAsked(form, answers, pointer) }
}

/** The named answers for which the form still asks. A correction elsewhere may have hidden one, or a new form dropped it. */
export function fieldsToCorrect({ returnFields = [] }: Returned, { pages, asks }: FormToCorrect): FieldToCorrect[] {
  return returnFields.flatMap((pointer) => {
    const page = pageOfStep(segmentsOf(pointer)[0] ?? '', pages)
    return page === null || !asks(pointer) ? [] : [{ pointer, page }]
  })
}

/** Whether all answers to correct are still those that were returned. Without any of them, every answer counts. */
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
 *
 * @param isSeen whether the user has seen a page of it. Before that, only a new version of the form can have changed
 *   the answers.
 */
export function startOfCorrection(
  returned: Returned,
  answers: Answers,
  form: FormToCorrect,
  isSeen: boolean,
): { page: string; pointer: string | null } | null {
  const fields = fieldsToCorrect(returned, form)
  if (isSeen && !isUncorrected(returned, answers, fields)) return null
  const [field] = fields
  if (field !== undefined) return { page: field.page.id, pointer: field.pointer }
  const [first] = form.pages
  return first === undefined ? null : { page: first.id, pointer: null }
}
