import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { AnswersView } from '../../../form-engine/review/AnswersView.tsx'
import { joinPointer } from '../../../../form-model/pointer.ts'
import { useGetProfileSuspense } from '../../../api/generated/profile/profile.ts'
import { staleTimes } from '../../../api/queries.ts'
import { arrivalFocus } from '../../../feedback/arrival-focus.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { formatList } from '../../../lib/display-text.ts'
import { formatAddress, formatPhone } from '../../../lib/japanese.ts'
import { paths } from '../../../paths.ts'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { inPhrases } from '../../../ui/phrases.ts'
import styles from '../application/application-layout.module.css'
import pageStyles from './pages.module.css'
import link from '../../../ui/Link.module.css'
import { attachmentsOf } from '../../../../form-model/answers.ts'
import { useAttachments } from '../attachments/use-application-attachments.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { partsUnlikeAnswers } from '../delivery/use-shipping.ts'
import type { Shipping } from '../delivery/use-shipping.ts'

type Props = {
  application: OpenApplication
  shipping: Shipping
  /** No link back into the form while it is being sent. */
  locked: boolean
}

/** Everything that will be sent, by section, each with a link to change it. */
export function ReviewSections({ application, shipping, locked }: Props) {
  const { tenantId, key, form, store } = application
  const t = useText('apply')
  const answers = useApplicationState(store, (state) => state.content.answers)
  const sent = useMemo(() => answersToSend(form, answers), [form, answers])
  const { attachments } = useAttachments(attachmentsOf(form.definition, sent))
  return (
    <>
      <AnswersView
        form={form}
        answers={sent}
        headingLevel={2}
        attachments={attachments}
        action={(step, title) =>
          locked ? null : (
            <Link
              className={link.outsideSentence}
              to={paths.application(tenantId, key.serviceId, key.type, { step })}
              state={arrivalFocus(joinPointer('', step))}
              aria-label={t('review.editNamed', { section: title })}
            >
              {t('review.edit')}
            </Link>
          )
        }
      />
      {shipping.kind !== 'none' && (
        <section className={styles.section} aria-labelledby="shipping-title">
          <div className={pageStyles.sectionHead}>
            <h2 id="shipping-title">{inPhrases(t('shipping.title'))}</h2>
            {!locked && (
              <Link className={link.outsideSentence} to={paths.shippingAddress(tenantId, key.serviceId, key.type)}>
                {t('shipping.change')}
              </Link>
            )}
          </div>
          {shipping.kind === 'known' ? <ShippingSummary address={shipping.address} /> : <p>{t('shipping.missing')}</p>}
          {shipping.kind === 'known' && <UnlikeAnswers application={application} address={shipping.address} />}
        </section>
      )}
    </>
  )
}

type KnownAddress = Extract<Shipping, { kind: 'known' }>['address']

function ShippingSummary({ address: { recipient, phone, address } }: { address: KnownAddress }) {
  const t = useText('apply')
  return (
    <DescriptionList
      items={[
        { term: t('shipping.recipient'), description: recipient },
        { term: t('shipping.choice'), description: formatAddress(address) },
        { term: t('shipping.phone'), description: formatPhone(phone) },
      ]}
    />
  )
}

/** A hint that a name, an address or a phone number was corrected in the form, but not for the delivery. */
function UnlikeAnswers({ application, address }: Pick<Props, 'application'> & { address: KnownAddress }) {
  const { form, store } = application
  const t = useText('apply')
  const language = useLanguage()
  const answers = useApplicationState(store, (state) => state.content.answers)
  const profile = useGetProfileSuspense({ query: { staleTime: staleTimes.services } }).data.data
  const parts = partsUnlikeAnswers(address, profile, form.definition, answers)
  if (parts.length === 0) return null
  const names = formatList(
    parts.map((part) => t(`shipping.unlike.${part}`)),
    language,
  )
  return (
    <Notice tone="info">
      <p>{t('shipping.unlike.note', { parts: names })}</p>
    </Notice>
  )
}
