import type { TenantInfo } from '../api/generated/api.schemas.ts'
import { localStore } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import type { TenantId } from '../paths.ts'
import { contrast, fromOklch, parseHex, toHex, toOklch } from './colour.ts'
import type { Rgb } from './colour.ts'

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
export function applyTenantTheme(info: TenantInfo | null): { band: string } {
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

/** The roles of the tenant's colour on a light or a dark page. All `#rrggbb`. */
export type SchemeColours = {
  /** Background of hovered rows and subtle boxes. */
  tint: string
  tintStrong: string
  /** Thin lines and borders that only decorate. */
  line: string
  /** Text, links and buttons: readable on the page and on the tints, and `onAccent` is readable on it. */
  accent: string
  /** A button below the pointer. */
  accentStrong: string
  onAccent: string
}

export type Palette = {
  /** Ten steps of the tenant's colour, lightest first. */
  scale: readonly string[]
  light: SchemeColours
  dark: SchemeColours
  /** The stripe at the top: the tenant's colour unchanged. */
  band: string
}

const fallback = '#1b4f9c'
const lightnesses = [0.975, 0.94, 0.88, 0.8, 0.71, 0.62, 0.53, 0.44, 0.35, 0.26] as const
const white: Rgb = [1, 1, 1]
/** `--portal-surface` and `--portal-surface-muted` of src/ui/dark.css. */
const darkPage = rgbOf('#1a1a1a')
const darkBox = rgbOf('#333333')
const readable = 4.5

/** Accepts any colour, even a pale yellow; an invalid one becomes the portal's own blue. */
export function paletteOf(primaryColor: unknown): Palette {
  const brand = parseHex(primaryColor) ?? rgbOf(fallback)
  const [lightness, chroma, hue] = toOklch(brand)
  // Very light steps of a strong colour would look fluorescent; very dark ones would lose their hue.
  const scale = lightnesses.map((step) => shown(fromOklch([step, step > 0.9 ? Math.min(chroma, 0.03) : chroma, hue])))
  const [tint = white, tintStrong = white, , line = brand] = scale
  const darker = scale.filter((colour) => toOklch(colour)[0] < lightness)
  const lighter = scale.filter((colour) => toOklch(colour)[0] > lightness).toReversed()
  const subdued = (step: number, most: number) => shown(fromOklch([step, Math.min(chroma, most), hue]))
  const darkTint = subdued(0.27, 0.04)
  const darkTintStrong = subdued(0.33, 0.05)
  const accent = firstReadable([brand, ...darker], [white, tintStrong])
  const darkAccent = firstReadable([brand, ...lighter], [darkPage, darkBox, darkTintStrong])
  return {
    scale: scale.map(toHex),
    light: {
      tint: toHex(tint),
      tintStrong: toHex(tintStrong),
      line: toHex(line),
      accent: toHex(accent),
      accentStrong: toHex(shifted(accent, -0.1)),
      onAccent: toHex(white),
    },
    dark: {
      tint: toHex(darkTint),
      tintStrong: toHex(darkTintStrong),
      line: toHex(subdued(0.5, 0.1)),
      accent: toHex(darkAccent),
      accentStrong: toHex(shifted(darkAccent, 0.08)),
      onAccent: toHex(darkPage),
    },
    band: toHex(brand),
  }
}

/** The first colour, nearest to the tenant's, that is readable on all grounds; the last one is the strongest. */
function firstReadable(colours: readonly Rgb[], grounds: readonly Rgb[]): Rgb {
  const found = colours.find((colour) => grounds.every((ground) => contrast(colour, ground) >= readable))
  return found ?? colours.at(-1) ?? white
}

function shifted(colour: Rgb, by: number): Rgb {
  const [lightness, chroma, hue] = toOklch(colour)
  return fromOklch([Math.min(Math.max(lightness + by, 0), 1), chroma, hue])
}

/** Contrast is computed for the displayed colour, in whole steps of 1/255. */
function shown(colour: Rgb): Rgb {
  return parseHex(toHex(colour)) ?? colour
}

function rgbOf(hex: string): Rgb {
  return parseHex(hex) ?? white
}
