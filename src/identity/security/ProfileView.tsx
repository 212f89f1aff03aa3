import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import layout from '../../profile-form/form-layout.module.css'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { BackLink } from '../../ui/Links.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import cardStyles from './CardItem.module.css'
import type { Content, Elements } from '../../ui/elements.ts'

type Props = {
  title: string
  lead?: Content
  /** The parent view. */
  back?: 'profile' | 'security'
  children: Elements
}

/** A view below the overview: back link, title and content. */
export function View({ title, lead, back = 'security', children }: Props) {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const to = back === 'security' ? paths.userProfile(tenantId, { view: 'security' }) : paths.userProfile(tenantId)
  return (
    <div className={layout.page}>
      <BackLink to={to}>{t(back === 'security' ? 'security.title' : 'title')}</BackLink>
      <PageTitle title={title} {...(lead === undefined ? {} : { lead })} />
      {children}
    </div>
  )
}

/** The views of the profile, each with its own address: `?view=…`. */
export const profileViews = [
  'edit',
  'email',
  'security',
  'password',
  'phone',
  'verify-phone',
  'verify-email',
  'totp',
  'devices',
  'delete',
] as const

export type ProfileView = (typeof profileViews)[number]

/** The view in the address; null, the overview, if there is none or an unknown one. */
export function parseProfileView(search: URLSearchParams): ProfileView | null {
  const named = search.getAll('view')
  return named.length === 1 ? (profileViews.find((view) => view === named[0]) ?? null) : null
}

/** One entry of a list of devices, factors or versions. */
export function CardItem({ highlighted = false, children }: { highlighted?: boolean; children: Content }) {
  return <li className={`${cardStyles.card} ${highlighted ? cardStyles.highlighted : ''}`}>{children}</li>
}
