import { lazy, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { announce } from '../../feedback/Announcer.tsx'
import { readLoginState } from './login-state.ts'
import type { LoginState } from './login-state.ts'
import { loadNamespaces } from '../../i18n/texts.ts'
import { useText } from '../../i18n/use-text.ts'
import { useAfterSignIn } from './after-sign-in.ts'
import { wantedPage } from './redirect-path.ts'
import { matchRoute, paths } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SignInFlow } from './SignInFlow.tsx'
import { withStyleSheets } from '../../lib/style-sheets.ts'
import { useTenantId } from '../../lib/use-ids.ts'
import styles from './SignInFlow.module.css'

const ResetRequest = lazy(async () => {
  const [module] = await Promise.all([
    withStyleSheets(() => import('./ResetRequest.tsx')),
    loadNamespaces(['sign-in', 'errors']),
  ])
  return { default: module.ResetRequest }
})

/** `/login/{tenantId}`; `?view=reset` requests a link to set a new password instead. */
export function LoginPage() {
  const tenantId = useTenantId()
  const [search] = useSearchParams()
  const [typed, setTyped] = useState<LoginState>({})
  return (
    <div
      className={styles.narrow}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === 'username') setTyped({ email: target.value })
      }}
    >
      {search.get('view') === 'reset' ? (
        <ResetRequest tenantId={tenantId} />
      ) : (
        <Login tenantId={tenantId} typed={typed} />
      )}
    </div>
  )
}

/** @param typed the address as it stands in the form, which the reset page starts with */
function Login({ tenantId, typed }: { tenantId: TenantId; typed: LoginState }) {
  const t = useText('login')
  const goOn = useAfterSignIn(tenantId)
  const { email, ended } = readLoginState(useLocation().state)
  // The link in a mail opens a tab without a session, and says nothing by itself until the user has signed in.
  const [changesEmail] = useState(() => matchRoute(wantedPage(tenantId) ?? '')?.name === 'emailChange')
  return (
    <SignInFlow
      key={tenantId}
      tenantId={tenantId}
      onSignedIn={() => {
        // The page that follows is the visible confirmation.
        announce(t('login.success'))
        void goOn()
      }}
      Heading={PageTitle}
      suggested={email}
      reason={ended ?? (changesEmail ? 'emailChange' : undefined)}
    >
      <nav className={styles.links} aria-label={t('login.title')}>
        <Link to={paths.login(tenantId, { view: 'reset' })} state={typed}>
          {t('login.forgot')}
        </Link>
        <Link to={paths.register(tenantId)}>{t('login.register')}</Link>
        <Link to={paths.procedures(tenantId)}>{t('login.procedures')}</Link>
      </nav>
    </SignInFlow>
  )
}
