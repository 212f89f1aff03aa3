import type { PreviewForm } from '../../preview/preview-library.ts'
import { studioHost } from '../studio-host.ts'
import type { StudioLanguage } from '../studio-texts.ts'
import { useAnswer } from '../use-answer.ts'

/** The same list each time, so that rows are not rendered again. */
export const noFindings: PreviewForm['findings'] = []

/** The same form with the known objects of the findings that it had before, so that their rows are not rendered again. */
function withKnownFindings(form: PreviewForm | null, before: PreviewForm | null): PreviewForm | null {
  const known = new Map((before?.findings ?? []).map((finding) => [JSON.stringify(finding), finding]))
  return form && { ...form, findings: form.findings.map((finding) => known.get(JSON.stringify(finding)) ?? finding) }
}

/** Why nothing is known about the form although the check has answered; `null` if it was checked. */
export function uncheckedState(checked: PreviewForm | null): 'ended' | 'failed' | null {
  return checked?.shown === 'ended' || checked?.shown === 'failed' ? checked.shown : null
}

/** One if the form could not be checked; null before it is checked for the first time. */
export function errorCount(checked: PreviewForm | null): number | null {
  if (uncheckedState(checked)) return 1
  return checked && checked.findings.filter(({ severity }) => severity === 'error').length
}

/** The form as it was checked last; null before the first time. It is fetched again whenever it has changed on disk. */
export function useCheckedForm(name: string, language: StudioLanguage): PreviewForm | null {
  return useAnswer(`${name} ${language}`, () => studioHost().form(name, language), {
    concerns: (changed) => changed.includes(name),
    merge: withKnownFindings,
    // The last result stays until the next change; the header says if the server cannot be reached.
    onFailure: () => undefined,
  })
}
