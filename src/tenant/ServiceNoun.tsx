import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { OrderNoun } from '../api/generated/api.schemas.ts'
import { OrderNounsContext } from '../i18n/use-text.ts'
import type { OrderNouns } from '../i18n/use-text.ts'
import { useTenant } from './tenant-context.tsx'

const ownNouns: { readonly [noun in OrderNoun]: OrderNouns } = {
  application: [],
  booking: ['booking'],
  request: ['request'],
}

type Props = { of: { orderNoun?: OrderNoun | undefined } | null; children: ReactNode }

/**
 * Texts inside use the noun of a service: its own, or that of its application, charge or file. Texts without a wording
 * for it, e.g. about the whole history, keep the tenant's.
 */
export function ServiceNoun({ of: named, children }: Props) {
  const { orderNouns } = useTenant()
  const noun = named?.orderNoun
  const nouns = useMemo(() => nounsOf(noun, orderNouns), [noun, orderNouns])
  return <OrderNounsContext value={nouns}>{children}</OrderNounsContext>
}

/** A newer API may send a noun that this version of the portal does not know. */
export function nounsOf(noun: string | undefined, ofTenant: OrderNouns): OrderNouns {
  if (noun === undefined || !Object.hasOwn(ownNouns, noun)) return ofTenant
  const own = ownNouns[noun as OrderNoun]
  return own.length === 0 ? ofTenant : [...own, ...ofTenant]
}
