import { useText } from '../../../i18n/use-text.ts'
import { isFromLine, lineAccountUrl } from '../../../lib/channel.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { LinkButton } from '../../../ui/Links.tsx'

/** Where an application that cannot go on sends its user back to, and the sentence that says so. */
export function ReturnLink() {
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
