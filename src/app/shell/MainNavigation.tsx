import { NavLink } from 'react-router-dom'
import { useText } from '../../i18n/use-text.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { navigationItems } from './navigation-items.ts'
import styles from './MainNavigation.module.css'

export function MainNavigation() {
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
