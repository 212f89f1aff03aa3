import type { ReactNode } from 'react'
import type { IssuedFile } from '../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../i18n/use-text.ts'
import { serverNow } from '../lib/clock.ts'
import { formatDate, formatDateTime } from '../lib/dates.ts'
import { shownFileName, formatFileSize } from '../lib/display-text.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './FileList.module.css'
import { useDownload } from './use-download.ts'
import type { Download } from './use-download.ts'

type Props = {
  files: readonly IssuedFile[]
  /** Shown below each file, for example a link to its order. */
  footer?: (file: IssuedFile) => ReactNode
}

/**
 * Files issued to the user, each with its download period and a button. After the period a text replaces the button.
 */
export function FileList({ files, footer }: Props) {
  const download = useDownload()
  return (
    <ul className={styles.list}>
      {files.map((file) => (
        <FileRow key={file.fileId} file={file} download={download} footer={footer?.(file)} />
      ))}
    </ul>
  )
}

function FileRow({ file, download, footer }: { file: IssuedFile; download: Download; footer: ReactNode }) {
  const t = useText('records')
  const language = useLanguage()
  const expired = file.availableUntil !== undefined && Date.parse(file.availableUntil) <= serverNow()
  const name = shownFileName(file.name)
  const busy = download.busyId === file.fileId
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon name="document" />
      </span>
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={styles.meta}>
          <span>{t(`fileKind.${shownKind(file.kind)}`)}</span>
          <span>{formatFileSize(file.size)}</span>
          <span>{t('file.issued', { issuedAt: formatDate(file.issuedAt, language) })}</span>
          {!expired && <Period until={file.availableUntil} />}
        </p>
        {expired && <p className={styles.expired}>{t('file.expired')}</p>}
        {download.refusedId === file.fileId && (
          <p className={styles.failed} role="alert">
            {t('file.badLink')}
          </p>
        )}
        {footer}
      </div>
      {!expired && (
        <Button
          variant="secondary"
          busy={busy}
          aria-label={t('file.downloadNamed', { name })}
          onClick={() => void download.download({ kind: 'file', id: file.fileId })}
        >
          {busy ? t('file.preparing') : t('file.download')}
        </Button>
      )}
    </li>
  )
}

function Period({ until }: { until: string | undefined }) {
  const t = useText('records')
  const language = useLanguage()
  return (
    <span>
      {until === undefined ? t('file.noLimit') : t('file.until', { availableUntil: formatDateTime(until, language) })}
    </span>
  )
}

function shownKind(kind: string): IssuedFile['kind'] | 'other' {
  return kind === 'CERTIFICATE' || kind === 'RECEIPT' || kind === 'DECISION' ? kind : 'other'
}
