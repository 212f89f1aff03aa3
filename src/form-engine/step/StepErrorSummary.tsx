import type { FieldError } from '../../lib/problem.ts'
import { ErrorSummary } from '../../ui/fields/ErrorSummary.tsx'
import { useEngineTexts } from '../definition/engine-texts.ts'
import type { EngineTexts } from '../definition/engine-texts.ts'
import { describeField, fieldId } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'

export type ShownError = FieldError & { message: string }

type Props = { form: LoadedForm; errors: readonly ShownError[] }

/** The errors of a step, each with a link to its field if it has one. */
export function StepErrorSummary({ form, errors }: Props) {
  const t = useEngineTexts()
  const isField = (pointer: string) => Object.keys(describeField(form, pointer).schema).length > 0
  return (
    <ErrorSummary
      title={t('summary.title', { count: errors.length })}
      errors={errors.map(({ pointer, message }) => ({
        message: withLabel(message, describeField(form, pointer).text?.label, t),
        ...(isField(pointer) ? { targetId: fieldId(pointer) } : {}),
      }))}
    />
  )
}

/** In the list a message must name its field; at the field it need not. */
function withLabel(message: string, label: string | undefined, t: EngineTexts): string {
  return label === undefined || message.includes(label) ? message : t('summary.named', { label, message })
}
