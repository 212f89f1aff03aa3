import type { ReactNode } from 'react'
import layout from '../../../profile-form/form-layout.module.css'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { BackLink } from '../../../ui/BackLink.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'

type Props = {
  title: string
  lead?: ReactNode
  /** What the view is part of. */
  back?: 'profile' | 'security'
  children: ReactNode
}

/** A view below the overview: the way back, its title, its content. */
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
