import { useNavigate } from 'react-router-dom'
import layout from '../../../profile-form/form-layout.module.css'
import { CheckedForm } from '../../../fields/CheckedForm.tsx'
import { textOf } from '../../../fields/FormErrors.tsx'
import { login } from '../../../api/generated/login/login.ts'
import { AuthProblem } from '../../../auth/auth-problem.ts'
import { useSession, useSessionPort } from '../../../auth/session-context.tsx'
import { isSameUser } from '../../../auth/token-session.ts'
import { notify } from '../../../feedback/notify.ts'
import { useText } from '../../../i18n/use-text.ts'
import { runBeforeLogOut } from '../../../lib/open-drafts.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { FieldShell } from '../../../ui/fields/FieldShell.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { ActionError, useAccountAction } from './AccountAction.tsx'
import { View } from '../view/ProfileView.tsx'
import styles from '../view/Profile.module.css'

const consequences = ['signIn', 'drafts', 'history', 'underWay', 'irrevocable'] as const

/** Deletes the account after the user has confirmed the consequences and entered the password again. */
export function DeleteAccount() {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const session = useSession()
  const { userId, email } = session
  const port = useSessionPort()
  const navigate = useNavigate()
  const action = useAccountAction()

  async function remove(password: string): Promise<void> {
    const { email: now = email ?? '' } = await port.account.attributes()
    // The login of the API only returns whose password this is. It does not start a session.
    const found = await login(tenantId, { email: now, password })
    if (!isSameUser({ tenantId, userId: found.userId }, session)) throw new AuthProblem('credentials')
    await port.account.deleteUser()
    // Clears local data such as drafts. Before the deletion it would be lost if the request failed.
    await runBeforeLogOut({ tenantId, userId })
    notify({ tone: 'success', message: t('delete.done'), timeoutMs: 0 })
    await navigate(paths.login(tenantId), { replace: true })
  }

  return (
    <View back="profile" title={t('delete.title')}>
      <Notice tone="warning" title={t('delete.lead')}>
        <ul className={styles.consequences}>
          {consequences.map((consequence) => (
            <li key={consequence}>{t(`delete.consequence.${consequence}`)}</li>
          ))}
        </ul>
      </Notice>
      <CheckedForm
        className={layout.form}
        read={(form) => ({ understood: textOf(form, 'understood') === 'yes', password: textOf(form, 'password') })}
        check={({ understood, password }) => [
          understood ? null : { targetId: 'understood', message: t('delete.notUnderstood') },
          password === '' ? { targetId: 'password', message: t('password.currentEmpty') } : null,
        ]}
        onSubmit={({ password }) => void action.run(() => remove(password))}
      >
        {(messageOf) => (
          <>
            <ActionError action={action} />
            <FieldShell id="consequences" label={t('delete.check')} required group>
              <CheckboxField
                id="understood"
                name="understood"
                value="yes"
                required
                label={t('delete.understood')}
                error={messageOf('understood')}
              />
            </FieldShell>
            <PasswordField
              id="password"
              name="password"
              autoComplete="current-password"
              label={t('password.current')}
              help={t('delete.passwordHelp')}
              error={messageOf('password')}
            />
            <div className={layout.actions}>
              <Button type="submit" variant="danger" busy={action.busy}>
                {t('delete.submit')}
              </Button>
              <LinkButton to={paths.userProfile(tenantId)} variant="secondary">
                {t('delete.cancel')}
              </LinkButton>
            </div>
          </>
        )}
      </CheckedForm>
    </View>
  )
}
