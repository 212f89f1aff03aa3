/**
 * Finds programs on this machine and installs packages of the operating system. Has no dependency and no syntax beyond
 * Node 20.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The file with the path of a program, for the tests. */
export function noteOf(name) {
  return path.join(import.meta.dirname, '../.local', `${name}.json`)
}

/**
 * Writes what `find` returns into the note, if necessary after `install`.
 * @param missing printed before the installation, without its end
 * @param needed printed if there is still none; ends this program unless it is optional
 * @param found what the last line says
 */
export function ensureProgram({ note, find, install, missing, needed, found, optional = false }) {
  let program = find()
  if (program === undefined) {
    console.log(`${missing}; installing …`)
    install()
    program = find()
  }
  if (program === undefined) {
    rmSync(noteOf(note), { force: true })
    console.error(needed)
    process.exit(optional ? 0 : 1)
  }
  mkdirSync(path.dirname(noteOf(note)), { recursive: true })
  writeFileSync(noteOf(note), `${JSON.stringify(program, null, 2)}\n`)
  console.log(found(program))
}

/** What a program reports as its version; undefined if it does not start (a stub, or a missing library). */
export function versionOf(program) {
  if (program === undefined || !existsSync(program)) return undefined
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 ? /\d+(\.\d+)*/.exec(stdout)?.[0] : undefined
}

export function onPath(program) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((directory) => path.join(directory, program))
    .find((file) => existsSync(file))
}

/** Prints the command, and what it printed only if it fails: package managers print a line for every file. */
export function run(program, args) {
  console.log(`> ${[path.basename(program), ...args].join(' ')}`)
  const options = { encoding: 'utf8', timeout: 600_000, maxBuffer: Infinity }
  const { status, stdout, stderr, error } = spawnSync(program, args, options)
  if (status === 0) return true
  console.log([stdout, stderr, error?.message].filter(Boolean).join('\n').split('\n').slice(-lastLines).join('\n'))
  return false
}

/** Where the cause of a failed installation is. */
const lastLines = 20

const managers = [
  { program: 'apt-get', before: ['update', '-qq'], install: ['install', '-y', '-qq', '--no-install-recommends'] },
  { program: 'dnf', install: ['install', '-y'] },
  { program: 'apk', install: ['add', '--no-progress'] },
  { program: 'pacman', install: ['-Sy', '--noconfirm'] },
  { program: 'zypper', install: ['--non-interactive', 'install'] },
  { program: 'brew', install: ['install'] },
]

/** True if the package manager of this system has installed all packages. */
export function installPackages(names) {
  const manager = managers.find(({ program }) => onPath(program) !== undefined)
  if (manager === undefined) return false
  const { program, before, install } = manager
  return (before === undefined || asAdministrator(program, before)) && asAdministrator(program, [...install, ...names])
}

function asAdministrator(program, args) {
  if (process.getuid?.() === 0 || program === 'brew') return run(program, args)
  const sudo = onPath('sudo')
  return sudo !== undefined && run(sudo, ['-n', program, ...args])
}
