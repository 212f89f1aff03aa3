/** The first match wins, since many browsers also contain the names of their ancestors. */
const browsers: [RegExp, string][] = [
  [/\bLine\//, 'LINE'],
  [/\bEdg(?:e|A|iOS)?\/|Microsoft Edge/, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/SamsungBrowser|Samsung Internet/, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|Google Chrome/, 'Chrome'],
  [/\bChromium\b/, 'Chromium'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bmacOS\b|\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b|Chrome OS/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Shortens the name stored by the identity provider, which is the user agent, to a form such as `Chrome (Windows)`.
 * Null if there is no name.
 */
export function readableDeviceName(name: string): string | null {
  const browser = browsers.find(([pattern]) => pattern.test(name))?.[1]
  const system = systems.find(([pattern]) => pattern.test(name))?.[1]
  if (browser !== undefined && system !== undefined) return `${browser} (${system})`
  return browser ?? system ?? (name.trim() === '' ? null : name)
}

type Ordered = { current: boolean; lastUsedAt: Date | null }

/** This device first, then the most recently used. Devices without a time come last. */
export function devicesInOrder<Device extends Ordered>(devices: readonly Device[]): Device[] {
  return devices.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || (b.lastUsedAt?.getTime() ?? 0) - (a.lastUsedAt?.getTime() ?? 0),
  )
}
