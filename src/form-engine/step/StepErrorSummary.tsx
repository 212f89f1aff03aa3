import type { FieldError } from '../../lib/problem.ts'
import { ErrorSummary } from '../../ui/fields/ErrorSummary.tsx'
import { useEngineTexts } from '../definition/engine-texts.ts'
import { describeField, fieldId } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'

export type ShownError = FieldError & { message: string }

type Props = { form: LoadedForm; errors: readonly ShownError[] }

/** What is wrong, each with a link to its field; what belongs to no field stands without one. */
export function StepErrorSummary({ form, errors }: Props) {
  const t = useEngineTexts()
  const isField = (pointer: string) => Object.keys(describeField(form, pointer).schema).length > 0
  return (
    <ErrorSummary
      title={t('summary.title', { count: errors.length })}
      errors={errors.map(({ pointer, message }) => ({
        message,
        ...(isField(pointer) ? { targetId: fieldId(pointer) } : {}),
      }))}
    />
  )
}
