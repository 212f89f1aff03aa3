import { useState } from 'react'
import type { UnplacedAnswer } from '../../../api/generated/api.schemas.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useDownload } from '../../../issued-files/FileList.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { requestPageFocus } from '../../../ui/PageTitle.tsx'
import styles from '../application/application-layout.module.css'
import pageStyles from './pages.module.css'
import type { ApplicationStore } from '../application/application-store.ts'
import { useApplicationState } from '../application/use-application.ts'
import { useAttachments } from '../attachments/use-application-attachments.ts'

/** Answers that the form no longer asks for: each can be copied, until the user deletes them. */
export function UnplacedAnswers({ store }: { store: ApplicationStore }) {
  const t = useText('apply')
  const common = useText('common')
  const unplaced = useApplicationState(store, (state) => state.content.unplaced)
  const [asking, setAsking] = useState(false)
  if (unplaced.length === 0) return null
  return (
    <Notice tone="warning" title={t('unplaced.title', { count: unplaced.length })}>
      <p>{t('unplaced.lead')}</p>
      <ul className={pageStyles.unplaced}>
        {unplaced.map((answer, index) => (
          <li key={`${index} ${answer.key}`}>
            {answer.attachmentId === undefined ? (
              <TextAnswer answer={answer} />
            ) : (
              <FileAnswer answer={answer} id={answer.attachmentId} />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="text" onClick={() => setAsking(true)}>
          {t('unplaced.dismiss')}
        </Button>
      </div>
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('unplaced.dismissTitle')}
        actions={
          <>
            <Button
              variant="danger"
              onClick={() => {
                store.dismissUnplaced()
                // The notice disappears with its buttons.
                requestPageFocus()
              }}
            >
              {t('unplaced.dismissConfirm')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {common('button.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('unplaced.dismissBody')}</p>
      </Dialog>
    </Notice>
  )
}

function TextAnswer({ answer: { title, value } }: { answer: UnplacedAnswer }) {
  const t = useText('apply')
  return (
    <>
      <p className={pageStyles.small}>{title}</p>
      <p className={pageStyles.words}>{value}</p>
      <CopyButton value={value} label={t('unplaced.copy', { label: title })} />
    </>
  )
}

/** The file is still at the API. */
function FileAnswer({ answer: { title, value }, id }: { answer: UnplacedAnswer; id: string }) {
  const orders = useText('order-display')
  const { attachments } = useAttachments([id])
  const { download, busyId, refusedId } = useDownload()
  const name = attachments[0]?.name ?? value
  const busy = busyId === id
  return (
    <>
      <p className={pageStyles.small}>{title}</p>
      <p className={pageStyles.words}>{name}</p>
      <Button
        variant="text"
        busy={busy}
        aria-label={orders('file.downloadNamed', { name })}
        onClick={() => void download({ kind: 'attachment', id })}
      >
        {busy ? orders('file.preparing') : orders('file.download')}
      </Button>
      {refusedId === id && <p role="alert">{orders('file.badLink')}</p>}
    </>
  )
}
