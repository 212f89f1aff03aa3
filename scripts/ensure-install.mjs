/**
 * Runs before `start`, `dev` and `test`, also before the first installation: therefore it has no dependency and no
 * syntax beyond Node 20. Installs exactly the lockfile if node_modules is missing or differs from it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Packages by their path in node_modules, as npm writes them into a lockfile. */
function packagesOf(lockfile) {
  return existsSync(lockfile) ? (JSON.parse(readFileSync(lockfile, 'utf8')).packages ?? {}) : undefined
}

/** Describes what is missing; undefined if node_modules matches the lockfile. */
export function whatIsMissing(projectRoot) {
  const wanted = packagesOf(path.join(projectRoot, 'package-lock.json'))
  if (wanted === undefined) return 'package-lock.json is missing'
  // npm writes this file last, so an interrupted installation counts as missing.
  const installed = packagesOf(path.join(projectRoot, 'node_modules', '.package-lock.json'))
  if (installed === undefined) return 'nothing is installed yet'
  for (const [place, entry] of Object.entries(wanted)) {
    if (place === '' || entry.link === true) continue
    const found = installed[place]
    if (found === undefined && entry.optional !== true) return `${place} is missing`
    if (found !== undefined && found.version !== entry.version) {
      return `${place} is ${found.version} instead of ${entry.version}`
    }
  }
  // The npm package `node` fetches its program in an install script, which a user's npm settings can forbid.
  const node = path.join(projectRoot, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(node) ? undefined : 'the Node.js of this project is missing'
}

function runNpm(args) {
  // npm must not run with the Node.js inside the folder that it is about to replace.
  const PATH = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((directory) => !directory.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter)
  const result = spawnSync('npm', args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH, SCARF_ANALYTICS: 'false' },
  })
  return result.status === 0
}

function main() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) {
    console.error(`Node.js 20 or newer is needed to install; this is ${process.version}.`)
    process.exit(1)
  }
  const missing = whatIsMissing(root)
  if (missing === undefined) return
  console.log(`Installing the packages of package-lock.json (${missing}) …`)
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  // The lockfile has no addresses, so npm asks the registry about each package. npm's cache has the answers of earlier
  // installations, but none about a version that was published since: then the registry is asked after all.
  if (!runNpm([...install, '--prefer-offline']) && !runNpm(install)) {
    console.error('The packages could not be installed. The lines above show the cause; then run the command again.')
    process.exit(1)
  }
  if (whatIsMissing(root) !== undefined) runNpm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
  const left = whatIsMissing(root)
  if (left !== undefined) {
    console.error(`The installation is not complete: ${left}. Delete node_modules and run \`npm ci\` to see why.`)
    process.exit(1)
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main()
