import { AuthenticatorKey } from '../fields/AuthenticatorKey.tsx'
import { otpauthUri } from '../session/sign-in-step.ts'
import { useAccount, useSession } from '../session/session-context.tsx'
import { notify } from '../../feedback/notify.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { ActionError, useAccountAction } from './AccountAction.tsx'
import { codeErrorText } from './account-error.ts'
import { CodeForm } from './VerifyAttribute.tsx'
import { IdentitySection, useIdentityReload, useTotpSecret } from './IdentitySection.tsx'
import { View } from './ProfileView.tsx'
import { useNavigateFromHere } from '../../lib/use-navigate-from-here.ts'

/**
 * Sets up an authenticator app: the user scans or types the key and enters a code. The first factor becomes the
 * preferred one.
 */
export function SetUpTotp() {
  const t = useText('profile')
  const signIn = useText('sign-in')
  const { tenantId, displayName } = useTenant()
  const { email, userId } = useSession()
  const account = useAccount()
  const navigate = useNavigateFromHere()
  const reload = useIdentityReload()
  const action = useAccountAction()
  const secret = useTotpSecret()

  async function turnOn(code: string): Promise<void> {
    await account.verifyTotp(code)
    const { preferred } = await account.factors()
    await account.setFactor('totp', preferred === null ? 'preferred' : 'on')
    notify({ tone: 'success', message: t('totp.done') })
    await navigate(paths.userProfile(tenantId, { view: 'security' }))
    await reload()
  }

  return (
    <View title={t('totp.title')} lead={t('totp.lead')}>
      <IdentitySection query={secret} lines={6}>
        {(setUp) => (
          <>
            <AuthenticatorKey
              secret={setUp.secret}
              uri={otpauthUri(setUp.secret, displayName === '' ? tenantId : displayName, email ?? userId)}
            />
            <p>{signIn('challenge.totpSetup.code')}</p>
            <ActionError action={action} />
            <CodeForm
              channel="totp"
              busy={action.busy}
              submit={t('totp.submit')}
              onCode={(code) => void action.run(() => turnOn(code), codeErrorText)}
            />
          </>
        )}
      </IdentitySection>
    </View>
  )
}
