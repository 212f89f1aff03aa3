import { Link } from 'react-router-dom'
import { useText } from '../../i18n/use-text.ts'
import { useOptionalSession } from '../../identity/port.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { useDescription } from '../../ui/description.ts'
import link from '../../ui/Link.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import styles from './ApplicationListPage.module.css'
import { ServiceSearch } from './ServiceSearch.tsx'

/**
 * The procedures of a tenant without a session: users read what they can do before they register, and search engines
 * find it.
 */
export function Component() {
  const t = useText('services')
  const { displayName } = useTenant()
  const signedIn = useOptionalSession() !== null
  useDescription(t('list.description', { tenant: displayName }))
  return (
    <div className={styles.page}>
      <PageTitle title={t('list.publicTitle')} {...(signedIn ? {} : { lead: <Lead /> })} />
      <ServiceSearch />
    </div>
  )
}

function Lead() {
  const t = useText('services')
  const { tenantId } = useTenant()
  return (
    <>
      <span>{t('list.public')}</span>
      <br />
      <Link className={link.outsideSentence} to={paths.login(tenantId)}>
        {t('list.logIn')}
      </Link>
    </>
  )
}
