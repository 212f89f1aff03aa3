import type { Service } from '../../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { isFromLine, lineAccountUrl } from '../../../lib/channel.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import styles from './ApplicationPage.module.css'
import { reloadPage } from './leave-by-reload.ts'

/** Why an application cannot continue: the service accepts none, or its form cannot be shown. */
export type EndReason = 'closed' | 'not-yet' | 'missing' | 'broken' | 'newer-engine'

type Props = {
  /** Null: the tenant has no such service, e.g. after an old link from the chat. */
  service: Service | null
  reason: EndReason
  /** Something was entered; it stays in the draft. */
  kept?: boolean
}

/** applicationReturnTop, or applicationReturnLine for users from the chat: an explanation and the link back. */
export function ApplicationEnded({ service, reason, kept = false }: Props) {
  const t = useText('apply')
  const language = useLanguage()
  const opensAt = service?.acceptance.opensAt
  const texts: { [reason in EndReason]: string | null } = {
    closed: t('ended.closed'),
    'not-yet':
      opensAt === undefined
        ? t('ended.notYetUnknown')
        : t('ended.notYet', { opensAt: formatDateTime(opensAt, language) }),
    'newer-engine': t('ended.newerEngine'),
    missing: null,
    broken: null,
  }
  return (
    <div className={styles.page}>
      {reason === 'newer-engine' && service !== null ? (
        <PageTitle above={service.name} title={service.name} />
      ) : (
        <PageTitle {...(service === null ? {} : { above: service.name })} title={t('ended.title')} />
      )}
      {texts[reason] !== null && <Notice tone="warning">{texts[reason]}</Notice>}
      {kept && reason !== 'newer-engine' && <p>{t('ended.kept')}</p>}
      {reason === 'newer-engine' ? <Button onClick={reloadPage}>{t('ended.reload')}</Button> : <ReturnLink />}
    </div>
  )
}

/** The link back from an application that cannot continue, with its explanation. */
function ReturnLink() {
  const t = useText('errors')
  const common = useText('common')
  const { tenantId, info } = useTenant()
  const line = isFromLine(navigator.userAgent)
  const account = lineAccountUrl(info.branding?.line?.officialAccountUrl)
  return (
    <>
      <p>{line ? t('application.applicationReturnLine') : t('application.applicationReturnTop')}</p>
      {line && account !== null && (
        <p>
          <a href={account} rel="noreferrer">
            {common('button.toLine')}
          </a>
        </p>
      )}
      <LinkButton to={paths.applicationList(tenantId)} variant={line && account !== null ? 'secondary' : 'primary'}>
        {common('button.toTop')}
      </LinkButton>
    </>
  )
}
