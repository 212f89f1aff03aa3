/**
 * Finds the Firefox for the journeys in other engines, or installs one, and writes its path to `.local/firefox.json`
 * (`{ executablePath, version }`). Order: $PORTAL_FIREFOX, the usual paths, the system's package manager. It must be an
 * ordinary Firefox, because Playwright uses WebDriver BiDi with it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, onPath } from './system-packages.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const note = path.join(root, '.local', 'firefox.json')
const oldest = 140

function find() {
  const candidates = [
    process.env.PORTAL_FIREFOX,
    onPath('firefox-esr'),
    onPath('firefox'),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]
  for (const executablePath of candidates) {
    if (executablePath === undefined || !existsSync(executablePath)) continue
    const { status, stdout } = spawnSync(executablePath, ['--version'], { encoding: 'utf8', timeout: 30_000 })
    const version = status === 0 ? /\d+(\.\d+)*/.exec(stdout)?.[0] : undefined
    if (version !== undefined && Number.parseInt(version, 10) >= oldest) return { executablePath, version }
  }
  return undefined
}

if (find() === undefined) {
  console.log('No Firefox found for the journeys; installing one …')
  if (!installPackages(['firefox-esr'])) installPackages(['firefox'])
}
const found = find()
if (found === undefined) {
  console.error(
    `The journeys of the other engines need Firefox ${oldest} or newer, and it could not be installed here. Install it ` +
      'with your system (for example `apt-get install firefox-esr`) or name its program in the variable PORTAL_FIREFOX.',
  )
  process.exit(1)
}
mkdirSync(path.dirname(note), { recursive: true })
writeFileSync(note, `${JSON.stringify(found, null, 2)}\n`)
console.log(`Firefox for the journeys: ${found.executablePath} (${found.version})`)
