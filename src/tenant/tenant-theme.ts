import type { TenantInfo } from '../api/generated/api.schemas.ts'
import { paletteOf } from './palette.ts'

/** Gives the page the tenant's colours. Set property by property, since the content policy allows no style element. */
export function applyTenantTheme(info: TenantInfo | null): void {
  const palette = paletteOf(info?.branding?.primaryColor)
  const roles = {
    '--tenant-tint': palette.tint,
    '--tenant-tint-strong': palette.tintStrong,
    '--tenant-line': palette.line,
    '--tenant-accent': palette.accent,
    '--tenant-accent-dark': palette.accentDark,
    '--tenant-on-accent': palette.onAccent,
    '--tenant-band': palette.band,
  }
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(roles)) {
    if (info === null) style.removeProperty(name)
    else style.setProperty(name, value)
  }
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', palette.band)
}

/** The logo, if it comes from the portal's or the API's own origin, which is all the content policy lets through. */
export function logoOf(info: TenantInfo, apiBase: string): string | null {
  const logo = info.branding?.logoUrl
  if (logo === undefined || !URL.canParse(logo, window.location.href)) return null
  const url = new URL(logo, window.location.href)
  const allowed = [window.location.origin, new URL(apiBase, window.location.href).origin]
  return allowed.includes(url.origin) ? url.href : null
}

/** A link a tenant gives: https, or a path of the portal's own origin. */
export function safeLink(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link, window.location.href)) return null
  const url = new URL(link, window.location.href)
  return url.protocol === 'https:' || url.origin === window.location.origin ? url.href : null
}
