import { useLayoutEffect, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { canonicalJson } from '../../../../form-model/canonical.ts'
import { useText } from '../../../i18n/use-text.ts'
import { formatAddress } from '../../../lib/japanese.ts'
import { paths } from '../../../paths.ts'
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx'
import { Button } from '../../../ui/Button.tsx'
import { AfterSubmission, useWayToCause } from './Sending.tsx'
import { ApplicationFoot } from './ApplicationFoot.tsx'
import styles from '../application/application-layout.module.css'
import pageStyles from './pages.module.css'
import { pathOfPage, reviewPage } from './form-pages.ts'
import { needsAddress } from '../submission/submission-server.ts'
import { chosenAddress } from '../draft/draft.ts'
import { OpenQuestion } from '../questions/OpenQuestion.tsx'
import { OrderPage } from './OrderPage.tsx'
import { ShippingFieldset, useShippingTexts } from '../delivery/ShippingFieldset.tsx'
import {
  fromShippingFields,
  shippingErrors,
  toShippingFields,
  typedAddress,
  unusedAddress,
} from '../delivery/shipping-form.ts'
import type { ShippingFields } from '../delivery/shipping-form.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { useFormProgress } from './use-form-progress.ts'
import { addressOfApplicant, useProfileAddress } from '../delivery/use-shipping.ts'

/** `/order/shippingaddress/{tenantId}/{serviceId}?type=`: the profile's address or another one. */
export function Component() {
  return <OrderPage to={paths.shippingAddress}>{(application) => <CurrentState application={application} />}</OrderPage>
}

function CurrentState({ application }: { application: OpenApplication }) {
  const { tenantId, key, form, service, store } = application
  const phase = useApplicationState(store, (state) => state.submission.phase)
  const answers = useApplicationState(store, (state) => state.content.answers)
  const { unfinished } = useFormProgress(application)
  useWayToCause(application)
  if (phase !== 'editing') return <AfterSubmission application={application} />
  if (unfinished !== null || !needsAddress(service, form, answers)) {
    const step = unfinished?.id ?? reviewPage
    return <Navigate replace to={paths.application(tenantId, key.serviceId, key.type, { step })} />
  }
  return <ShippingForm application={application} />
}

type Choice = 'profile' | 'another'

/** What is typed here is part of the draft like every answer, complete or not. */
function ShippingForm({ application }: { application: OpenApplication }) {
  const { tenantId, form, store } = application
  const t = useText('apply')
  const critical = useText('critical')
  const navigate = useNavigate()
  const { pages } = useFormProgress(application)
  const own = useProfileAddress()
  const inDraft = useApplicationState(store, (state) => state.content.shippingAddress)
  const choice: Choice = own === null || chosenAddress(inDraft) !== null ? 'another' : 'profile'
  const revision = useApplicationState(store, (state) => state.revision)
  const answers = useApplicationState(store, (state) => state.content.answers)
  const inFields = () => toShippingFields(inDraft ?? (own === null ? addressOfApplicant(form.definition, answers) : {}))
  const [fields, setFields] = useState(inFields)
  const [shown, setShown] = useState(revision)
  if (shown !== revision) {
    // Another device's copy: the errors of the last attempt stay at what has not changed.
    setShown(revision)
    setFields(inFields())
  }
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(fields)
  const errors = attempt > 0 && choice === 'another' ? shippingErrors(fields) : new Map<never, never>()
  // A summary that appears takes the focus: only another attempt may show it again.
  if (attempt > 0 && errors.size === 0) setAttempt(0)
  const { message } = useShippingTexts()

  useLayoutEffect(() => () => store.commitStep(), [store])
  useLayoutEffect(() => {
    latest.current = fields
  }, [fields])

  function onChange(change: Partial<ShippingFields>) {
    const next = { ...latest.current, ...change }
    // Leaving a field sets its text again.
    if (canonicalJson(next) === canonicalJson(latest.current)) return
    latest.current = next
    setFields(next)
    store.inputShippingAddress(typedAddress(next))
  }

  function choose(next: Choice) {
    const typed = typedAddress(latest.current)
    store.setShippingAddress(next === 'profile' ? unusedAddress(typed) : typed)
  }

  function onSave() {
    if (choice === 'another' && shippingErrors(latest.current).size > 0) {
      setAttempt((count) => count + 1)
      return
    }
    if (choice === 'another') store.setShippingAddress(fromShippingFields(latest.current))
    void navigate(pathOfPage(application, reviewPage))
  }

  return (
    <form
      method="post"
      className={styles.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <PageTitle above={form.texts.title} title={t('shipping.title')} lead={t('shipping.lead')} />
      <OpenQuestion application={application} />
      {errors.size > 0 && (
        <ErrorSummary
          key={attempt}
          title={critical('summary.title', { count: errors.size })}
          errors={[...errors].map(([name, error]) => ({
            targetId: `shipping-${name}`,
            message: message(name, error),
          }))}
        />
      )}
      {own === null ? (
        <p>{t('shipping.noProfile')}</p>
      ) : (
        <RadioGroup<Choice>
          id="shipping-choice"
          label={t('shipping.choice')}
          required
          value={choice}
          onChange={choose}
          options={[
            {
              value: 'profile',
              label: (
                <>
                  <span>{t('shipping.profile')}</span>
                  <br />
                  <span className={`${pageStyles.small} ${pageStyles.words}`}>{formatAddress(own.address)}</span>
                </>
              ),
            },
            { value: 'another', label: t('shipping.another') },
          ]}
        />
      )}
      {choice === 'another' && (
        <ShippingFieldset tenantId={tenantId} fields={fields} errors={errors} onChange={onChange} />
      )}
      <ApplicationFoot
        store={store}
        back={() => void navigate(pathOfPage(application, pages.at(-1)?.id ?? reviewPage))}
      >
        <Button type="submit" wide>
          {t('shipping.save')}
        </Button>
      </ApplicationFoot>
    </form>
  )
}
