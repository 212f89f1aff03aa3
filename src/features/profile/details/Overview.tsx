import { Link } from 'react-router-dom'
import layout from '../../../profile-form/form-layout.module.css'
import { useGetProfileSuspense } from '../../../api/generated/profile/profile.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { SectionBoundary, SectionProblem } from '../../../feedback/SectionBoundary.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { inPhrases } from '../../../ui/phrases.ts'
import { emailToConfirm, useRequestedEmail } from '../../../identity/security/open-code.ts'
import { useProfileRows } from '../../../profile-form/profile-rows.ts'
import styles from '../../../profile-form/Profile.module.css'

/** マイページ: the registered data, and links to everything about the account. */
export function Overview() {
  const t = useText('profile')
  const { tenantId } = useTenant()
  return (
    <div className={layout.page}>
      <PageTitle title={t('title')} />
      <section className={layout.section}>
        <div className={styles.head}>
          <h2>{inPhrases(t('data.title'))}</h2>
          <LinkButton to={paths.userProfile(tenantId, { view: 'edit' })} variant="secondary">
            {t('data.edit')}
          </LinkButton>
        </div>
        <SectionBoundary
          skeleton={<Skeleton lines={8} />}
          failed={(problem, retry) => <SectionProblem problem={problem} onRetry={retry} />}
        >
          <Registered />
        </SectionBoundary>
      </section>
      <section className={layout.section}>
        <h2>{inPhrases(t('account.title'))}</h2>
        <ul className={styles.links}>
          {(['email', 'security', 'devices', 'delete'] as const).map((view) => (
            <li key={view}>
              <Link to={paths.userProfile(tenantId, { view })}>
                <span className={styles.linkTitle}>{t(`${view}.title`)}</span>
                <span className={styles.linkHelp}>{t(`${view}.summary`)}</span>
                <Icon name="forward" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Registered() {
  const t = useText('profile')
  const profile = useGetProfileSuspense().data.data
  const rows = useProfileRows(t('notRegistered'))(profile)
  const newEmail = emailToConfirm(useRequestedEmail().read(), profile.email)
  return (
    <DescriptionList
      items={[
        ...rows.map(({ key, term, value }) => ({ key, term, description: value })),
        { key: 'email', term: t('data.email'), description: profile.email },
        ...(newEmail === null
          ? []
          : [{ key: 'newEmail', term: t('email.new'), description: <Unconfirmed email={newEmail} /> }]),
      ]}
    />
  )
}

function Unconfirmed({ email }: { email: string }) {
  const t = useText('profile')
  return (
    <span className={styles.itemHead}>
      <span className={styles.value}>{email}</span>
      <StatusBadge tone="warning">{t('addresses.unverified')}</StatusBadge>
    </span>
  )
}
