/**
 * Finds WebKitGTK and its WebDriver for the journeys in other engines, or installs them, and writes their paths to
 * `.local/webkit.json` (`{ driver, browser, display, version }`). Order: $PORTAL_WEBKIT_DRIVER and $PORTAL_WEBKIT, the
 * usual paths, the system's package manager. `--optional`: not an error where WebKitGTK does not exist, as on macOS.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { ensureProgram, installPackages, onPath } from './system-packages.mjs'

const packages = ['webkit2gtk-driver', 'xvfb']

function find() {
  const driver = process.env.PORTAL_WEBKIT_DRIVER ?? onPath('WebKitWebDriver')
  const browser = process.env.PORTAL_WEBKIT ?? miniBrowser()
  const display = onPath('Xvfb')
  return [driver, browser, display].every((file) => file !== undefined && existsSync(file))
    ? { driver, browser, display, version: version() }
    : undefined
}

/** The browser of WebKitGTK, which the driver starts: `/usr/lib/<architecture>/webkit2gtk-<interface>/MiniBrowser`. */
function miniBrowser() {
  const folders = ['/usr/lib', '/usr/libexec', ...below('/usr/lib', /-linux-gnu/)]
  return folders
    .flatMap((folder) => below(folder, /^webkit(?:2)?gtk-/))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .findLast((file) => existsSync(file))
}

function below(folder, name) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((entry) => name.test(entry))
    .toSorted()
    .map((entry) => path.join(folder, entry))
}

/** Neither program reports its version without a window. */
function version() {
  const query = onPath('dpkg-query')
  if (query === undefined) return 'unknown'
  const { stdout } = spawnSync(query, ['-W', '-f', '${Version}', packages[0]], { encoding: 'utf8' })
  return /^\d+(\.\d+)+/.exec(stdout)?.[0] ?? 'unknown'
}

ensureProgram({
  note: 'webkit',
  find,
  install: () => installPackages(packages),
  missing: 'WebKitGTK, its WebDriver or Xvfb is missing for the journeys',
  needed:
    'The journeys in WebKit need WebKitGTK with WebKitWebDriver and MiniBrowser, and Xvfb, and they could not be ' +
    `installed here. Install them with your system (for example \`apt-get install ${packages.join(' ')}\`) or name ` +
    'the programs in the variables PORTAL_WEBKIT_DRIVER and PORTAL_WEBKIT.',
  found: (webkit) => `WebKit for the journeys: ${webkit.browser} (${webkit.version})`,
  optional: process.argv.includes('--optional'),
})
