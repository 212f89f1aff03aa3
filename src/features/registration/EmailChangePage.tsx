import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLoaderData } from 'react-router-dom'
import layout from '../../profile-form/form-layout.module.css'
import { linkStateAfter, DeadLink } from '../../identity/fields/MailedLink.tsx'
import type { LinkState, MailedLink } from '../../identity/fields/MailedLink.tsx'
import { useConfirmEmailChange } from '../../api/generated/email-change/email-change.ts'
import { getGetProfileQueryKey } from '../../api/generated/profile/profile.ts'
import { useSessionPort } from '../../identity/port.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { useConfirmationId, useTenantId } from '../../lib/use-ids.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { expectPageTitle, PageTitle } from '../../ui/PageTitle.tsx'

type End = Exclude<LinkState, 'valid'> | 'taken' | 'done'

/** `/email-change/{tenantId}/{id}`: opening the link changes nothing; the click on the button does. */
export function Component() {
  const { state: opened, maskedEmail } = useLoaderData<MailedLink>()
  const [ended, setEnded] = useState<End | null>(null)
  const state = ended ?? opened
  function end(next: End): void {
    setEnded(next)
    expectPageTitle()
  }
  return (
    <div className={layout.narrow}>
      {state === 'valid' && <Confirm maskedEmail={maskedEmail} onEnd={end} />}
      {state === 'done' && <Done />}
      {state !== 'valid' && state !== 'done' && <Dead state={state} />}
    </div>
  )
}

function Confirm({ maskedEmail, onEnd }: { maskedEmail: string; onEnd: (end: End) => void }) {
  const t = useText('registration')
  const tenantId = useTenantId()
  const confirmationId = useConfirmationId()
  const port = useSessionPort()
  const queryClient = useQueryClient()
  const { key } = useIdempotencyKey()
  const { submit, busy, problem } = useSubmitOnce()
  const { mutateAsync } = useConfirmEmailChange({ mutation: { meta: { problem: 'inline' } } })

  function confirm(): Promise<void> {
    return submit(
      async () => {
        await mutateAsync({ data: { confirmationId }, headers: { 'Idempotency-Key': key } })
        queryClient.removeQueries({ queryKey: getGetProfileQueryKey() })
        // The token still contains the old address. If it cannot be refreshed now, its next refresh corrects that.
        port.refresh().catch(() => undefined)
        onEnd('done')
      },
      (found) => {
        const end = found.code === 'SE_RG_0001' ? 'taken' : linkStateAfter(found)
        if (end === null) return found
        onEnd(end)
        return null
      },
    )
  }

  return (
    <>
      <PageTitle title={t('emailChange.title')} lead={t('emailChange.lead', { email: maskedEmail })} />
      {problem !== null && <ProblemAlert problem={problem} />}
      <Button wide busy={busy} onClick={() => void confirm()}>
        {t('emailChange.submit')}
      </Button>
      <LinkButton to={paths.userProfile(tenantId)} variant="secondary" wide>
        {t('emailChange.cancel')}
      </LinkButton>
    </>
  )
}

function Done() {
  const t = useText('registration')
  const tenantId = useTenantId()
  return (
    <>
      <PageTitle title={t('emailChange.doneTitle')} />
      <Notice tone="success" role="status" title={t('emailChange.done')}>
        <p>{t('emailChange.doneHint')}</p>
      </Notice>
      <LinkButton to={paths.userProfile(tenantId)} wide>
        {t('emailChange.toProfile')}
      </LinkButton>
    </>
  )
}

function Dead({ state }: { state: Exclude<End, 'done'> }) {
  const t = useText('registration')
  const tenantId = useTenantId()
  const next =
    state === 'used'
      ? { to: paths.userProfile(tenantId), label: t('emailChange.toProfile') }
      : { to: paths.userProfile(tenantId, { view: 'email' }), label: t('emailChange.again') }
  return <DeadLink title={t(`link.${state}Title`)} body={t(bodies[state])} next={next} />
}

const bodies = {
  expired: 'emailChange.expired',
  used: 'emailChange.used',
  invalid: 'link.invalid',
  taken: 'link.taken',
} as const
