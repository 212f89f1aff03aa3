import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getGetProfileQueryOptions } from '../../api/generated/profile/profile.ts'
import { queryClientContext, staleTimes, waitForParts } from '../../api/queries.ts'
import { parseProfileView } from '../../identity/security/ProfileView.tsx'
import type { ProfileView } from '../../identity/security/ProfileView.tsx'

export { Component } from './ProfilePage.tsx'

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
