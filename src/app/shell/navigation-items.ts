import { paths } from '../../paths.ts'
import type { Path, TenantId } from '../../paths.ts'
import type { IconName } from '../../ui/Icon.tsx'

type Item = {
  key: 'applications' | 'history' | 'documents' | 'myPage'
  icon: IconName
  to: (tenantId: TenantId) => Path
}

/** The four places of a signed-in user: in a bar at the bottom of phones, in the header of wide screens. */
export const navigationItems: readonly Item[] = [
  { key: 'applications', icon: 'list', to: paths.applicationList },
  { key: 'history', icon: 'history', to: (tenantId) => paths.applicationHistory(tenantId) },
  { key: 'documents', icon: 'document', to: paths.download },
  { key: 'myPage', icon: 'person', to: paths.userProfile },
]
