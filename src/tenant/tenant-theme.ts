import type { TenantInfo } from '../api/generated/api.schemas.ts'
import { localStore } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import type { TenantId } from '../paths.ts'
import type { TenantLook } from '../lib/portal-start.ts'
import { contrast, fromOklch, parseHex, toHex, toOklch } from './colour.ts'
import type { Rgb } from './colour.ts'

/**
 * Sets the tenant's colours on the page. Property by property, because the content policy allows no style element.
 * @returns the colour of the stripe at the top
 */
export function applyTenantTheme(info: TenantInfo | null): { band: string } {
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
  return { band: palette.band }
}

/** Stores this tenant's data for the first frame of the next visit (src/starter). */
export function rememberTenant(tenantId: TenantId, { band, name }: TenantLook): void {
  localStore.set(storageKeys.tenantLook + tenantId, JSON.stringify({ band, name }))
}

/** The logo, if it comes from the portal's or the API's own origin, which is all that the content policy allows. */
export function logoOf(info: TenantInfo, apiBase: string): string | null {
  const logo = info.branding?.logoUrl
  if (logo === undefined || !URL.canParse(logo, window.location.href)) return null
  const url = new URL(logo, window.location.href)
  const allowed = [window.location.origin, new URL(apiBase, window.location.href).origin]
  return allowed.includes(url.origin) ? url.href : null
}

/** A link from the tenant's info: https, or a path of the portal's own origin. */
export function safeLink(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link, window.location.href)) return null
  const url = new URL(link, window.location.href)
  return url.protocol === 'https:' || url.origin === window.location.origin ? url.href : null
}

/** Ten steps of the tenant's colour, lightest first, and the roles that the screens use. All `#rrggbb`. */
export type Palette = {
  scale: readonly string[]
  /** Background of hovered rows and subtle boxes. */
  tint: string
  tintStrong: string
  /** Thin lines and borders that only decorate. */
  line: string
  /** Text, links and buttons: readable on white and on the tint, and white is readable on it. */
  accent: string
  accentDark: string
  onAccent: string
  /** The stripe at the top: the tenant's colour unchanged. */
  band: string
}

const fallback = '#1b4f9c'
const lightnesses = [0.975, 0.94, 0.88, 0.8, 0.71, 0.62, 0.53, 0.44, 0.35, 0.26] as const
const white: Rgb = [1, 1, 1]
const readable = 4.5

/** Accepts any colour, even a pale yellow; an invalid one becomes the portal's own blue. */
export function paletteOf(primaryColor: unknown): Palette {
  const brand = parseHex(primaryColor) ?? parseHex(fallback) ?? white
  const [lightness, chroma, hue] = toOklch(brand)
  // Very light steps of a strong colour would look fluorescent; very dark ones would lose their hue.
  const scale = lightnesses.map((step) => shown(fromOklch([step, step > 0.9 ? Math.min(chroma, 0.03) : chroma, hue])))
  const [tint = white, tintStrong = white] = scale
  const darker = [brand, ...scale.filter((colour) => toOklch(colour)[0] < lightness)]
  const accent = darker.find((colour) => Math.min(contrast(colour, white), contrast(colour, tintStrong)) >= readable)
  const chosen = accent ?? scale.at(-1) ?? brand
  const [accentLightness, accentChroma] = toOklch(chosen)
  return {
    scale: scale.map(toHex),
    tint: toHex(tint),
    tintStrong: toHex(tintStrong),
    line: toHex(scale[3] ?? brand),
    accent: toHex(chosen),
    accentDark: toHex(fromOklch([Math.max(accentLightness - 0.1, 0), accentChroma, hue])),
    onAccent: '#ffffff',
    band: toHex(brand),
  }
}

/** Contrast is computed for the displayed colour, in whole steps of 1/255. */
function shown(colour: Rgb): Rgb {
  return parseHex(toHex(colour)) ?? colour
}
