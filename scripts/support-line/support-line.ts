import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserName } from '@mdn/browser-compat-data'

/** A browser by its name in @mdn/browser-compat-data, and its oldest version that the portal supports. */
export type SupportedBrowser = { browser: BrowserName; version: number; label: string; target?: string }

/**
 * Names of browserslist with the name in the compatibility data, the one that users know, and the one that the build
 * takes as a target; the others share the engine of one with a target.
 */
const names: { [browserslist: string]: { data: BrowserName; label: string; target?: string } } = {
  ios_saf: { data: 'safari_ios', label: 'Safari', target: 'ios' },
  safari: { data: 'safari', label: 'Safari', target: 'safari' },
  chrome: { data: 'chrome', label: 'Chrome', target: 'chrome' },
  and_chr: { data: 'chrome_android', label: 'Chrome' },
  android: { data: 'webview_android', label: 'Android WebView' },
  edge: { data: 'edge', label: 'Edge', target: 'edge' },
  firefox: { data: 'firefox', label: 'Firefox', target: 'firefox' },
  and_ff: { data: 'firefox_android', label: 'Firefox' },
  samsung: { data: 'samsunginternet_android', label: 'Samsung Internet' },
}

const file = join(import.meta.dirname, '../../package.json')

/**
 * The list `browserslist` of package.json, each entry as `name >= version`: the only source of the supported browsers.
 */
export function supportLine(
  list = (JSON.parse(readFileSync(file, 'utf8')) as { browserslist: string[] }).browserslist,
): SupportedBrowser[] {
  return list.map((entry) => {
    const [, name = '', version = ''] = /^(\w+) >= (\d+(?:\.\d+)?)$/.exec(entry) ?? []
    const known = names[name]
    if (known === undefined) throw new Error(`browserslist of package.json: "${entry}" is not "name >= version"`)
    const { data, label, target } = known
    return {
      browser: data,
      version: Number(version),
      label: `${label} ${version}`,
      ...(target === undefined ? {} : { target: `${target}${version}` }),
    }
  })
}

/** What the build may write into scripts and style sheets, as `build.target` of Vite. */
export function buildTargets(line = supportLine()): string[] {
  return line.flatMap(({ target }) => target ?? [])
}

/** The oldest supported versions in the words of users, each once: `Safari 17.0`. */
export function supportedVersions(line = supportLine()): string[] {
  return [...new Set(line.map(({ label }) => label))]
}
