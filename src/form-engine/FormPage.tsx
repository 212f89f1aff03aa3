import { useImperativeHandle, useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import type { Answers, StepAnswers } from '../../form-model/definition.ts'
import type { FieldError } from '../lib/problem.ts'
import { useEngineTexts } from './definition/engine-texts.ts'
import { FormStep } from './step/FormStep.tsx'
import type { FormStepProps } from './step/FormStep.tsx'
import css from './FormPage.module.css'
import { errorMessage } from './validation/messages.ts'
import type { FormStepHandle } from './field/ports.ts'
import { StepErrorSummary } from './step/StepErrorSummary.tsx'
import type { ShownError } from './step/StepErrorSummary.tsx'
import type { WordedError } from './validation/validate.ts'

export type FormPageHandle = {
  /** Commits the text being typed and returns the answers of the steps on the page. */
  flush: () => Answers
  /** Commits and validates all steps on the page, shows one list of errors and moves the focus there. */
  validate: () => WordedError[]
}

type Props = Omit<FormStepProps, 'stepId' | 'onCommit' | 'summary' | 'ref'> & {
  stepIds: readonly string[]
  onCommit: (stepId: string, stepAnswers: StepAnswers) => void
  /** Shown above a step's fields, e.g. its title; `id` is for `aria-labelledby` of the section. */
  heading?: (stepId: string, id: string) => ReactNode
  ref?: Ref<FormPageHandle>
}

/**
 * Several steps below each other: one form for each, so that typing costs no more than in a single step, and one
 * summary.
 */
export function FormPage({ stepIds, onCommit, heading, ref, ...step }: Props) {
  const handles = useRef(new Map<string, FormStepHandle>())
  const t = useEngineTexts()
  const { form, serverErrors } = step
  const [shown, setShown] = useState<{ key: number; errors: ShownError[] }>({ key: 0, errors: [] })
  const [given, setGiven] = useState<readonly FieldError[] | undefined>()
  if (given !== serverErrors) {
    setGiven(serverErrors)
    setShown({
      key: shown.key + 1,
      errors: (serverErrors ?? []).map((error) => ({ ...error, message: errorMessage(form, error, t) })),
    })
  }
  useImperativeHandle(
    ref,
    () => ({
      flush: () =>
        Object.fromEntries(
          stepIds.flatMap((id) => {
            const answers = handles.current.get(id)?.flush()
            return answers === undefined ? [] : [[id, answers]]
          }),
        ),
      validate: () => {
        const errors = stepIds.flatMap((id) => handles.current.get(id)?.validate() ?? [])
        setShown(({ key }) => ({ key: key + 1, errors }))
        return errors
      },
    }),
    [stepIds],
  )
  return (
    <>
      {shown.errors.length > 0 && <StepErrorSummary key={shown.key} form={form} errors={shown.errors} />}
      {stepIds.map((id) => (
        <section className={css.section} key={id} aria-labelledby={heading ? `${id}-title` : undefined}>
          {heading?.(id, `${id}-title`)}
          <FormStep
            {...step}
            stepId={id}
            summary={false}
            onCommit={(stepAnswers) => onCommit(id, stepAnswers)}
            ref={(handle) => {
              if (handle) handles.current.set(id, handle)
              else handles.current.delete(id)
            }}
          />
        </section>
      ))}
    </>
  )
}
