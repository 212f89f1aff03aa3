import type { Attachment } from '../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatFileSize, numberedNames, shownFileName } from '../../lib/display-text.ts'
import { useDownload } from '../../issued-files/FileList.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './AttachmentList.module.css'

/** The user's attachments. A file that has not passed the virus scan is listed without a download. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const t = useText('orders')
  const records = useText('order-display')
  const { download, busyId, refusedId } = useDownload()
  const names = numberedNames(
    attachments.map(({ name }) => shownFileName(name)),
    useLanguage(),
  )
  const shown = attachments.map((attachment, index) => ({ ...attachment, name: names[index] ?? attachment.name }))
  return (
    <ul className={styles.list}>
      {shown.map(({ attachmentId, name, size, scan }) => (
        <li key={attachmentId} className={styles.row}>
          <div className={styles.text}>
            <p className={styles.name}>{name}</p>
            <p className={styles.meta}>{formatFileSize(size)}</p>
            {scan === 'INFECTED' && <p className={styles.warning}>{t('details.scan.INFECTED')}</p>}
            {scan === 'PENDING' && <p className={styles.meta}>{t('details.scan.PENDING')}</p>}
            {refusedId === attachmentId && (
              <p role="alert" className={styles.warning}>
                {records('file.badLink')}
              </p>
            )}
          </div>
          {scan === 'CLEAN' && (
            <Button
              variant="text"
              busy={busyId === attachmentId}
              aria-label={records('file.downloadNamed', { name })}
              onClick={() => void download({ kind: 'attachment', id: attachmentId })}
            >
              {records('file.download')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
