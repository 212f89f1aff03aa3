import type { Service } from '../../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { ReturnLink } from '../../../line/ReturnLink.tsx'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import styles from './application-layout.module.css'

/** Why an application cannot continue: the service accepts none, or its form cannot be shown. */
export type EndReason = 'closed' | 'not-yet' | 'unknown' | 'missing' | 'broken' | 'newer-engine'

type Props = {
  /** Null: the tenant has no such service, e.g. after an old link from the chat. */
  service: Service | null
  reason: EndReason
  /** Whether the user has entered something; it stays in the draft. */
  kept?: boolean
}

/** applicationReturnTop, or applicationReturnLine for users from the chat: an explanation and the link back. */
export function ApplicationEnded({ service, reason, kept = false }: Props) {
  const t = useText('apply')
  const language = useLanguage()
  const { tenantId, info } = useTenant()
  const opensAt = service?.acceptance.opensAt
  const isOld = reason === 'newer-engine'
  const begun = kept || (reason !== 'closed' && reason !== 'not-yet')
  const texts: { [reason in EndReason]: string | null } = {
    // If nothing was begun that could be continued, the heading says it all.
    closed: begun ? t('ended.closed') : null,
    'not-yet':
      opensAt === undefined
        ? t('ended.notYetUnknown')
        : t('ended.notYet', { opensAt: formatDateTime(opensAt, language) }),
    'newer-engine': t('ended.newerEngine'),
    unknown: t('ended.unknown'),
    missing: null,
    broken: null,
  }

  function title(): string {
    if (reason === 'unknown') return t('ended.unknownTitle')
    if (isOld && service !== null) return service.name
    return begun ? t('ended.title') : t(`ended.${reason === 'closed' ? 'closedTitle' : 'notYetTitle'}`)
  }

  return (
    <div className={styles.page}>
      <PageTitle {...(service !== null && { above: service.name })} title={title()} />
      {texts[reason] !== null && (
        <Notice tone="warning">
          <p>{texts[reason]}</p>
        </Notice>
      )}
      {kept && !isOld && <p>{t('ended.kept')}</p>}
      {isOld ? (
        <Button onClick={() => window.location.reload()}>{t('ended.reload')}</Button>
      ) : (
        <ReturnLink tenantId={tenantId} accountUrl={info.branding?.line?.officialAccountUrl} begun={begun} />
      )}
    </div>
  )
}
