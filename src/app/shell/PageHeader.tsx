import { Link } from 'react-router-dom'
import { useOptionalSession } from '../../auth/session-context.tsx'
import { paths } from '../../paths.ts'
import type { Tenant } from '../../tenant/tenant-context.tsx'
import { MainNavigation } from './MainNavigation.tsx'
import { TenantMark } from './TenantLogo.tsx'
import { UserMenu } from './UserMenu.tsx'
import styles from './PageHeader.module.css'

/** The tenant's stripe, logo and name; the navigation and the menu of a signed-in user. Without a tenant only the stripe. */
export function PageHeader({ tenant }: { tenant: Tenant | null }) {
  const session = useOptionalSession()
  if (tenant === null) return <div className={styles.band} />
  const { tenantId, displayName } = tenant
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        {displayName === '' ? (
          // Before the tenant has said its name, and when it cannot: a link would have no words.
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
