import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'
import { userQueries } from '../../api/queries.ts'
import { useSession, useSessionPort } from '../session/session-context.tsx'
import { notify } from '../../feedback/notify.ts'
import { useText } from '../../i18n/use-text.ts'
import { withStyleSheets } from '../../lib/style-sheets.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { dropOtherAnswers } from '../../tenant/tenant-query.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import { useSessionEnd } from './session-end-context.ts'
import styles from './ReauthDialog.module.css'
import type { Content } from '../../ui/elements.ts'

const SignInFlow = lazy(async () => ({
  default: (await withStyleSheets(() => import('../sign-in/SignInFlow.tsx'))).SignInFlow,
}))

/**
 * Signing in again in a dialog; the page keeps everything typed. Queries are refetched automatically; mutations are not
 * repeated: the focus returns to the clicked button. It can be postponed: the next request that needs the session opens
 * it again.
 */
export function ReauthDialog() {
  const t = useText('common')
  const { expired } = useSessionEnd()
  const isExpired = useSyncExternalStore(expired.subscribe, expired.get)
  const { tenantId } = useTenant()
  const before = useSession()
  const port = useSessionPort()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  async function goOn() {
    const session = await port.currentSession().catch(() => null)
    expired.set(false)
    if (session === null || session.username === before.username) {
      await revalidate()
      await queryClient.invalidateQueries(userQueries)
      return
    }
    dropOtherAnswers(queryClient, tenantId)
    notify({ tone: 'warning', message: t('session.otherUser') })
    await navigate(paths.applicationList(tenantId), { replace: true })
  }

  function postpone() {
    expired.set(false)
    notify({ tone: 'warning', message: t('session.postponed') })
  }

  return (
    <Dialog
      opened={isExpired}
      unasked
      onClose={postpone}
      title={t('session.expiredTitle')}
      actions={
        <Button variant="text" onClick={postpone}>
          {t('session.postpone')}
        </Button>
      }
    >
      <p className={styles.reason}>{t('session.expired')}</p>
      <Suspense fallback={<Skeleton />}>
        {isExpired && (
          <SignInFlow
            tenantId={tenantId}
            suggested={before.email ?? undefined}
            Heading={StepHeading}
            onSignedIn={() => void goOn()}
          />
        )}
      </Suspense>
    </Dialog>
  )
}

function StepHeading({ title, lead }: { title: string; lead?: Content }) {
  return (
    <div className={styles.step}>
      <h3 tabIndex={-1}>{inPhrases(title)}</h3>
      {lead !== undefined && <p>{lead}</p>}
    </div>
  )
}
