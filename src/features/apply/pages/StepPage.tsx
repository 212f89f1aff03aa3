import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import type { StepAnswers } from '../../../../form-model/definition.ts'
import { segmentsOf } from '../../../../form-model/pointer.ts'
import { FoldedContext, NotesContext } from '../../../form-engine/field/field-context.ts'
import { FormPage } from '../../../form-engine/step/FormPage.tsx'
import type { FormPageHandle } from '../../../form-engine/step/FormPage.tsx'
import { useText } from '../../../i18n/use-text.ts'
import type { FieldError } from '../../../lib/problem.ts'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { inPhrases } from '../../../ui/phrases.ts'
import { ApplicationFoot } from './ApplicationFoot.tsx'
import styles from '../application/application-layout.module.css'
import pageStyles from './pages.module.css'
import { ApplicationProgress, positionId } from './ApplicationProgress.tsx'
import { attachmentsOf } from '../../../../form-model/answers.ts'
import { DraftNotices } from './DraftNotices.tsx'
import { adjacentPages, isWholeForm, pageAfter, pageCount, pageOfStep, pathOfPage, reviewPage } from './form-pages.ts'
import type { FormPage as PageOfForm } from './form-pages.ts'
import { useLookups } from '../delivery/lookups.ts'
import { PrefillOffer } from './PrefillOffer.tsx'
import { RegisteredCard, useFoldedFields } from './RegisteredCard.tsx'
import type { FoldedFields } from './RegisteredCard.tsx'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { useAttachments } from '../attachments/use-application-attachments.ts'
import { formProgress } from './use-form-progress.ts'
import type { FormProgress } from './use-form-progress.ts'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'
import { useReturnNotes } from './use-replaced-order.ts'
import { useRunningTotal } from './use-running-total.ts'

type Props = {
  application: OpenApplication
  progress: FormProgress
  page: PageOfForm
  /** The user had entered something before arriving. */
  isBegun: boolean
}

const noErrors: readonly FieldError[] = []

/** One page of the form. 次へ validates it and continues; 戻る never loses anything. */
export function StepPage({ application, progress, page, isBegun }: Props) {
  const { form, store } = application
  const t = useText('apply')
  const navigate = useNavigate()
  const fields = useRef<FormPageHandle>(null)
  const folded = useFoldedFields(application, page)
  const total = useRunningTotal(application)
  const several = isWholeForm(page)
  const texts = form.texts.steps[page.id]
  const title = several ? form.texts.title : (texts?.title ?? form.texts.title)
  const lead = several ? form.texts.description : texts?.description
  const isFirst = progress.pages[0] === page
  const { back } = adjacentPages(page.id, progress.pages)
  const isReturned = useApplicationState(store, (state) => state.content.reapplyOf !== null)

  // Commit before the next page is shown, which would still show that a corrected answer was refused.
  useLayoutEffect(() => () => store.commitStep(), [store])

  function goTo(target: string) {
    store.visit(target)
    void navigate(pathOfPage(application, target))
  }

  function takeOver() {
    for (const [step, answers] of Object.entries(fields.current?.flush() ?? {})) store.commit(step, answers)
  }

  function onNext() {
    const wrong = fields.current?.validate() ?? []
    takeOver()
    if (wrong.length > 0) return folded.showErrors(wrong)
    // The new answers may have shown or hidden steps.
    const now = formProgress(form, store.state().content.answers, store.uploads.unfinished())
    const here = pageOfStep(page.id, now.pages)
    goTo(here === null ? reviewPage : pageAfter(here.id, now, isReturned))
  }

  return (
    <form
      method="post"
      className={styles.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <ApplicationProgress application={application} progress={progress} current={page.id} />
      <PageTitle
        describedBy={positionId}
        title={title}
        lead={
          isFirst && form.texts.description !== undefined && !several ? (
            <>
              <span>{form.texts.description}</span>
              {lead !== undefined && <br />}
              {lead !== undefined && <span>{lead}</span>}
            </>
          ) : (
            lead
          )
        }
        documentTitle={t('step.documentTitle', {
          step: several ? t('progress.answers') : title,
          current: progress.pages.indexOf(page) + 1,
          total: pageCount(progress.pages),
          form: form.texts.title,
        })}
      />
      <DraftNotices application={application} page={page.id} isFirst={isFirst} mayStartOver={isFirst && isBegun} />
      <PageFields application={application} page={page} handle={fields} folded={folded} />
      <ApplicationFoot
        store={store}
        back={
          back === null
            ? null
            : () => {
                takeOver()
                goTo(back)
              }
        }
        next={pageAfter(page.id, progress, isReturned) === reviewPage ? t('step.review') : null}
        beforeSave={takeOver}
        total={total}
      />
    </form>
  )
}

type FieldsProps = {
  application: OpenApplication
  page: PageOfForm
  handle: RefObject<FormPageHandle | null>
  folded: FoldedFields
}

function PageFields({ application, page, handle, folded }: FieldsProps) {
  const { tenantId, form, store } = application
  const lookups = useLookups(tenantId)
  const answers = useApplicationState(store, (state) => state.content.answers)
  const refused = useApplicationState(store, (state) => state.serverErrors)
  const { layout, steps } = form.definition
  // One text has a stable identity: a new array, e.g. of the visible steps or in another language, would show the
  // errors again.
  const ids = (layout === 'page' ? steps.map(({ id }) => id) : [page.id]).join(' ')
  const errors = useMemo(() => {
    const here = ids.split(' ')
    const mine = refused.filter(({ pointer }) => here.includes(segmentsOf(pointer)[0] ?? ''))
    return mine.length === 0 ? noErrors : mine
  }, [refused, ids])
  const [attached] = useState(() => attachmentsOf(form.definition, answers))
  const { attachments, loading } = useAttachments(attached)
  const area = useRef<HTMLDivElement>(null)
  // Default values of the form do not create a draft; values that result from a user's action do, such as the file of an
  // upload that began before this page was shown (again).
  const touched = useRef(store.uploads.isBusy())
  const several = isWholeForm(page)

  function onFill(step: string, filled: StepAnswers | null) {
    if (filled !== null) flushSync(() => store.fill(step, filled))
    // Focus the area instead of a control: the keyboard of a phone would cover the answers to check.
    area.current?.focus()
  }

  function offer(step: string) {
    return (
      <>
        <RegisteredCard
          application={application}
          step={step}
          folded={folded}
          onChange={() => area.current?.focus({ preventScroll: true })}
        />
        <PrefillOffer application={application} step={step} onFill={(filled) => onFill(step, filled)} />
      </>
    )
  }

  function heading(step: string, id: string) {
    const { title = step, description } = form.texts.steps[step] ?? {}
    return (
      <>
        <h2 id={id} tabIndex={-1}>
          {inPhrases(title)}
        </h2>
        {description !== undefined && <p className={pageStyles.lead}>{description}</p>}
        {offer(step)}
      </>
    )
  }

  const notes = useReturnNotes(application)
  useFocusOnArrival(!loading, folded)
  if (loading) return <Skeleton lines={6} />
  return (
    <>
      {!several && offer(page.id)}
      <div
        ref={area}
        tabIndex={-1}
        data-fields=""
        onInputCapture={() => (touched.current = true)}
        onClickCapture={() => (touched.current = true)}
        onKeyDownCapture={() => (touched.current = true)}
      >
        <FoldedContext value={folded.pointers}>
          <NotesContext value={notes}>
            <FormPage
              ref={handle}
              form={form}
              stepIds={page.steps}
              answers={answers}
              serverErrors={errors}
              lookups={lookups}
              uploads={store.uploads}
              attachments={attachments}
              onInput={(pointer, value) => store.input(pointer, value)}
              onCommit={(step, stepAnswers) => store.commit(step, stepAnswers, !touched.current)}
              {...(several ? { heading } : {})}
            />
          </NotesContext>
        </FoldedContext>
      </div>
    </>
  )
}
