import { contrast, fromOklch, parseHex, toHex, toOklch } from './colour.ts'
import type { Rgb } from './colour.ts'

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
/** WCAG 2.2, 1.4.3 (AA), for text of any size. */
export const leastContrast = 4.5

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

/** Text in or on the tenant's colour that is too hard to read on a light page, so that the portal corrects the colour. */
export type LowContrast = { text: string; ground: string; ratio: number }

/**
 * The pairs of the tenant's colour below WCAG 2.2, 1.4.3 (AA): as text on the page and on tinted boxes, and below white
 * text. A dark page has an own shade of every colour.
 */
export function lowContrasts(primaryColor: string): LowContrast[] {
  const brand = parseHex(primaryColor)
  if (brand === null) return []
  const { light } = paletteOf(primaryColor)
  const pairs: [text: Rgb, ground: Rgb][] = [
    [brand, white],
    [brand, rgbOf(light.tintStrong)],
    [rgbOf(light.onAccent), brand],
  ]
  return pairs
    .map(([text, ground]) => ({ text: toHex(text), ground: toHex(ground), ratio: contrast(text, ground) }))
    .filter(({ ratio }) => ratio < leastContrast)
}

/** The first colour, nearest to the tenant's, that is readable on all grounds; the last one is the strongest. */
function firstReadable(colours: readonly Rgb[], grounds: readonly Rgb[]): Rgb {
  const found = colours.find((colour) => grounds.every((ground) => contrast(colour, ground) >= leastContrast))
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
