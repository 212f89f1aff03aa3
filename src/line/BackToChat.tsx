import { useText } from '../i18n/use-text.ts'
import { detectChannel, isInsideLine, lineAccountUrl } from '../lib/channel.ts'

/** Inside LINE only: the way back to the chat, in words where the tenant has given no account. Elsewhere nothing. */
export function LineReturn({ accountUrl }: { accountUrl: string | undefined }) {
  const t = useText('records')
  if (!isInsideLine(detectChannel(navigator.userAgent))) return null
  const href = lineAccountUrl(accountUrl)
  return <p>{href === null ? t('line.returnByHand') : <a href={href}>{t('line.return')}</a>}</p>
}
