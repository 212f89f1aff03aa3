import { useGetProfileSuspense } from '../../../api/generated/profile/profile.ts'
import type { Profile, ShippingAddress } from '../../../api/generated/api.schemas.ts'
import { staleTimes } from '../../../api/queries.ts'
import { needsAddress } from '../submission/submission-server.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'

/** The profile's address as a delivery address; null if name, phone or address is missing there. */
export function addressOfProfile(profile: Profile): ShippingAddress | null {
  const { address, phone } = profile
  if (address === undefined || phone === undefined) return null
  const recipient =
    profile.kind === 'person' ? `${profile.familyName} ${profile.givenName}`.trim() : profile.corporationName
  return { recipient, phone, address }
}

export type Shipping =
  /** Nothing is sent. */
  | { kind: 'none' }
  | { kind: 'known'; address: ShippingAddress; own: boolean }
  /** Something is sent, but no address is chosen. */
  | { kind: 'missing' }

/** The profile's address; null if it is incomplete. */
export function useProfileAddress(): ShippingAddress | null {
  const { data } = useGetProfileSuspense({
    query: { staleTime: staleTimes.services, select: toAddress },
  })
  return data
}

/** A separate function, so that the query calls it only for new data. */
function toAddress({ data }: { data: Profile }): ShippingAddress | null {
  return addressOfProfile(data)
}

/**
 * The delivery address of the application. The profile is small and is always read, because hooks cannot be skipped.
 */
export function useShipping({ form, service, store }: Pick<OpenApplication, 'form' | 'service' | 'store'>): Shipping {
  const own = useProfileAddress()
  const answers = useApplicationState(store, (state) => state.content.answers)
  const chosen = useApplicationState(store, (state) => state.content.shippingAddress)
  if (!needsAddress(service, form, answers)) return { kind: 'none' }
  if (chosen !== null) return { kind: 'known', address: chosen, own: false }
  return own === null ? { kind: 'missing' } : { kind: 'known', address: own, own: true }
}
