import { uiOption } from '../../../form-model/schema-walk.ts'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Answers } from '../../../form-model/definition.ts'
import type { FieldError } from '../../lib/problem.ts'
import { ErrorSummary } from '../../ui/fields/ErrorSummary.tsx'
import type { FormUploads, UnfinishedUploads } from '../attachments/form-uploads.ts'
import { useEngineTexts } from '../definition/engine-texts.ts'
import type { EngineTexts } from '../definition/engine-texts.ts'
import { describeField, fieldId } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import { askedIn } from '../validation/answers-to-send.ts'
import { errorMessage } from '../validation/messages.ts'
import type { StepError } from '../validation/validate.ts'

export type FoundError = FieldError & Partial<Pick<StepError, 'params'>>

type Props = {
  form: LoadedForm
  answers: Answers
  errors: readonly FoundError[]
  uploads: FormUploads | undefined
}

/**
 * The errors of a step in the language of the form, each with a link to its field while the form asks for it. They stay
 * until the next attempt, except that of a pending upload, which ends without an action of the user, and those of
 * questions that a new version of the form does not ask.
 */
export function StepErrorSummary({ form, answers, errors, uploads }: Props) {
  const t = useEngineTexts()
  const unfinished = useUnfinished(uploads)
  // Errors that stay hidden if another file is chosen: the summary would take the focus.
  const [over, setOver] = useState<readonly FoundError[]>([])
  const isPending = (pointer: string) => unfinished.some((one) => one.pointer === pointer && one.code === 'uploading')
  const [foundIn] = useState(form.definition.formVersion)
  const isAsked = askedIn(form, answers)
  const isKept = (pointer: string) => foundIn === form.definition.formVersion || isAsked(pointer)
  const shown = errors.filter((error) => !over.includes(error) && isKept(error.pointer))
  const ended = shown.filter(({ code, pointer }) => code === 'uploading' && !isPending(pointer))
  if (ended.length > 0) setOver([...over, ...ended])

  const last = over.at(-1)
  useLayoutEffect(() => {
    // The focus was in the part of the summary that was removed.
    if (last !== undefined && document.activeElement === document.body)
      document.getElementById(fieldId(last.pointer))?.focus({ preventScroll: true })
  }, [last])
  if (shown.length === 0) return null
  return (
    <ErrorSummary
      title={t('summary.title', { count: shown.length })}
      errors={shown.map((error) => ({
        message: withRow(
          form,
          error.pointer,
          withLabel(errorMessage(form, error, t), describeField(form, error.pointer).text?.label, t),
          t,
        ),
        ...(isAsked(error.pointer) ? { targetId: fieldId(error.pointer) } : {}),
      }))}
    />
  )
}

const none: UnfinishedUploads = []
const noUploads = { subscribe: () => () => undefined, unfinished: () => none }

function useUnfinished(uploads: FormUploads | undefined): UnfinishedUploads {
  const { subscribe, unfinished } = uploads ?? noUploads
  return useSyncExternalStore(subscribe, unfinished)
}

/** Names the field in a message of the list; at the field the name is clear. */
function withLabel(message: string, label: string | undefined, t: EngineTexts): string {
  return label === undefined || message.includes(label) ? message : t('summary.named', { label, message })
}

/** The rows of a table have the same questions. */
function withRow(form: LoadedForm, pointer: string, message: string, t: EngineTexts): string {
  const row = pointer.slice(0, pointer.lastIndexOf('/'))
  const table = describeField(form, row.slice(0, row.lastIndexOf('/')))
  const isRow = table.schema.type === 'object' && uiOption(table.ui, 'layout') === 'table'
  return isRow ? withLabel(message, describeField(form, row).text?.label, t) : message
}
