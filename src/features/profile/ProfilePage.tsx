import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { EditProfile } from './details/EditProfile.tsx'
import { Overview } from './details/Overview.tsx'
import { parseProfileView } from '../../identity/security/ProfileView.tsx'
import type { ProfileView } from '../../identity/security/ProfileView.tsx'
import { securityViews } from '../../identity/security/views.ts'

const views: Record<ProfileView, ComponentType> = { edit: EditProfile, ...securityViews }

/** `/{tenantId}/userprofile`: the user's profile and account, one view at a time. */
export function Component() {
  const [search] = useSearchParams()
  const view = parseProfileView(search)
  if (view === null) return <Overview />
  const View = views[view]
  return <View key={view} />
}
