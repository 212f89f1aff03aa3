import { Fragment, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import type { Service } from '../../../api/generated/api.schemas.ts'
import { useByLanguage } from '../../../api/use-by-language.ts'
import { useSession, useSessionPort } from '../../../identity/port.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { useIsHere } from '../../../lib/use-navigate-from-here.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { useConfig } from '../../../lib/config-context.ts'
import { useArrived } from '../../../lib/use-arrived.ts'
import { useNow } from '../../../lib/use-now.ts'
import { paths } from '../../../paths.ts'
import { ServiceNoun } from '../../../tenant/ServiceNoun.tsx'
import { serviceAvailability } from '../../../tenant/service-availability.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { useServices } from '../../../tenant/use-services.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { requestPageFocus } from '../../../ui/PageTitle.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { ApplicationEnded } from './ApplicationEnded.tsx'
import { applicationDeps, rulesOf } from './application-deps.ts'
import { openOnce, openVersion, ownership, prefetchDraft, storeOf } from './application-owner.ts'
import type { ApplicationStore } from './application-store.ts'
import { EditedElsewhere } from './EditedElsewhere.tsx'
// Answers to the log-out of another tab.
import './log-out.ts'
import { runAsQuery } from '../../../api/http.ts'
import { applicationName } from '../draft/draft.ts'
import type { ApplicationKey } from '../draft/draft.ts'
import { formQuery, formsKey, publishedIn } from './form-query.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { useResult } from './result.ts'
import { SentElsewhere, useSentElsewhere } from './SentElsewhere.tsx'
import { useApplicationState } from './use-application.ts'
import { useViewFocus } from './use-view-focus.ts'
import type { OpenApplication } from './use-application.ts'
import type { Elements } from '../../../ui/elements.ts'

type Props = {
  serviceId: string
  type: string
  /** Skips the question whether to continue a saved application. */
  silent?: boolean
  children: (application: OpenApplication) => Elements
}

/** Combines service, form and application for the pages of the flow; shows the reason if it cannot continue. */
export function ApplicationBoundary({ serviceId, type, silent = false, children }: Props) {
  const { tenantId } = useTenant()
  const { userId } = useSession()
  const key = { tenantId, userId, serviceId, type }
  const services = useServices()
  const service = services.find((one) => one.serviceId === serviceId) ?? null
  const published = publishedIn(services, key)
  const now = useNow()
  if (service === null || published === null) {
    const availability = service && serviceAvailability(service, now)
    // A service without a form may be one that is prepared, or that has closed.
    const reason = availability === null || availability.kind === 'open' ? 'unknown' : availability.kind
    return (
      <ServiceNoun of={service}>
        <ApplicationEnded service={service} reason={reason} />
      </ServiceNoun>
    )
  }
  return (
    <ServiceNoun of={service}>
      <InThisTab key={applicationName(key)} applicationKey={key}>
        <InItsVersion applicationKey={key} service={service} published={published} silent={silent}>
          {children}
        </InItsVersion>
      </InThisTab>
    </ServiceNoun>
  )
}

/** The application, if this tab edits it, or the page that says where it is. */
function InThisTab({ applicationKey, children }: { applicationKey: ApplicationKey; children: Elements }) {
  const name = applicationName(applicationKey)
  const place = useSyncExternalStore(ownership.subscribe, () => ownership.place(name))
  useViewFocus(place.kind)
  if (place.kind === 'unclaimed') return <Skeleton />
  // Each claim opens the application again, with what another tab has written meanwhile.
  if (place.kind === 'here') return <Fragment key={place.claim}>{children}</Fragment>
  return <EditedElsewhere name={name} place={place} onContinue={() => void ownership.takeOver(name)} />
}

type OpenedProps = Pick<Props, 'children'> & { applicationKey: ApplicationKey; service: Service; silent: boolean }

/** An open application stays on the screen, in its version, whatever is published meanwhile and whether it can be read. */
function InItsVersion({ published, ...opened }: OpenedProps & { published: string }) {
  const { applicationKey: key, service } = opened
  const [formVersion] = useState(() => openVersion(applicationName(key)) ?? published)
  return (
    <WithForm service={service} applicationKey={key} formVersion={formVersion}>
      {(form) => <OpenedApplication {...opened} current={form} />}
    </WithForm>
  )
}

type WithFormProps = Pick<OpenedProps, 'applicationKey' | 'service'> & {
  formVersion: string
  children: (form: LoadedForm) => Elements
}

function WithForm({ service, applicationKey: { tenantId, serviceId, type }, formVersion, children }: WithFormProps) {
  const { formsBase } = useConfig()
  const address = { formsBase, tenantId, serviceId, type, formVersion }
  const result = useByLanguage((language) => formQuery(address, language))
  if (result.kind !== 'form') return <ApplicationEnded service={service} reason={result.kind} />
  return children(result.form)
}

/**
 * The form is still in the language that was chosen before, because its texts in the new one did not arrive.
 * @param isNew the language was chosen on this page, not on one before
 */
function LanguageMissing({ isNew }: { isNew: boolean }) {
  const t = useText('apply')
  const common = useText('common')
  const queryClient = useQueryClient()
  return (
    <Notice tone="warning" {...(isNew && { role: 'alert' })}>
      <p>{t('language.missing')}</p>
      <Button variant="secondary" onClick={() => void queryClient.invalidateQueries({ queryKey: formsKey })}>
        {common('button.retry')}
      </Button>
    </Notice>
  )
}

function OpenedApplication({ applicationKey: key, current, silent, ...read }: OpenedProps & { current: LoadedForm }) {
  const { tenantId } = useTenant()
  const { formsBase } = useConfig()
  const session = useSessionPort()
  const language = useLanguage()
  const queryClient = useQueryClient()
  const [opening] = useState(() => {
    // Loading the form may have taken long.
    prefetchDraft(key, runAsQuery(queryClient))
    const deps = applicationDeps(key, { tenantId, session, queryClient, formsBase, language })
    return openOnce(key, rulesOf(current), deps, silent)
  })
  const store = useArrived(opening) ?? storeOf(applicationName(key))
  return store === null ? <Skeleton /> : <ReadApplication store={store} {...read} />
}

type ReadProps = Pick<OpenedProps, 'service' | 'children'> & { store: ApplicationStore }

function ReadApplication({ store, service, children }: ReadProps) {
  const { tenantId } = useTenant()
  const language = useLanguage()
  const [arrivedIn] = useState(language)
  const { key } = store
  const formVersion = useApplicationState(store, (state) => state.content.formVersion)
  const phase = useApplicationState(store, (state) => state.submission.phase)
  useResult(useApplicationState(store, (state) => state.submission.order))
  const sent = useSentElsewhere({ key, store })
  const isSent = sent !== null && sent !== 'reading'
  const availability = serviceAvailability(service, useNow())
  const isEnded = availability.kind !== 'open' && phase === 'editing'
  useViewFocus(`${isSent} ${isEnded}`)
  const navigate = useNavigate()
  const isHere = useIsHere()
  async function startOver(onEmptied: () => void): Promise<void> {
    store.startOver()
    onEmptied()
    // The button that opened the dialog disappears with its notice.
    requestPageFocus()
    // Ends only if another one is shown at once: what is typed into an ended application is lost.
    if (await store.endUntouched(isHere))
      await navigate(paths.application(tenantId, key.serviceId, key.type), { replace: true })
  }
  if (isSent) return <SentElsewhere store={store} service={service} order={sent} />
  if (isEnded) {
    return <ApplicationEnded service={service} reason={availability.kind} kept={!store.isUntouched()} />
  }
  return (
    <WithForm service={service} applicationKey={key} formVersion={formVersion}>
      {(form) => (
        <>
          <LeaveGuard store={store} />
          {form.language !== language && <LanguageMissing isNew={language !== arrivedIn} />}
          {children({ tenantId, key, service, form, store, startOver })}
        </>
      )}
    </WithForm>
  )
}
