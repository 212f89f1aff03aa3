import { buildForm } from './build-form.ts'
import { hasErrors, toFindings } from '../source/finding.ts'
import { checkForm } from '../check/check-form.ts'

/** What a form is built as; null if it has errors. */
export function versionToReview(folder: string): string | null {
  const { form, problems } = checkForm(folder)
  return hasErrors(toFindings(problems, 'en')) ? null : buildForm(form).definition.formVersion
}
