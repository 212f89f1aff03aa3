import { useSuspenseQueries } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import type { AboutTexts } from '../../../form-model/definition.ts'
import type { Service, ServiceFormsItem } from '../../api/generated/api.schemas.ts'
import { useFetchOnSwitch } from '../../api/use-by-language.ts'
import { useOptionalSession } from '../../identity/port.ts'
import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { useConfig } from '../../lib/config-context.ts'
import type { Language } from '../../lib/language.ts'
import { useNow } from '../../lib/use-now.ts'
import { ServiceNoun } from '../../tenant/ServiceNoun.tsx'
import { paths } from '../../paths.ts'
import type { Path } from '../../paths.ts'
import { serviceAvailability } from '../../tenant/service-availability.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { useServices } from '../../tenant/use-services.ts'
import { Button } from '../../ui/Button.tsx'
import { useDescription } from '../../ui/description.ts'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import { aboutQuery } from '../../form-engine/definition/about-texts.ts'
import { ContactPhone } from './ContactPhone.tsx'
import { AboutForm } from './AboutForm.tsx'
import styles from './ProcedurePage.module.css'
import link from '../../ui/Link.module.css'
import { availabilityText, feeText } from './service-facts.ts'

/**
 * What users read before the form. The page is public, so that its address can be shared and found by search engines.
 */
export function Component() {
  const t = useText('services')
  const { serviceId } = useParams()
  const listPath = useListPath()
  const service = useServices().find((each) => each.serviceId === serviceId)
  if (service !== undefined)
    return (
      <ServiceNoun of={service}>
        <Procedure service={service} />
      </ServiceNoun>
    )
  return (
    <div className={styles.page}>
      <PageTitle title={t('about.unknown')} />
      <Notice tone="warning">
        <p>{t('about.unknownReason')}</p>
      </Notice>
      <LinkButton to={listPath}>{t('about.others')}</LinkButton>
    </div>
  )
}

function Procedure({ service }: { service: Service }) {
  const t = useText('services')
  const language = useLanguage()
  const period = availabilityText(serviceAvailability(service, useNow()), language, t)
  useDescription(service.summary)
  return (
    <div className={styles.page}>
      <PageTitle above={t('about.before')} title={service.name} lead={service.summary} />
      <DescriptionList
        items={[
          { term: t('about.cost'), description: feeText(service.fee, language, t) },
          ...(period === null ? [] : [{ term: t('about.period'), description: period }]),
        ]}
      />
      <SectionBoundary
        skeleton={<Skeleton lines={8} />}
        failed={(_problem, retry) => (
          <>
            <Notice tone="warning" title={t('about.failed')} role="status">
              <Button variant="secondary" onClick={retry}>
                {t('failed.retry')}
              </Button>
            </Notice>
            <Forms service={service} abouts={[]} />
          </>
        )}
      >
        <LoadedForms service={service} />
      </SectionBoundary>
    </div>
  )
}

/** Everything below the facts appears at once, so that nothing moves when the texts arrive. */
function LoadedForms({ service }: { service: Service }) {
  const language = useLanguage()
  const { formsBase } = useConfig()
  const { tenantId } = useTenant()
  const { serviceId, forms } = service
  const queriesOf = (of: Language) =>
    forms.map(({ type, formVersion }) => aboutQuery({ formsBase, tenantId, serviceId, type, formVersion }, of))
  useFetchOnSwitch(queriesOf)
  const abouts = useSuspenseQueries({ queries: queriesOf(language) })
  return <Forms service={service} abouts={abouts.map(({ data }) => data)} />
}

/** @param abouts in the order of the forms; empty if they could not be loaded: a form can be started without them. */
function Forms({ service, abouts }: { service: Service; abouts: readonly (AboutTexts | null)[] }) {
  const t = useText('services')
  const { info } = useTenant()
  const listPath = useListPath()
  const contact = info.branding?.contact
  const open = serviceAvailability(service, useNow()).kind === 'open'
  return (
    <>
      {service.forms.map((form, index) => (
        <FormSection
          key={form.type}
          service={service}
          form={form}
          about={abouts[index] ?? null}
          title={service.forms.length > 1 ? form.title : null}
          open={open}
        />
      ))}
      {contact?.phone !== undefined && (
        <section className={styles.part}>
          <h2>{inPhrases(t('about.phone'))}</h2>
          <p>
            <ContactPhone {...contact} phone={contact.phone} />
          </p>
        </section>
      )}
      <p>
        <Link className={link.outsideSentence} to={listPath}>
          {t('about.others')}
        </Link>
      </p>
    </>
  )
}

/** Without a session the list of a signed-in user would ask for the sign-in. */
function useListPath(): Path {
  const { tenantId } = useTenant()
  return useOptionalSession() === null ? paths.procedures(tenantId) : paths.applicationList(tenantId)
}

type FormSectionProps = {
  service: Service
  form: ServiceFormsItem
  about: AboutTexts | null
  /** Null if this is the only form of the service. */
  title: string | null
  /** Whether the service takes applications. */
  open: boolean
}

/** One of the forms of a service, for example the one for corporations. */
function FormSection({ service, form, about, title, open }: FormSectionProps) {
  const t = useText('services')
  const { tenantId } = useTenant()
  const signedIn = useOptionalSession() !== null
  return (
    <section className={styles.form} aria-label={title ?? service.name}>
      {title !== null && <h2>{inPhrases(title)}</h2>}
      {about !== null && <AboutForm about={about} nested={title !== null} />}
      {open && (
        <div className={styles.start}>
          <LinkButton
            to={paths.application(tenantId, service.serviceId, form.type)}
            {...(title === null ? {} : { 'aria-label': t('about.startNamed', { form: title }) })}
          >
            {t('about.start')}
          </LinkButton>
          {!signedIn && <p className={styles.hint}>{t('about.signIn')}</p>}
        </div>
      )}
    </section>
  )
}
