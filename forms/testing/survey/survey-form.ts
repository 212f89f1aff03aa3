import { checkForm } from '../../check/check-form.ts'
import type { CheckedForm } from '../../check/check-form.ts'
import type { Drawing } from '../../draw/drawing.ts'
import { undrawnSteps } from '../../draw/undrawn-steps.ts'
import { readFormFiles } from '../../edit/form-folder.ts'
import { countConditions } from './kept-conditions.ts'
import type { ConditionCounts } from './kept-conditions.ts'
import { savingFaults } from './saved-bytes.ts'

/** What the studio and the form engine make of a form that somebody else wrote. */
export type SurveyedForm = {
  checked: CheckedForm
  /** Faults of opening, saving and changing it. */
  saving: string[]
  conditions: ConditionCounts
  /** Steps that the engine could not draw with each of the answers; empty for a form that is not built. */
  undrawn: string[]
}

export async function surveyForm(
  folder: string,
  drawing: Pick<Drawing, 'drawAnswers'>,
  now: number,
): Promise<SurveyedForm> {
  const files = readFormFiles(folder)
  const checked = checkForm(folder, { now })
  return {
    checked,
    saving: await savingFaults(files),
    conditions: countConditions(files),
    undrawn: (await undrawnSteps(drawing, checked, now)).map(({ params }) => `${params?.step}: ${params?.reason}`),
  }
}
