import { useText } from '../i18n/use-text.ts'
import { isFromLine, lineAccountUrl } from './channel.ts'
import { paths } from '../paths.ts'
import type { TenantId } from '../paths.ts'
import { LinkButton } from '../ui/Links.tsx'

type Props = {
  tenantId: TenantId
  accountUrl: string | undefined
  /** False if nothing was begun that could be continued: only the link is shown. */
  begun?: boolean
}

/** applicationReturnTop, or applicationReturnLine for users from the chat: an explanation and the link back. */
export function ReturnLink({ tenantId, accountUrl, begun = true }: Props) {
  const t = useText('errors')
  const common = useText('common')
  const line = isFromLine(navigator.userAgent)
  const account = lineAccountUrl(accountUrl)
  return (
    <>
      {begun && <p>{line ? t('application.applicationReturnLine') : t('application.applicationReturnTop')}</p>}
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
