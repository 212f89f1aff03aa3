import layout from '../../profile-form/form-layout.module.css'
import { CheckedForm } from '../../fields/CheckedForm.tsx'
import { textOf } from '../../fields/FormErrors.tsx'
import { AccountName } from '../fields/AccountName.tsx'
import { NewPasswordField, useNewPasswordCheck } from '../fields/NewPasswordField.tsx'
import { useAccount, useSession } from '../session/session-context.tsx'
import { notify } from '../../feedback/notify.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { ActionError, useAccountAction } from './AccountAction.tsx'
import { View } from './ProfileView.tsx'
import { useNavigateFromHere } from '../../lib/use-navigate-from-here.ts'

export function ChangePassword() {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const account = useAccount()
  const { email } = useSession()
  const navigate = useNavigateFromHere()
  const action = useAccountAction()
  const checkPassword = useNewPasswordCheck()
  return (
    <View title={t('password.title')} lead={t('password.lead')}>
      <CheckedForm
        className={layout.form}
        read={(form) => ({ current: textOf(form, 'password'), next: textOf(form, 'new-password') })}
        check={({ current, next }) => [
          current === '' ? { targetId: 'password', message: t('password.currentEmpty') } : null,
          checkPassword(next) ?? (next === current ? { targetId: 'new-password', message: t('password.same') } : null),
        ]}
        onSubmit={({ current, next }) =>
          void action.run(async () => {
            await account.updatePassword(current, next)
            notify({ tone: 'success', message: t('password.done') })
            await navigate(paths.userProfile(tenantId, { view: 'security' }))
          })
        }
      >
        {(messageOf) => (
          <>
            <ActionError action={action} />
            <AccountName email={email} />
            <PasswordField
              id="password"
              name="password"
              autoComplete="current-password"
              label={t('password.current')}
              error={messageOf('password')}
            />
            <NewPasswordField error={messageOf('new-password')} />
            <div className={layout.actions}>
              <Button type="submit" busy={action.busy}>
                {t('password.submit')}
              </Button>
            </div>
          </>
        )}
      </CheckedForm>
    </View>
  )
}
