import { staleTimes } from '../../api/queries.ts'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { DraftSummary } from '../../api/generated/api.schemas.ts'
import { getListDraftsQueryKey, useListDraftsSuspense } from '../../api/generated/drafts/drafts.ts'
import { useSession } from '../../identity/port.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { notify } from '../../feedback/notify.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { changeDraft } from '../../drafts/change-draft.ts'
import { useDeleteCurrentDraft } from '../../drafts/use-delete-current-draft.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { requestPageFocus } from '../../ui/PageTitle.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import list from './ApplicationListPage.module.css'
import styles from './DraftsSection.module.css'
import { draftParams } from '../../drafts/draft-list.ts'

/** Saved drafts, with the day on which they will be deleted. */
export function DraftsSection() {
  const t = useText('services')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const { data } = useListDraftsSuspense(draftParams, { query: { staleTime: staleTimes.drawn } })
  const [deleting, setDeleting] = useState<DraftSummary | null>(null)
  if (data.items.length === 0) return null
  return (
    <section className={list.section} aria-labelledby="drafts-title">
      <h2 id="drafts-title">{inPhrases(t('drafts.title'))}</h2>
      <ul className={list.rows}>
        {data.items.map((draft) => (
          <li key={`${draft.serviceId} ${draft.type}`} className={styles.row}>
            <div className={list.rowText}>
              <p className={styles.name}>{draft.serviceName}</p>
              <p className={list.meta}>
                <span>{t('drafts.saved', { savedAt: formatDateTime(draft.savedAt, language) })}</span>
                <span>{t('drafts.deletes', { expiresAt: formatDateTime(draft.expiresAt, language) })}</span>
              </p>
            </div>
            <div className={styles.buttons}>
              <Button
                variant="text"
                aria-label={t('drafts.deleteNamed', { service: draft.serviceName })}
                onClick={() => setDeleting(draft)}
              >
                {t('drafts.delete')}
              </Button>
              <LinkButton
                id={linkIdOf(draft)}
                variant="secondary"
                to={paths.application(tenantId, draft.serviceId, draft.type)}
                aria-label={t('drafts.continueNamed', { service: draft.serviceName })}
              >
                {t('drafts.continue')}
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
      {deleting !== null && (
        <DeleteDraftDialog
          draft={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => focusNext(data.items, deleting)}
        />
      )}
    </section>
  )
}

/** The row with the button that opened the dialog disappears. The next one takes the focus, else the page. */
function focusNext(drafts: readonly DraftSummary[], deleted: DraftSummary): void {
  const left = drafts.filter((draft) => draft !== deleted)
  const next = left[Math.min(drafts.indexOf(deleted), left.length - 1)]
  if (next === undefined) requestPageFocus()
  else document.getElementById(linkIdOf(next))?.focus()
}

function linkIdOf({ serviceId, type }: DraftSummary): string {
  return `draft-${serviceId}-${type}`
}

type DialogProps = { draft: DraftSummary; onClose: () => void; onDeleted: () => void }

function DeleteDraftDialog({ draft, onClose, onDeleted }: DialogProps) {
  const t = useText('services')
  const queryClient = useQueryClient()
  const { tenantId } = useTenant()
  const { userId } = useSession()
  const deleteCurrentDraft = useDeleteCurrentDraft()
  const { submit, busy, problem } = useSubmitOnce()

  async function deleteDraft() {
    const { serviceId, type } = draft
    await changeDraft({
      draft: { tenantId, userId, serviceId, type },
      typed: 'discarded',
      change: () => deleteCurrentDraft(serviceId, type),
    })
    onClose()
    notify({ tone: 'success', message: t('drafts.deleted') })
    await queryClient.invalidateQueries({ queryKey: getListDraftsQueryKey() })
    onDeleted()
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('drafts.deleteTitle')}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={() => void submit(deleteDraft)}>
            {t('drafts.deleteConfirm')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('drafts.deleteCancel')}
          </Button>
        </>
      }
    >
      <p>{t('drafts.deleteBody', { service: draft.serviceName })}</p>
      {problem !== null && <ProblemAlert problem={problem} />}
    </Dialog>
  )
}
