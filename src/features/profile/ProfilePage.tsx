import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getGetProfileQueryOptions } from '../../api/generated/profile/profile.ts'
import { queryClientContext, staleTimes, waitForParts } from '../../api/queries.ts'
import { ChangeEmail } from '../../identity/security/ChangeEmail.tsx'
import { ChangePassword } from '../../identity/security/ChangePassword.tsx'
import { ChangePhone } from '../../identity/security/ChangePhone.tsx'
import { DeleteAccount } from '../../identity/security/DeleteAccount.tsx'
import { Devices } from '../../identity/security/Devices.tsx'
import { EditProfile } from './details/EditProfile.tsx'
import { Overview } from './details/Overview.tsx'
import { parseProfileView } from '../../identity/security/ProfileView.tsx'
import type { ProfileView } from '../../identity/security/ProfileView.tsx'
import { Security } from '../../identity/security/Security.tsx'
import { SetUpTotp } from '../../identity/security/SetUpTotp.tsx'
import { VerifyEmail, VerifyPhone } from '../../identity/security/VerifyAttribute.tsx'

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

const views: Record<ProfileView, ComponentType> = {
  edit: EditProfile,
  email: ChangeEmail,
  security: Security,
  password: ChangePassword,
  phone: ChangePhone,
  'verify-phone': VerifyPhone,
  'verify-email': VerifyEmail,
  totp: SetUpTotp,
  devices: Devices,
  delete: DeleteAccount,
}

/** `/{tenantId}/userprofile`: the user's profile and account, one view at a time. */
export function Component() {
  const [search] = useSearchParams()
  const view = parseProfileView(search)
  if (view === null) return <Overview />
  const View = views[view]
  return <View key={view} />
}
