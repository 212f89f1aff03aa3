import { useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import layout from '../../profile-form/form-layout.module.css'
import { mailedLinkLoader } from '../../credentials/mailed-link-state.ts'
import type { LinkState, MailedLink } from '../../credentials/mailed-link-state.ts'
import { useText } from '../../i18n/use-text.ts'
import { useTenantId } from '../../lib/use-ids.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { expectPageTitle } from '../../ui/page-focus.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { DeadLink } from './DeadLink.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'

export const loader = mailedLinkLoader('registration')

export type RegistrationEnd = Exclude<LinkState, 'valid'> | 'taken' | 'done'

/** `/registration/{tenantId}/{id}`: who has the mailed link says who they are and chooses a password. */
export function Component() {
  const { state: opened, maskedEmail } = useLoaderData<MailedLink>()
  const [ended, setEnded] = useState<RegistrationEnd | null>(null)
  const state = ended ?? opened
  if (state === 'valid') {
    return (
      <RegistrationForm
        maskedEmail={maskedEmail}
        onEnd={(end) => {
          setEnded(end)
          expectPageTitle()
        }}
      />
    )
  }
  return <div className={layout.narrow}>{state === 'done' ? <Done /> : <Dead state={state} />}</div>
}

function Done() {
  const t = useText('registration')
  const tenantId = useTenantId()
  return (
    <>
      <PageTitle title={t('registration.doneTitle')} />
      <Notice tone="success" role="status" title={t('registration.done')} />
      <LinkButton to={paths.login(tenantId)} wide>
        {t('registration.toLogIn')}
      </LinkButton>
    </>
  )
}

function Dead({ state }: { state: Exclude<RegistrationEnd, 'done'> }) {
  const t = useText('registration')
  const tenantId = useTenantId()
  const next =
    state === 'used'
      ? { to: paths.login(tenantId), label: t('registration.toLogIn') }
      : { to: paths.register(tenantId), label: t('registration.again') }
  return <DeadLink state={state} body={t(`link.${state}`)} next={next} />
}
