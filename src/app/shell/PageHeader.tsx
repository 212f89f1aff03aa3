import { Link, NavLink } from 'react-router-dom'
import { useOptionalSession } from '../../identity/session/session-context.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useConfig } from '../../lib/config-context.ts'
import { paths } from '../../paths.ts'
import type { Path, TenantId } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import type { Tenant } from '../../tenant/tenant-context.tsx'
import { logoOf } from '../../tenant/tenant-theme.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { TenantMark } from './TenantMark.tsx'
import { UserMenu } from './UserMenu.tsx'
import styles from './PageHeader.module.css'

/**
 * The tenant's stripe, logo and name; the navigation and the menu of a signed-in user. Without a tenant only the
 * stripe.
 */
export function PageHeader({ tenant }: { tenant: Tenant | null }) {
  const session = useOptionalSession()
  if (tenant === null) return <div className={styles.band} />
  const { tenantId, displayName } = tenant
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        {displayName === '' ? (
          // Without the tenant's name a link would have no text.
          <span className={styles.home}>
            <OwnMark />
          </span>
        ) : (
          <Link className={styles.home} to={session ? paths.applicationList(tenantId) : paths.login(tenantId)}>
            <OwnMark />
          </Link>
        )}
        {session && <MainNavigation />}
        {session && <UserMenu />}
      </div>
    </header>
  )
}

type Item = {
  key: 'applications' | 'history' | 'documents' | 'myPage'
  icon: IconName
  to: (tenantId: TenantId) => Path
}

/** The four main pages of a signed-in user: in a bar at the bottom of phones, in the header of wide screens. */
const navigationItems: readonly Item[] = [
  { key: 'applications', icon: 'list', to: paths.applicationList },
  { key: 'history', icon: 'history', to: (tenantId) => paths.applicationHistory(tenantId) },
  { key: 'documents', icon: 'document', to: paths.download },
  { key: 'myPage', icon: 'person', to: paths.userProfile },
]

function MainNavigation() {
  const t = useText('common')
  const { tenantId } = useTenant()
  return (
    <nav className={styles.bar} aria-label={t('nav.label')}>
      <ul className={styles.items}>
        {navigationItems.map(({ key, icon, to }) => (
          <li key={key}>
            <NavLink to={to(tenantId)} className={styles.item ?? ''}>
              <Icon name={icon} />
              <span>{t(`nav.${key}`)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function OwnMark() {
  const { info, displayName } = useTenant()
  const { apiBase } = useConfig()
  return <TenantMark name={displayName} logo={logoOf(info, apiBase)} />
}
