import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getGetProfileQueryOptions } from '../../api/generated/profile/profile.ts'
import { queryClientContext, staleTimes, waitForParts } from '../../api/queries.ts'
import { EditProfile } from './details/EditProfile.tsx'
import { Overview } from './details/Overview.tsx'
import { parseProfileView } from '../../identity/security/ProfileView.tsx'
import type { ProfileView } from '../../identity/security/ProfileView.tsx'
import { securityViews } from '../../identity/security/views.ts'

/** Views that need data of the API. The others only need the identity provider. */
const withProfile: ReadonlySet<ProfileView | null> = new Set([null, 'edit', 'email'] as const)

export async function loader({ context, request }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  if (!withProfile.has(parseProfileView(new URL(request.url).searchParams))) return null
  const profile = context
    .get(queryClientContext)
    .query({ ...getGetProfileQueryOptions(), staleTime: staleTimes.profile })
  await waitForParts(profile)
  return null
}

const views: Record<ProfileView, ComponentType> = { edit: EditProfile, ...securityViews }

/** `/{tenantId}/userprofile`: the user's profile and account, one view at a time. */
export function Component() {
  const [search] = useSearchParams()
  const view = parseProfileView(search)
  if (view === null) return <Overview />
  const View = views[view]
  return <View key={view} />
}
