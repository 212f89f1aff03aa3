/**
 * Finds WebKitGTK and its WebDriver for the journeys in other engines, or installs them, and writes their paths to
 * `.local/webkit.json` (`{ driver, browser, display, version }`). Order: $PORTAL_WEBKIT_DRIVER and $PORTAL_WEBKIT, the
 * usual paths, the system's package manager. `--optional`: not an error where WebKitGTK does not exist, as on macOS.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, onPath } from './system-packages.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const note = path.join(root, '.local', 'webkit.json')
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

if (find() === undefined) {
  console.log('WebKitGTK, its WebDriver or Xvfb is missing for the journeys; installing …')
  installPackages(packages)
}
const found = find()
if (found === undefined) {
  rmSync(note, { force: true })
  console.error(
    'The journeys in WebKit need WebKitGTK with WebKitWebDriver and MiniBrowser, and Xvfb, and they could not be ' +
      `installed here. Install them with your system (for example \`apt-get install ${packages.join(' ')}\`) or name ` +
      'the programs in the variables PORTAL_WEBKIT_DRIVER and PORTAL_WEBKIT.',
  )
  process.exit(process.argv.includes('--optional') ? 0 : 1)
}
mkdirSync(path.dirname(note), { recursive: true })
writeFileSync(note, `${JSON.stringify(found, null, 2)}\n`)
console.log(`WebKit for the journeys: ${found.browser} (${found.version})`)
