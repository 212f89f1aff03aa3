import { textOf } from '../../fields/FormErrors.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useConfig } from '../../lib/config-context.ts'
import type { TokenStorage } from '../../lib/config.ts'
import { CheckboxField } from '../../ui/fields/CheckboxField.tsx'

const name = 'kept-sign-in'

/** Whether the sign-in counts for new tabs, too: on a device that nobody else uses. */
export function KeptSignInField({ keptIn }: { keptIn: TokenStorage }) {
  const t = useText('login')
  const { limits } = useConfig()
  return (
    <CheckboxField
      id={name}
      name={name}
      value="kept"
      label={t('login.keep')}
      help={t('login.keepHelp', { count: limits.absoluteHours })}
      defaultChecked={keptIn === 'local'}
    />
  )
}

/** Where the tokens of the sign-in belong by the user's choice. */
export function keptInOf(form: HTMLFormElement): TokenStorage {
  return textOf(form, name) === '' ? 'session' : 'local'
}
