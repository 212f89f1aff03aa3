import { useMemo, useSyncExternalStore } from 'react'
import type { Answers } from '../../../../form-model/definition.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { segmentsOf } from '../../../../form-model/pointer.ts'
import type { UnfinishedUploads } from '../../../form-engine/attachments/form-uploads.ts'
import { answersToSend, isAsked } from '../../../form-engine/validation/answers-to-send.ts'
import { validateStep } from '../../../form-engine/validation/validate.ts'
import { visibleSteps } from '../../../form-engine/definition/visible-steps.ts'
import { firstUnfinishedPage, pagesOf } from './form-pages.ts'
import type { FormPage } from './form-pages.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'

export type FormProgress = {
  /** The ids of the steps that the answers make visible. */
  steps: string[]
  pages: FormPage[]
  /** The first page with a missing or invalid answer or a pending upload; null if all is complete. */
  unfinished: FormPage | null
}

/** The pages of the form for these answers, and their progress. One rule for progress, navigation and review. */
export function formProgress(form: LoadedForm, answers: Answers, uploads: UnfinishedUploads = []): FormProgress {
  // As the API sees them: an answer that is hidden now decides about no step.
  const steps = visibleSteps(form.definition, answersToSend(form, answers))
  const pages = pagesOf(form.definition.layout, steps)
  const asked = uploads.filter(({ pointer }) => isAsked(form, answers, pointer))
  const unfinished = firstUnfinishedPage(
    pages,
    answers,
    (step) =>
      validateStep(form, step, answers).length + asked.filter(({ pointer }) => segmentsOf(pointer)[0] === step).length,
  )
  return { steps, pages, unfinished }
}

export function useFormProgress({ form, store }: Pick<OpenApplication, 'form' | 'store'>): FormProgress {
  const answers = useApplicationState(store, (state) => state.content.answers)
  const uploads = useSyncExternalStore(store.uploads.subscribe, store.uploads.unfinished)
  return useMemo(() => formProgress(form, answers, uploads), [form, answers, uploads])
}
