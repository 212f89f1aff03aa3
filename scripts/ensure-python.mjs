/**
 * Finds the Python for the example API of the starter kit, or installs it, and writes its path to
 * `.local/python.json` (`{ program, version }`). Order: $PORTAL_PYTHON, the path, the system's package manager.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, onPath } from './system-packages.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const note = path.join(root, '.local', 'python.json')
/** The oldest version that the kit's README names. */
const oldestMinor = 9

function find() {
  for (const program of [process.env.PORTAL_PYTHON, onPath('python3')]) {
    if (program === undefined || !existsSync(program)) continue
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 30_000 })
    const version = status === 0 ? /\d+(\.\d+)+/.exec(stdout)?.[0] : undefined
    const [major, minor] = (version ?? '').split('.').map(Number)
    if (major === 3 && minor >= oldestMinor) return { program, version }
  }
  return undefined
}

if (find() === undefined) {
  console.log('No Python found for the example API; installing it …')
  installPackages(['python3'])
}
const found = find()
if (found === undefined) {
  console.error(
    `The example API needs Python 3.${oldestMinor} or newer, and it could not be installed here. Install it with your ` +
      'system (for example `apt-get install python3`) or name its program in the variable PORTAL_PYTHON.',
  )
  process.exit(1)
}
mkdirSync(path.dirname(note), { recursive: true })
writeFileSync(note, `${JSON.stringify(found, null, 2)}\n`)
console.log(`Python for the example API: ${found.program} (${found.version})`)
