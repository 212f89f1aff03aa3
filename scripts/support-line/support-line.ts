import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserName } from '@mdn/browser-compat-data'

/** A browser by its name in @mdn/browser-compat-data, and its oldest version that the portal supports. */
export type SupportedBrowser = { browser: BrowserName; version: number }

/** Names of browserslist, with the names in the compatibility data. */
const names: { [browserslist: string]: BrowserName } = {
  ios_saf: 'safari_ios',
  safari: 'safari',
  chrome: 'chrome',
  and_chr: 'chrome_android',
  android: 'webview_android',
  edge: 'edge',
  firefox: 'firefox',
  and_ff: 'firefox_android',
  samsung: 'samsunginternet_android',
}

const file = join(import.meta.dirname, '../../package.json')

/**
 * The list `browserslist` of package.json, each entry as `name >= version`: the only source of the supported browsers.
 */
export function supportLine(
  list = (JSON.parse(readFileSync(file, 'utf8')) as { browserslist: string[] }).browserslist,
) {
  return list.map((entry) => {
    const [, name = '', version = ''] = /^(\w+) >= (\d+(?:\.\d+)?)$/.exec(entry) ?? []
    const known = names[name]
    if (known === undefined) throw new Error(`browserslist of package.json: "${entry}" is not "name >= version"`)
    return { browser: known, version: Number(version), text: version }
  })
}
