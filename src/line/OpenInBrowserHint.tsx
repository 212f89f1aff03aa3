import { useText } from '../i18n/use-text.ts'
import { detectChannel, externalBrowserUrl, isInsideLine } from '../lib/channel.ts'
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
