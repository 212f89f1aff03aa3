import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import layout from '../../profile-form/form-layout.module.css'
import { CheckedForm } from '../../fields/CheckedForm.tsx'
import { textOf } from '../../fields/FormErrors.tsx'
import { login } from '../../api/generated/login/login.ts'
import { getGetProfileQueryOptions, useDeleteAccount } from '../../api/generated/profile/profile.ts'
import { staleTimes } from '../../api/queries.ts'
import { AuthProblem } from '../session/auth-problem.ts'
import { useAccount, useSession, useSessionPort } from '../session/session-context.tsx'
import { isSameUser } from '../session/token-session.ts'
import { useSessionEnd } from '../session-end/session-end-context.ts'
import { notify } from '../../feedback/notify.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { Problem, ProblemKind } from '../../lib/problem.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckboxField } from '../../ui/fields/CheckboxField.tsx'
import { FieldShell } from '../../ui/fields/FieldShell.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { accountErrorText } from './account-error.ts'
import type { AccountErrorText } from './account-error.ts'
import { View } from './ProfileView.tsx'
import styles from '../../profile-form/Profile.module.css'

const consequences = ['signIn', 'data', 'history', 'unpaid', 'underWay', 'irrevocable'] as const

type Step = 'password' | 'account' | 'identity'

/** What the page says of a failure, unless the API's reason says it. The text must tell what is deleted already. */
function failureText(step: Step, { kind }: Problem, error: unknown): AccountErrorText | null {
  if (step === 'password') return accountErrorText(error)
  if (step === 'identity') return 'delete.unfinished'
  return noAnswer.has(kind) ? 'delete.unknown' : null
}

const noAnswer: ReadonlySet<ProblemKind> = new Set(['offline', 'timeout', 'unreadable'] as const)

/**
 * Deletes the account after the user has confirmed the consequences and entered the password again: first at the API,
 * which may refuse, then at the identity provider. Each step can be repeated after a failure.
 */
export function DeleteAccount() {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const session = useSession()
  const { userId } = session
  const queryClient = useQueryClient()
  const port = useSessionPort()
  const account = useAccount()
  const { dropApplications } = useSessionEnd()
  const navigate = useNavigate()
  const { mutateAsync } = useDeleteAccount({ mutation: { meta: { problem: 'inline' } } })
  const { submit, busy, problem } = useSubmitOnce()
  const [failure, setFailure] = useState<AccountErrorText | null>(null)
  // A deleted account has no password: after a deletion without a response, the API would call the right one wrong.
  const checked = useRef<string | null>(null)

  function remove(password: string): Promise<void> {
    let step: Step = 'password'
    return submit(
      async () => {
        if (password !== checked.current) {
          // The address with which the API finds the user. The identity provider's may differ after a failed change.
          const profile = await queryClient.query({ ...getGetProfileQueryOptions(), staleTime: staleTimes.profile })
          const { email } = profile.data
          // The login of the API only returns whose password this is. It does not start a session.
          const found = await login(tenantId, { email, password })
          if (!isSameUser({ tenantId, userId: found.userId }, session)) throw new AuthProblem('credentials')
          checked.current = password
        }
        // Another user may have signed in meanwhile: the next request would delete that account.
        if (!isSameUser(port.storedSession() ?? session, session)) throw new AuthProblem('credentials')
        step = 'account'
        await mutateAsync()
        step = 'identity'
        await account.deleteUser()
        // Clears local data such as drafts. Before the deletion it would be lost if the request failed.
        await dropApplications({ tenantId, userId })
        notify({ tone: 'success', message: t('delete.done'), timeoutMs: 0 })
        await navigate(paths.login(tenantId), { replace: true })
      },
      (found, error) => {
        setFailure(failureText(step, found, error))
        return found
      },
    )
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
        onSubmit={({ password }) => void remove(password)}
      >
        {(messageOf) => (
          <>
            {problem !== null && <ProblemAlert problem={problem} {...(failure !== null && { message: t(failure) })} />}
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
              <Button type="submit" variant="danger" busy={busy}>
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
