import type { Answers, Definition } from '../../../../form-model/definition.ts'
import { isRecord } from '../../../../form-model/record.ts'
import { isPrefilledOnOpening } from '../../../form-engine/answers/prefill.ts'
import { useGetProfileSuspense } from '../../../api/generated/profile/profile.ts'
import type { DraftShippingAddress, Profile, ShippingAddress } from '../../../api/generated/api.schemas.ts'
import { staleTimes } from '../../../api/queries.ts'
import { addressParts } from '../../../fields/address.ts'
import { isString } from '../../../lib/shape.ts'
import { needsAddress } from '../submission/submission-server.ts'
import { useApplicationState } from '../application/use-application.ts'
import { chosenAddress } from '../draft/draft.ts'
import { completeAddress } from './shipping-form.ts'
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
  /** Something is sent, but no address is chosen, or the typed one is incomplete. */
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
  const chosen = useApplicationState(store, (state) => chosenAddress(state.content.shippingAddress))
  if (!needsAddress(service, form, answers)) return { kind: 'none' }
  const address = chosen === null ? own : completeAddress(chosen)
  return address === null ? { kind: 'missing' } : { kind: 'known', address, own: chosen === null }
}

/** What the applicant has answered, as a delivery address: nobody types it twice (WCAG 3.3.7). */
export function addressOfApplicant({ steps }: Pick<Definition, 'steps'>, answers: Answers): DraftShippingAddress {
  const entered = stepsOfApplicant(steps, answers)
  const answerTo = (part: DeliveryPart) => entered.map((step) => step[part]).find((answer) => answer !== undefined)
  const [name, phone, address] = [answerTo('name'), answerTo('phone'), answerTo('address')]
  const texts = isRecord(address) ? address : {}
  return {
    recipient: recipientOf(isRecord(name) ? 'person' : 'corporation', name) ?? '',
    phone: isString(phone) ? phone : '',
    address: Object.fromEntries(addressParts.flatMap((part) => (isString(texts[part]) ? [[part, texts[part]]] : []))),
  }
}

/** Only steps that are filled in from the profile ask for the applicant. */
function stepsOfApplicant(steps: Definition['steps'], answers: Answers) {
  return steps.filter(isPrefilledOnOpening).map(({ id }) => answers[id] ?? {})
}

/** Parts of a delivery address that forms ask for, too. */
export type DeliveryPart = 'name' | 'address' | 'phone'

/**
 * The parts of the delivery address that are those of the profile although the applicant has answered otherwise: a
 * corrected name or address does not change them.
 */
export function partsUnlikeAnswers(
  delivery: ShippingAddress,
  profile: Profile,
  definition: Pick<Definition, 'steps'>,
  answers: Answers,
): DeliveryPart[] {
  const own = addressOfProfile(profile)
  if (own === null) return []
  const entered = stepsOfApplicant(definition.steps, answers)
  const isUnlike = (now: string | null, registered: string | null, texts: readonly (string | null)[]) =>
    now === registered && texts.some((text) => text !== null && text !== '' && text !== now)
  const names = entered.map(({ name }) => recipientOf(profile.kind, name))
  const addresses = entered.map(({ address }) => textOf(address))
  const phones = entered.map(({ phone }) => (typeof phone === 'string' ? phone : null))
  return [
    ...(isUnlike(delivery.recipient, own.recipient, names) ? (['name'] as const) : []),
    ...(isUnlike(textOf(delivery.address), textOf(own.address), addresses) ? (['address'] as const) : []),
    ...(isUnlike(delivery.phone, own.phone, phones) ? (['phone'] as const) : []),
  ]
}

/** All parts of an address, to compare it. A form may ask for less: null then, as there is nothing to compare. */
function textOf(address: unknown): string | null {
  if (!isRecord(address) || typeof address.postalCode !== 'string' || typeof address.street !== 'string') return null
  return addressParts.map((part) => (typeof address[part] === 'string' ? address[part] : '')).join('\n')
}

/** A person enters the parts of a name. A company enters its name as one text; the parts are of its contact person. */
function recipientOf(kind: Profile['kind'], name: unknown): string | null {
  if (kind !== 'person') return typeof name === 'string' ? name : null
  if (!isRecord(name) || typeof name.familyName !== 'string') return null
  return `${name.familyName} ${typeof name.givenName === 'string' ? name.givenName : ''}`.trim()
}
