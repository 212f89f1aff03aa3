import layout from '../../profile-form/form-layout.module.css'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import { Factors } from './Factors.tsx'
import { IdentitySection, useAttributes, useFactors } from './IdentitySection.tsx'
import { isVerified, shownAddress } from './identity-attributes.ts'
import type { Verifiable } from './identity-attributes.ts'
import { useOpenCode } from './open-code.ts'
import { UnconfirmedAddress, verifyViews } from './UnconfirmedAddress.tsx'
import { View } from './ProfileView.tsx'
import styles from '../../profile-form/Profile.module.css'

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
                <Address name="email" known={known} />
                <Address name="phone_number" known={known} />
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

const changeViews = { email: 'email', phone_number: 'phone' } as const

function Address({ name, known }: { name: Verifiable; known: Record<string, string> }) {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const value = known[name] ?? ''
  const verified = isVerified(known, name)
  // A number is unconfirmed only after its code was sent. An e-mail address may be so since the account was created.
  const codeSent = useOpenCode(name).read() !== null || name === 'phone_number'
  const inNotice = codeSent && value !== '' && !verified
  return (
    <div className={styles.item}>
      <div className={styles.itemHead}>
        <h3>{inPhrases(t(`addresses.${name}`))}</h3>
        {value !== '' && !inNotice && (
          <StatusBadge tone={verified ? 'success' : 'warning'}>
            {t(verified ? 'addresses.verified' : 'addresses.unverified')}
          </StatusBadge>
        )}
      </div>
      {!inNotice && <p className={styles.value}>{value === '' ? t('notRegistered') : shownAddress(name, value)}</p>}
      {codeSent && <UnconfirmedAddress name={name} known={known} />}
      <div className={layout.actions}>
        {value !== '' && !verified && !codeSent && (
          <LinkButton to={paths.userProfile(tenantId, { view: verifyViews[name] })} variant="secondary">
            {t('addresses.emailVerify')}
          </LinkButton>
        )}
        <LinkButton to={paths.userProfile(tenantId, { view: changeViews[name] })} variant="secondary">
          {t(value === '' ? `addresses.${name}Add` : `addresses.${name}Change`)}
        </LinkButton>
      </div>
    </div>
  )
}
