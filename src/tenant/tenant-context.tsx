import { createContext, use } from 'react'
import type { TenantInfo } from '../api/generated/api.schemas.ts'
import type { Noun } from '../i18n/catalogue.ts'
import { ServiceNounContext, TenantNounContext } from '../i18n/use-text.ts'
import type { TenantId } from '../paths.ts'
import type { Content } from '../ui/elements.ts'

export type Tenant = {
  tenantId: TenantId
  info: TenantInfo
  noun: Noun
  /** The tenant's name, or its id if it has none; empty before the info has arrived. */
  displayName: string
}

const TenantContext = createContext<Tenant | null>(null)

/**
 * The tenant of an address. Before its info has arrived (on the login page, which does not wait for it) it has no name
 * yet.
 */
export function tenantOf(tenantId: TenantId, info: TenantInfo | null): Tenant {
  const name = info?.branding?.displayName?.trim() ?? ''
  return {
    tenantId,
    info: info ?? { tenantId, state: '', features: { webApplication: { enabled: true } } },
    noun: info?.branding?.orderNoun === 'subscription' ? 'subscription' : 'application',
    displayName: name === '' && info !== null ? tenantId : name,
  }
}

export function TenantProvider({ tenant, children }: { tenant: Tenant; children: Content }) {
  return (
    <TenantContext value={tenant}>
      <TenantNounContext value={tenant.noun}>
        <ServiceNounContext value={tenant.noun}>{children}</ServiceNounContext>
      </TenantNounContext>
    </TenantContext>
  )
}

/** The tenant of the address. @throws Error on pages without one */
export function useTenant(): Tenant {
  const tenant = use(TenantContext)
  if (!tenant) throw new Error('This page has no tenant in its address')
  return tenant
}

export function useOptionalTenant(): Tenant | null {
  return use(TenantContext)
}
