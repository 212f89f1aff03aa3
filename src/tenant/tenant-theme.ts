import type { TenantInfo } from '../api/generated/api.schemas.ts'
import { localStore } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import type { TenantId } from '../paths.ts'
import { paletteOf } from './palette.ts'
import type { SchemeColours } from './palette.ts'

/** The data of an already visited tenant for the start of the next visit (src/starter). */
export type TenantLook = {
  band: string
  name: string
  /** By the device's clock: later, requests for a user wait until the tenant's info says that it is open. */
  openUntil: number
}

/**
 * Sets the tenant's colours on the page. Property by property, because the content policy allows no style element.
 * @returns the colour of the stripe at the top
 */
export function applyTenantTheme(info: Pick<TenantInfo, 'branding'> | null): { band: string } {
  const palette = paletteOf(info?.branding?.primaryColor)
  const { style } = document.documentElement
  const values = { '--tenant-band': palette.band, ...named('light', palette.light), ...named('dark', palette.dark) }
  for (const [name, value] of Object.entries(values)) {
    if (info === null) style.removeProperty(name)
    else style.setProperty(name, value)
  }
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', palette.band)
  return { band: palette.band }
}

/** The names that src/ui/theme.css and dark.css choose from. */
function named(scheme: 'light' | 'dark', colours: SchemeColours): Record<string, string> {
  return Object.fromEntries(Object.entries(colours).map(([role, value]) => [`--tenant-${scheme}-${role}`, value]))
}

export function rememberTenant(tenantId: TenantId, look: TenantLook): void {
  localStore.set(storageKeys.tenantLook + tenantId, JSON.stringify(look))
}

/** The logo, if it comes from the portal's or the API's own origin, which is all that the content policy allows. */
export function logoOf(info: TenantInfo, apiBase: string): string | null {
  const logo = info.branding?.logoUrl
  if (logo === undefined || !URL.canParse(logo, window.location.href)) return null
  const url = new URL(logo, window.location.href)
  const allowed = [window.location.origin, new URL(apiBase, window.location.href).origin]
  return allowed.includes(url.origin) ? url.href : null
}

/** A link from the tenant's info: https without a user name, or a path of the portal's own origin. */
export function safeLink(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link, window.location.href)) return null
  const url = new URL(link, window.location.href)
  if (url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || url.origin === window.location.origin ? url.href : null
}
