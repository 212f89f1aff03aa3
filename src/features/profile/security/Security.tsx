import layout from '../../../profile-form/form-layout.module.css'
import { useText } from '../../../i18n/use-text.ts'
import { formatPhone } from '../../../lib/japanese.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { inPhrases } from '../../../ui/phrases.ts'
import { Factors } from './Factors.tsx'
import { IdentitySection, useAttributes, useFactors } from './IdentitySection.tsx'
import { isVerified, toNationalPhone } from './identity-attributes.ts'
import type { Verifiable } from './identity-attributes.ts'
import { View } from '../view/ProfileView.tsx'
import styles from '../view/Profile.module.css'

/** The sign-in settings: password, addresses for codes and second factors. */
export function Security() {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const attributes = useAttributes()
  const factors = useFactors()
  return (
    <View back="profile" title={t('security.title')}>
      <div className={layout.sections}>
        <section className={layout.section}>
          <h2>{inPhrases(t('password.heading'))}</h2>
          <div>
            <LinkButton to={paths.userProfile(tenantId, { view: 'password' })} variant="secondary">
              {t('password.change')}
            </LinkButton>
          </div>
        </section>
        <section className={layout.section}>
          <h2>{inPhrases(t('addresses.title'))}</h2>
          <p>{t('addresses.lead')}</p>
          <IdentitySection query={attributes}>
            {(known) => (
              <>
                <Address name="email" value={known.email} verified={isVerified(known, 'email')} />
                <Address name="phone_number" value={known.phone_number} verified={isVerified(known, 'phone_number')} />
              </>
            )}
          </IdentitySection>
        </section>
        <section className={layout.section}>
          <h2>{inPhrases(t('factors.title'))}</h2>
          <p>{t('factors.lead')}</p>
          <IdentitySection query={attributes}>
            {(known) => (
              <IdentitySection query={factors} lines={6}>
                {(state) => <Factors factors={state} attributes={known} />}
              </IdentitySection>
            )}
          </IdentitySection>
        </section>
      </div>
    </View>
  )
}

const views = {
  email: { change: 'email', verify: 'verify-email' },
  phone_number: { change: 'phone', verify: 'verify-phone' },
} as const

function Address({ name, value, verified }: { name: Verifiable; value: string | undefined; verified: boolean }) {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const { change, verify } = views[name]
  const known = value !== undefined && value !== ''
  return (
    <div className={styles.item}>
      <div className={styles.itemHead}>
        <h3>{inPhrases(t(`addresses.${name}`))}</h3>
        {known && (
          <StatusBadge tone={verified ? 'success' : 'warning'}>
            {t(verified ? 'addresses.verified' : 'addresses.unverified')}
          </StatusBadge>
        )}
      </div>
      <p className={styles.value}>
        {known ? (name === 'email' ? value : formatPhone(toNationalPhone(value))) : t('notRegistered')}
      </p>
      <div className={layout.actions}>
        {known && !verified && (
          <LinkButton to={paths.userProfile(tenantId, { view: verify })} variant="secondary">
            {t(`addresses.${name}Verify`)}
          </LinkButton>
        )}
        <LinkButton to={paths.userProfile(tenantId, { view: change })} variant="secondary">
          {t(known ? `addresses.${name}Change` : `addresses.${name}Add`)}
        </LinkButton>
      </div>
    </div>
  )
}
