/**
 * Finds the Python for the example API of the starter kit, or installs it, and writes its path to
 * `.local/python.json` (`{ program, version }`). Order: $PORTAL_PYTHON, the path, the system's package manager.
 */
import { ensureProgram, installPackages, onPath, versionOf } from './system-packages.mjs'

/** The oldest version that the kit's README names. */
const oldestMinor = 9

function find() {
  return [process.env.PORTAL_PYTHON, onPath('python3')]
    .map((program) => ({ program, version: versionOf(program) }))
    .find(({ version = '' }) => {
      const [major, minor] = version.split('.').map(Number)
      return major === 3 && minor >= oldestMinor
    })
}

ensureProgram({
  note: 'python',
  find,
  install: () => installPackages(['python3']),
  missing: 'No Python found for the example API',
  needed:
    `The example API needs Python 3.${oldestMinor} or newer, and it could not be installed here. Install it with your ` +
    'system (for example `apt-get install python3`) or name its program in the variable PORTAL_PYTHON.',
  found: ({ program, version }) => `Python for the example API: ${program} (${version})`,
})
