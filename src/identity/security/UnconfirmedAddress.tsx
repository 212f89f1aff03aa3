import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import layout from '../../profile-form/form-layout.module.css'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { shownAddress, unconfirmedAddress } from './identity-attributes.ts'
import type { Verifiable } from './identity-attributes.ts'
import { useOpenCode } from './open-code.ts'
import styles from '../../profile-form/Profile.module.css'

export const verifyViews = { email: 'verify-email', phone_number: 'verify-phone' } as const

type Props = { name: Verifiable; known: Record<string, string> }

/** The address that waits for its code, with the way back to the field for the code. */
export function UnconfirmedAddress({ name, known }: Props) {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const address = unconfirmedAddress(known, name, useOpenCode(name).read())
  if (address === null) return null
  return (
    <Notice tone="warning">
      <p className={styles.itemHead}>
        <span className={styles.value}>{shownAddress(name, address)}</span>
        <StatusBadge tone="warning">{t('addresses.unverified')}</StatusBadge>
      </p>
      <p>{t('verify.open')}</p>
      <div className={layout.actions}>
        <LinkButton to={paths.userProfile(tenantId, { view: verifyViews[name] })} variant="secondary">
          {t('verify.enter')}
        </LinkButton>
      </div>
    </Notice>
  )
}
