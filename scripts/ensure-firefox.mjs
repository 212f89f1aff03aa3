/**
 * Finds the Firefox for the journeys in other engines, or installs one, and writes its path to `.local/firefox.json`
 * (`{ executablePath, version }`). Order: $PORTAL_FIREFOX, the usual paths, the system's package manager. It must be an
 * ordinary Firefox, because Playwright uses WebDriver BiDi with it.
 */
import { ensureProgram, installPackages, onPath, versionOf } from './system-packages.mjs'

const oldest = 140

function find() {
  const candidates = [
    process.env.PORTAL_FIREFOX,
    onPath('firefox-esr'),
    onPath('firefox'),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]
  return candidates
    .map((executablePath) => ({ executablePath, version: versionOf(executablePath) }))
    .find(({ version }) => version !== undefined && Number.parseInt(version, 10) >= oldest)
}

ensureProgram({
  note: 'firefox',
  find,
  install: () => installPackages(['firefox-esr']) || installPackages(['firefox']),
  missing: 'No Firefox found for the journeys',
  needed:
    `The journeys of the other engines need Firefox ${oldest} or newer, and it could not be installed here. Install it ` +
    'with your system (for example `apt-get install firefox-esr`) or name its program in the variable PORTAL_FIREFOX.',
  found: ({ executablePath, version }) => `Firefox for the journeys: ${executablePath} (${version})`,
})
