import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/use-text.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import styles from './AuthenticatorKey.module.css'

type Props = {
  /** Base32, for typing. */
  secret: string
  /** `otpauth://…`, to be scanned or opened by an app on this device. */
  uri: string
}

/** The key for an authenticator app. The QR code is drawn in the browser, so the secret is not sent anywhere. */
export function AuthenticatorKey({ secret, uri }: Props) {
  const t = useText('sign-in')
  const qr = useQuery({ queryKey: ['qr', uri], queryFn: () => qrPath(uri), staleTime: Infinity, gcTime: 0 })
  return (
    <div className={styles.box}>
      {/* First, because a phone cannot scan its own screen. With a mouse the style sheet has the QR code first. */}
      <p>
        <a href={uri}>{t('challenge.totpSetup.open')}</a>
      </p>
      <p className={styles.scan}>{t('challenge.totpSetup.scan')}</p>
      {qr.data !== undefined && (
        <svg
          role="img"
          aria-label={t('challenge.totpSetup.qr')}
          className={styles.qr}
          viewBox={`0 0 ${qr.data.size} ${qr.data.size}`}
          shapeRendering="crispEdges"
        >
          <path d={qr.data.path} />
        </svg>
      )}
      <p>{t('challenge.totpSetup.manual')}</p>
      <p>
        <span className={styles.key}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span> <CopyButton value={secret} />
      </p>
    </div>
  )
}

/** A QR code as one SVG path over a grid of `size` × `size` unit squares. */
type QrPath = { size: number; path: string }

export async function qrPath(text: string): Promise<QrPath> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
