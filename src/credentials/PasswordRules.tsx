import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/Icon.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { brokenRules, minPasswordLength, passwordRules } from './password-rules.ts'
import styles from './PasswordRules.module.css'

/** The policy as a list that ticks itself while the password is typed. */
export function PasswordRules({ password }: { password: string }) {
  const t = useText('sign-in')
  const broken = brokenRules(password)
  return (
    <>
      {t('password.rules')}
      <ul className={styles.rules}>
        {passwordRules.map((rule) => {
          const met = !broken.includes(rule)
          return (
            <li key={rule} className={met ? styles.met : undefined}>
              <Icon name={met ? 'check' : 'dot'} />
              {t(`password.${rule}`, { min: minPasswordLength })}
              <VisuallyHidden>{met ? t('password.met') : t('password.unmet')}</VisuallyHidden>
            </li>
          )
        })}
      </ul>
    </>
  )
}
