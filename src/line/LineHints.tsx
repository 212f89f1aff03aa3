import { useText } from '../i18n/use-text.ts'
import { detectChannel, externalBrowserUrl, isInsideLine, lineAccountUrl } from './channel.ts'
import { Notice } from '../ui/Notice.tsx'

/** Inside LINE only: explains that this needs a normal browser, and links to one. */
export function OpenInBrowserHint() {
  const t = useText('order-display')
  if (!isInsideLine(detectChannel(navigator.userAgent))) return null
  return (
    <Notice tone="info">
      <p>
        <span>{t('line.openExternal')}</span> <span>{t('line.signInAgain')}</span>
      </p>
      <p>
        <a href={externalBrowserUrl(window.location.href)}>{t('line.open')}</a>
      </p>
    </Notice>
  )
}

/** Inside LINE only: a link back to the chat, or an explanation if the tenant has no account. */
export function BackToChat({ accountUrl }: { accountUrl: string | undefined }) {
  const t = useText('order-display')
  if (!isInsideLine(detectChannel(navigator.userAgent))) return null
  const href = lineAccountUrl(accountUrl)
  return <p>{href === null ? t('line.returnByHand') : <a href={href}>{t('line.return')}</a>}</p>
}
