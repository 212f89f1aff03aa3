/** Colour arithmetic for the tenant's palette: sRGB as `#rrggbb`, OKLCH for visually even steps. */
export type Rgb = readonly [red: number, green: number, blue: number]
export type Oklch = readonly [lightness: number, chroma: number, hue: number]

/** Channels 0 … 1, or null for anything but `#rrggbb`. */
export function parseHex(text: unknown): Rgb | null {
  const found = typeof text === 'string' ? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) : null
  if (!found) return null
  const [red, green, blue] = found.slice(1).map((pair) => Number.parseInt(pair, 16) / 255)
  return [red ?? 0, green ?? 0, blue ?? 0]
}

export function toHex(rgb: Rgb): string {
  return `#${rgb
    .map((channel) =>
      Math.round(clamp(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** WCAG 2 contrast ratio, 1 … 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = linear(rgb)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function toOklch(rgb: Rgb): Oklch {
  const [r, g, b] = linear(rgb)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [lightness, Math.hypot(a, bb), Math.atan2(bb, a)]
}

/** The nearest colour that a screen can show: chroma is reduced, lightness and hue stay. */
export function fromOklch([lightness, chroma, hue]: Oklch): Rgb {
  let [low, high] = [0, chroma]
  if (inGamut(unclamped(lightness, chroma, hue))) low = chroma
  else {
    for (let step = 0; step < 18; step++) {
      const middle = (low + high) / 2
      if (inGamut(unclamped(lightness, middle, hue))) low = middle
      else high = middle
    }
  }
  const [red, green, blue] = unclamped(lightness, low, hue)
  return [clamp(red), clamp(green), clamp(blue)]
}

function unclamped(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function inGamut(rgb: Rgb): boolean {
  return rgb.every((channel) => channel >= -1e-4 && channel <= 1 + 1e-4)
}

function linear([red, green, blue]: Rgb): Rgb {
  const decode = (channel: number): number =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  return [decode(red), decode(green), decode(blue)]
}

function encode(channel: number): number {
  return channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055
}

function clamp(channel: number): number {
  return Math.min(1, Math.max(0, channel))
}
