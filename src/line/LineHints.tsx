import { useText } from '../i18n/use-text.ts'
import { detectChannel, externalBrowserUrl, isInsideLine, lineAccountUrl } from '../lib/channel.ts'
import { Notice } from '../ui/Notice.tsx'

/** Inside LINE only: that this needs an ordinary browser, with a link that opens one. Elsewhere nothing. */
export function LineHint() {
  const t = useText('records')
  if (!isInsideLine(detectChannel(navigator.userAgent))) return null
  return (
    <Notice tone="info">
      <p>
        {t('line.openExternal')} {t('line.signInAgain')}
      </p>
      <p>
        <a href={externalBrowserUrl(window.location.href)}>{t('line.open')}</a>
      </p>
    </Notice>
  )
}

/** Inside LINE only: the way back to the chat, in words where the tenant has given no account. Elsewhere nothing. */
export function LineReturn({ accountUrl }: { accountUrl: string | undefined }) {
  const t = useText('records')
  if (!isInsideLine(detectChannel(navigator.userAgent))) return null
  const href = lineAccountUrl(accountUrl)
  return <p>{href === null ? t('line.returnByHand') : <a href={href}>{t('line.return')}</a>}</p>
}
