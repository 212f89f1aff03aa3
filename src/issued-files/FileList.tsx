import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { IssuedFile } from '../api/generated/api.schemas.ts'
import { useCreateAttachmentLink } from '../api/generated/attachments/attachments.ts'
import { getListFilesInfiniteQueryKey, useCreateFileLink } from '../api/generated/files/files.ts'
import { useLanguage, useText } from '../i18n/use-text.ts'
import { formatDate, formatDateTime } from '../lib/dates.ts'
import { formatFileSize, numberedNames, shownFileName } from '../lib/display-text.ts'
import { newIdempotencyKey } from '../lib/idempotency.ts'
import { useNow } from '../lib/use-now.ts'
import { useSubmitOnce } from '../lib/use-submit-once.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { MetaLine } from '../ui/MetaLine.tsx'
import styles from './FileList.module.css'
import { leaveForFile } from './leave-for-file.ts'
import type { Elements } from '../ui/elements.ts'

type Props = {
  files: readonly IssuedFile[]
  /** The first text of each row; the page of an application already shows the service. */
  title: 'service' | 'kind'
  /** Shown below each file, for example a link to its order. */
  footer?: (file: IssuedFile) => Elements
}

/**
 * Files issued to the user, each with its download period and a button. After the period a text replaces the button.
 */
export function FileList({ files, title, footer }: Props) {
  const download = useDownload()
  const names = numberedNames(
    files.map(({ name }) => shownFileName(name)),
    useLanguage(),
  )
  return (
    <ul className={styles.list}>
      {files.map((file, index) => (
        <FileRow
          key={file.fileId}
          file={file}
          name={names[index] ?? file.name}
          title={title}
          download={download}
          footer={footer?.(file)}
        />
      ))}
    </ul>
  )
}

type RowProps = { file: IssuedFile; name: string; title: Props['title']; download: Download; footer: Elements }

function FileRow({ file, name, title, download, footer }: RowProps) {
  const t = useText('order-display')
  const language = useLanguage()
  const now = useNow()
  const expired = file.availableUntil !== undefined && Date.parse(file.availableUntil) <= now
  const kind = t(`fileKind.${shownKind(file.kind)}`)
  const service = title === 'service' ? file.serviceName : undefined
  const busy = download.busyId === file.fileId
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon name="document" />
      </span>
      <div className={styles.text}>
        <p className={styles.name}>{service ?? kind}</p>
        <MetaLine>
          {service !== undefined && <span>{kind}</span>}
          <span>{name}</span>
          <span>{formatFileSize(file.size)}</span>
          <span>{t('file.issued', { issuedAt: formatDate(file.issuedAt, language) })}</span>
          {!expired && <Period until={file.availableUntil} />}
        </MetaLine>
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
  const t = useText('order-display')
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

type Downloadable = { kind: 'file' | 'attachment'; id: string }

type Download = {
  /** Requests a new link and follows it. A click while a request is running does nothing. */
  download: (wanted: Downloadable) => Promise<void>
  /** The id whose link is being requested. */
  busyId: string | null
  /** The id whose link had an address that the portal does not follow. */
  refusedId: string | null
}

/** A link is signed and valid for one download, so each click requests its own. The query client shows failures. */
export function useDownload(): Download {
  const queryClient = useQueryClient()
  const fileLink = useCreateFileLink({ mutation: { meta: { problem: 'notify' } } })
  const attachmentLink = useCreateAttachmentLink({ mutation: { meta: { problem: 'notify' } } })
  const { submit, busy } = useSubmitOnce()
  const [wantedId, setWantedId] = useState<string | null>(null)
  const [refusedId, setRefusedId] = useState<string | null>(null)

  function download({ kind, id }: Downloadable): Promise<void> {
    const headers = { 'Idempotency-Key': newIdempotencyKey() }
    return submit(
      async () => {
        setWantedId(id)
        setRefusedId(null)
        const link =
          kind === 'file'
            ? await fileLink.mutateAsync({ fileId: id, headers })
            : await attachmentLink.mutateAsync({ attachmentId: id, headers })
        if (!leaveForFile(link.url)) setRefusedId(id)
      },
      ({ kind: failure }) => {
        // The query client shows the problem (meta). A file that is gone must disappear from the list.
        if (failure === 'gone') void queryClient.invalidateQueries({ queryKey: getListFilesInfiniteQueryKey() })
        return null
      },
    )
  }

  return { download, busyId: busy ? wantedId : null, refusedId }
}
