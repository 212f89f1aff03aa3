import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { isRecord } from '../../../../form-model/record.ts'
import { arrivalFocus } from '../../../feedback/arrival-focus.ts'
import { ProblemError } from '../../../lib/problem.ts'
import { ApplicationBoundary } from '../application/ApplicationBoundary.tsx'
import { applicationAt } from '../application/ApplicationFlow.tsx'
import { AfterSubmission, ToResult, useWayToCause } from './Sending.tsx'
import { formToCorrect, startOfCorrection } from './correction.ts'
import { fieldWithLostFile, pageOfStep, pageToShow, pathOfPage, reviewPage } from './form-pages.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { ReviewPage } from './ReviewPage.tsx'
import { StepPage } from './StepPage.tsx'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { useFormProgress } from './use-form-progress.ts'
import type { FormProgress } from './use-form-progress.ts'
import { useFileStates } from './use-file-states.ts'
import { useViewFocus } from '../application/use-view-focus.ts'
import { useReplacedOrderQuery } from './use-replaced-order.ts'

/** `/application/{tenantId}/{serviceId}/{type}?step=`: the steps of the form and the review after them. */
export function Component() {
  const application = applicationAt(useLocation())
  const [search] = useSearchParams()
  const [silent] = useState(search.has('step'))
  if (application === null) throw new ProblemError({ kind: 'not-found', fields: [] })
  return (
    <ApplicationBoundary {...application} silent={silent}>
      {(application) => <CurrentPage application={application} />}
    </ApplicationBoundary>
  )
}

function CurrentPage({ application }: { application: OpenApplication }) {
  const { service, store } = application
  const [search] = useSearchParams()
  const phase = useApplicationState(store, (state) => state.submission.phase)
  const lastSeen = useApplicationState(store, (state) => state.content.step)
  const isCorrection = useApplicationState(store, (state) => state.content.reapplyOf !== null)
  useFileStates(application)
  useWayToCause(application)
  const progress = useFormProgress(application)
  // Read when the user arrives: the notice must not appear during typing.
  const [isBegun] = useState(() => !store.isUntouched())
  const isSending = phase === 'sending' || phase === 'done'
  const isAfter = phase !== 'editing' && !isSending
  useViewFocus(isAfter)
  if (isAfter) return <AfterSubmission application={application} />

  const requested = search.get('step')
  const shown = pageToShow(requested, lastSeen, progress.pages, progress.unfinished)
  if (isSending && (shown !== reviewPage || requested !== shown)) return <AfterSubmission application={application} />
  if (requested === null && isCorrection) {
    return <ContinuedCorrection application={application} progress={progress} otherwise={shown} />
  }
  // The address names the page that is shown, so that reload, Back and a bookmark agree with the screen.
  if (requested !== shown || (shown === reviewPage && service.fee.kind !== 'NONE')) {
    const lost = fieldWithLostFile(store.uploads.unfinished(), shown, progress.pages)
    return <ToPage application={application} page={shown} field={lost} />
  }
  const page = pageOfStep(shown, progress.pages)
  return page === null ? (
    <>
      <ReviewPage application={application} progress={progress} />
      {phase === 'done' && <ToResult application={application} />}
    </>
  ) : (
    <StepPage key={shown} application={application} progress={progress} page={page} isBegun={isBegun} />
  )
}

type ContinuedProps = { application: OpenApplication; progress: FormProgress; otherwise: string }

/** Opens a correction at an answer to correct as long as nothing is corrected, `otherwise` at the user's last page. */
function ContinuedCorrection({ application, progress: { pages }, otherwise }: ContinuedProps) {
  const { form, store } = application
  const answers = useApplicationState(store, ({ content }) => content.answers)
  const { data, isLoading } = useReplacedOrderQuery(application)
  if (isLoading) return <Skeleton />
  const isSeen = store.state().content.step !== null
  const start = data && startOfCorrection(data, answers, formToCorrect(form, answers, pages), isSeen)
  const { page, pointer } = start ?? { page: otherwise, pointer: null }
  return <ToPage application={application} page={page} field={pointer} />
}

/** `field`: the one that gets the focus there; null for the heading. */
function ToPage({ application, page, field }: { application: OpenApplication; page: string; field: string | null }) {
  const state: unknown = useLocation().state
  const focus = field === null ? {} : arrivalFocus(field)
  return (
    <>
      <Navigate replace to={pathOfPage(application, page)} state={{ ...(isRecord(state) ? state : {}), ...focus }} />
      <Skeleton />
    </>
  )
}
