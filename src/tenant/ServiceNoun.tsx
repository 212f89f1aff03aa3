import type { OrderNoun } from '../api/generated/api.schemas.ts'
import type { Noun } from '../i18n/catalogue.ts'
import { ServiceNounContext } from '../i18n/use-text.ts'
import { useTenant } from './tenant-context.tsx'
import type { Content } from '../ui/elements.ts'

const ownNouns: Readonly<Record<OrderNoun, Noun | null>> = { application: null, booking: 'booking', request: 'request' }

type Props = { of: { orderNoun?: OrderNoun | undefined } | null; children: Content }

/** Texts inside use the noun of a service: its own, or that of its application, charge or file. */
export function ServiceNoun({ of: named, children }: Props) {
  const { noun } = useTenant()
  return <ServiceNounContext value={nounOf(named?.orderNoun, noun)}>{children}</ServiceNounContext>
}

/** A newer API may send a noun that this version of the portal does not know. */
export function nounOf(noun: string | undefined, ofTenant: Noun): Noun {
  const own = noun !== undefined && Object.hasOwn(ownNouns, noun) ? ownNouns[noun as OrderNoun] : null
  return own ?? ofTenant
}
