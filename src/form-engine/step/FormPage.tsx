import Form from '@rjsf/core'
import type { RJSFSchema, UiSchema as RjsfUiSchema } from '@rjsf/utils'
import { useCallback, useEffectEvent, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Ref } from 'react'
import { flushSync } from 'react-dom'
import type { Answers, StepAnswers } from '../../../form-model/definition.ts'
import type { FieldError } from '../../lib/problem.ts'
import { defaultFormState } from '../validation/default-form-state.ts'
import { useEngineTexts } from '../definition/engine-texts.ts'
import { watchGestures } from '../field/after-gesture.ts'
import { EngineContext } from '../field/field-context.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { LoadedForm } from '../definition/load-form.ts'
import type { FormUploads } from '../attachments/form-uploads.ts'
import type { FormStepHandle, Lookups } from '../field/ports.ts'
import type { AttachmentRef } from '../attachments/attachment-storage.ts'
import { fields, templates, widgets } from './registry.tsx'
import { StepEngine } from '../field/step-engine.ts'
import type { NewPointer } from '../field/step-errors.ts'
import { StepErrorSummary } from './StepErrorSummary.tsx'
import type { FoundError } from './StepErrorSummary.tsx'
import { rjsfValidator } from '../validation/rjsf-validator.ts'
import css from './FormPage.module.css'
import type { WordedError } from '../validation/validate.ts'
import type { Elements } from '../../ui/elements.ts'

export type FormStepProps = {
  form: LoadedForm
  stepId: string
  /** The whole answers. Answers other than those last passed to `onCommit` replace the shown values. */
  answers: Answers
  /** Errors of the API, by JSON Pointer into the answers. A new list is shown, with the focus on the summary. */
  serverErrors?: readonly FieldError[]
  lookups: Lookups
  /** Needed only by forms with attachments. */
  uploads?: FormUploads
  /** Metadata of files attached before, for their names and states. */
  attachments?: readonly AttachmentRef[]
  /**
   * Called on every keystroke with the JSON Pointer into the answers and the value as it would be stored. It is for
   * drafts, so it need not render anything.
   */
  onInput: (pointer: string, value: unknown) => void
  /** Called with the step's answers after a field was left, a choice was made or a list was changed. */
  onCommit: (stepAnswers: StepAnswers) => void
  /** Called before entries of a list are removed or moved. */
  onEntriesMoved?: (newPointer: NewPointer) => void
  /** `false` if a page shows one summary for several steps. */
  summary?: boolean
  ref?: Ref<FormStepHandle>
}

const noAttachments: readonly AttachmentRef[] = []
const noErrors: readonly FieldError[] = []

/** One step of a form, without `<form>` and buttons: the page around it handles navigation. */
export function FormStep(props: FormStepProps) {
  // Another step gets a form of its own, with its own state.
  return <OneStep key={props.stepId} {...props} />
}

function OneStep(props: FormStepProps) {
  const { form, stepId, answers, serverErrors = noErrors, summary = true, ref } = props
  const t = useEngineTexts()
  const deps = {
    answers,
    t,
    lookups: props.lookups,
    uploads: props.uploads,
    attachments: props.attachments ?? noAttachments,
    onInput: props.onInput,
    onCommit: props.onCommit,
    onEntriesMoved: (newPointer: NewPointer) => {
      setShown(moved(newPointer))
      props.onEntriesMoved?.(newPointer)
    },
  }
  const [engine, setEngine] = useState(() => new StepEngine(form, stepId, deps))
  const [shown, setShown] = useState<ShownErrors>({ key: 0, errors: [] })

  const [given, setGiven] = useState({ errors: noErrors, generation: 0 })
  if (engine.form !== form) {
    // Another language or version: the fields are shown again, with the errors that were shown.
    setEngine(engine.inForm(form, deps))
    setGiven({ ...given, generation: given.generation + 1 })
  } else if (given.errors !== serverErrors) {
    setGiven({ ...given, errors: serverErrors })
    if (hasNew(serverErrors, given.errors)) setShown({ key: shown.key + 1, errors: serverErrors })
  }
  useLayoutEffect(() => engine.setDeps(deps))
  const own = answers[stepId]
  const adopt = useEffectEvent((given: StepAnswers | undefined) => {
    if (!engine.isOwn(given)) engine.replace(given ?? {})
  })
  // Not for another engine, which continues with text that the page does not have yet.
  useLayoutEffect(() => adopt(own), [own])
  useLayoutEffect(() => engine.setServerErrors(serverErrors), [engine, serverErrors])

  useImperativeHandle(ref, () => {
    const flush = () => {
      flushSync(() => engine.commitPending())
      return engine.latest
    }
    return {
      flush,
      validate: () => {
        flush()
        const errors = engine.validate()
        setShown(({ key }) => ({ key: key + 1, errors }))
        return errors
      },
    }
  }, [engine])

  const value = useMemo(() => ({ engine, t }), [engine, t])
  return (
    <EngineContext value={value}>
      {summary && shown.errors.length > 0 && (
        <StepErrorSummary
          key={`summary ${shown.key}`}
          form={form}
          answers={answers}
          errors={shown.errors}
          uploads={props.uploads}
        />
      )}
      <StepFields key={`fields ${given.generation}`} engine={engine} />
      <Announcer engine={engine} />
    </EngineContext>
  )
}

/** The errors of the summary; another key shows it as a new one. */
type ShownErrors = { key: number; errors: readonly FoundError[] }

/** The links of the summary follow the entries of a list. */
function moved(newPointer: NewPointer) {
  return ({ key, errors }: ShownErrors): ShownErrors => ({
    key,
    errors: errors.flatMap((error) => {
      const pointer = newPointer(error.pointer)
      return pointer === null ? [] : pointer === error.pointer ? [error] : [{ ...error, pointer }]
    }),
  })
}

/** Whether the API has refused something else: a list without the corrected errors is no new attempt. */
function hasNew(errors: readonly FieldError[], before: readonly FieldError[]): boolean {
  return errors.some(({ pointer, code }) => !before.some((one) => one.pointer === pointer && one.code === code))
}

/** Live region for changes elsewhere on the screen. Another language begins without the last announcement. */
function Announcer({ engine }: { engine: StepEngine }) {
  const { form } = engine
  const [shown, setShown] = useState({ form, key: 0 })
  if (shown.form !== form) setShown({ form, key: shown.key + 1 })
  return (
    <VisuallyHidden>
      <output key={shown.key} ref={(element) => engine.attachAnnouncer(element)} />
    </VisuallyHidden>
  )
}

/** rjsf's form: rendered once, and again only by itself. */
function StepFields({ engine }: { engine: StepEngine }) {
  const { form, stepId } = engine
  const step = form.definition.steps.find(({ id }) => id === stepId)
  if (!step) throw new Error(`The form has no step ${stepId}`)
  const [initial] = useState(engine.latest)
  const mounted = useRef(false)
  const early = useRef<{ data: unknown } | null>(null)

  const onChange = useCallback(
    ({ formData }: { formData?: unknown }) => {
      // rjsf reports its default values from its constructor, while React renders.
      if (mounted.current) engine.formChanged(formData)
      else early.current = { data: formData }
    },
    [engine],
  )
  const attach = useCallback(
    (instance: Form<unknown> | null) => {
      if (instance !== null) watchGestures()
      mounted.current = instance !== null
      engine.attach(instance === null ? null : (path, value) => instance.setFieldValue(path, value))
      if (instance !== null && early.current) {
        const { data } = early.current
        early.current = null
        queueMicrotask(() => engine.formChanged(data))
      }
    },
    [engine],
  )
  return useMemo(
    () => (
      <Form<unknown>
        ref={attach}
        tagName="div"
        className="form-step"
        schema={step.schema as RJSFSchema}
        uiSchema={(step.ui ?? noUi) as RjsfUiSchema}
        validator={rjsfValidator}
        fields={fields}
        templates={templates}
        widgets={widgets}
        idPrefix={stepId}
        idSeparator="."
        initialFormData={initial}
        onChange={onChange}
        noValidate
        showErrorList={false}
        experimental_defaultFormStateBehavior={defaultFormState}
      >
        <></>
      </Form>
    ),
    [attach, step, stepId, initial, onChange],
  )
}

const noUi = {}

export type FormPageHandle = {
  /** Commits the text being typed and returns the answers of the steps on the page. */
  flush: () => Answers
  /** Commits and validates all steps on the page, shows one list of errors and moves the focus there. */
  validate: () => WordedError[]
}

type Props = Omit<FormStepProps, 'stepId' | 'onCommit' | 'onEntriesMoved' | 'summary' | 'ref'> & {
  stepIds: readonly string[]
  onCommit: (stepId: string, stepAnswers: StepAnswers) => void
  /** Shown above a step's fields, e.g. its title; `id` is for `aria-labelledby` of the section. */
  heading?: (stepId: string, id: string) => Elements
  ref?: Ref<FormPageHandle>
}

/**
 * Several steps below each other: one form for each, so that typing costs no more than in a single step, and one
 * summary.
 */
export function FormPage({ stepIds, onCommit, heading, ref, ...step }: Props) {
  const handles = useRef(new Map<string, FormStepHandle>())
  const { form, serverErrors = noErrors } = step
  const [shown, setShown] = useState<ShownErrors>({ key: 0, errors: [] })
  const [given, setGiven] = useState<readonly FieldError[]>(noErrors)
  if (given !== serverErrors) {
    setGiven(serverErrors)
    if (hasNew(serverErrors, given)) setShown({ key: shown.key + 1, errors: serverErrors })
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
      {shown.errors.length > 0 && (
        <StepErrorSummary
          key={shown.key}
          form={form}
          answers={step.answers}
          errors={shown.errors}
          uploads={step.uploads}
        />
      )}
      {stepIds.map((id) => (
        <section className={css.section} key={id} aria-labelledby={heading ? `${id}-title` : undefined}>
          {heading?.(id, `${id}-title`)}
          <FormStep
            {...step}
            stepId={id}
            summary={false}
            onCommit={(stepAnswers) => onCommit(id, stepAnswers)}
            onEntriesMoved={(newPointer) => setShown(moved(newPointer))}
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
