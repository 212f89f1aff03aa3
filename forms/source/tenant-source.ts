import path from 'node:path'
import type { ServiceText } from '../../form-model/definition.ts'
import type { Branding, BrandingContact, NewProfile, TenantInfo } from '../../src/api/generated/api.schemas.ts'

/** Describes a tenant, beside the folders of its services. */
export const tenantFile = 'tenant.json'

/** The state and the users that a tenant has in the sandbox; never published. */
export const sandboxFile = 'sandbox.json'

/** The logo of a tenant, beside its description. */
export const logoFiles = ['logo.svg', 'logo.png'] as const

export type LogoFile = (typeof logoFiles)[number]

/** Whether a file of a folder of built forms is for the sandbox, which has its tenants from there. */
export function isForSandbox(file: string): boolean {
  const [, name = '', ...below] = file.split('/')
  return below.length === 0 && [tenantFile, sandboxFile, ...logoFiles].some((known) => known === name)
}

/** A part of the contract, in which these texts are not in the language of a request, but in all languages. */
type InLanguages<Part, Texts extends keyof Part> = Omit<Part, Texts> & { [Name in Texts]?: ServiceText }

/** `tenant.json`: the contract's branding in every language, and settings that the portal does not see. */
export type TenantSource = InLanguages<Omit<Branding, 'contact' | 'logoUrl'>, 'displayName'> & {
  $schema?: string
  contact?: InLanguages<BrandingContact, 'hours'>
  /** Its address becomes `logoUrl`. */
  logo?: LogoFile
  /** Whether the portal uses its texts in plainer language; `texts` are used before them. */
  plainTexts?: boolean
  /** Whether the registration tells that an address has an account. */
  revealsRegistered?: boolean
  /** Whether a form is published only after another person has approved it. */
  needsApproval?: boolean
}

/** A tenant with a name is one of the portal; without one, the file only has settings for forms. */
export type PortalTenant = TenantSource & { displayName: ServiceText }

export function isOfPortal(tenant: TenantSource): tenant is PortalTenant {
  return tenant.displayName !== undefined
}

/** `sandbox.json` */
export type SandboxSource = {
  $schema?: string
  state?: TenantInfo['state']
  webApplication?: TenantInfo['features']['webApplication']['enabled']
  /** A maintenance that is always as many days ahead when the sandbox starts. */
  maintenance?: { inDays: number; hours: number }
  users?: TestUser[]
}

/** A user with the data of the sample person or corporation, or with own data. */
export type TestUser = {
  email: string
  /** Why the user exists, for whoever tries the portal. */
  purpose: string
  kind?: NewProfile['kind']
  profile?: NewProfile
  /** A step that the sign-in then requires. */
  state?: 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'
}

/** The folder of the tenant of a form's folder. */
export function tenantFolderOf(form: string): string {
  return path.resolve(form, '../..')
}
