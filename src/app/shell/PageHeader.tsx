import { useState } from 'react'
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
            <TenantMark />
          </span>
        ) : (
          <Link className={styles.home} to={session ? paths.applicationList(tenantId) : paths.login(tenantId)}>
            <TenantMark />
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

/** The tenant's logo, or the first character of its name in a tile, beside the name. */
function TenantMark() {
  const { info, displayName } = useTenant()
  const { apiBase } = useConfig()
  const [broken, setBroken] = useState<string | null>(null)
  const logo = logoOf(info, apiBase)
  return (
    <span className={styles.mark}>
      {logo !== null && logo !== broken ? (
        <img className={styles.logo} src={logo} alt="" width={40} height={40} onError={() => setBroken(logo)} />
      ) : (
        <span className={styles.tile} aria-hidden="true">
          {Array.from(displayName)[0] ?? ''}
        </span>
      )}
      <span className={styles.name}>{displayName}</span>
    </span>
  )
}
