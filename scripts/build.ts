/**
 * Builds what the portal is served from: the form definitions (`.local/forms`) and the app (`dist`). The sandbox calls
 * this at every start and skips parts without changed inputs. `node scripts/build.ts` always builds both, or a demo.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildInputs } from './build-inputs.ts'
import type { BuildName } from './build-inputs.ts'
import { optionsOf } from './options.ts'

const repository = path.join(import.meta.dirname, '..')

type Part = {
  name: BuildName
  output: string
  commands: string[][]
  /** The commands print a result that is of no use for who only needs the part. */
  isSilent?: boolean
}

const forms: Part = {
  name: 'forms',
  output: '.local/forms',
  commands: [['forms/main.ts', 'build', 'schemas', '--out', '.local/forms', '--lang', 'en']],
}

/** The form studio, as `forms studio --static` writes it for any web server. */
export const builtStudio = path.join(repository, '.local/studio')

const studio: Part = {
  name: 'studio',
  output: '.local/studio/index.html',
  commands: [['forms/main.ts', 'studio', '--static', '.local/studio']],
  isSilent: true,
}

const app: Part = {
  name: 'app',
  output: 'dist/index.html',
  commands: [
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    ['deploy/finish-site.ts', 'dist', '.local/release'],
  ],
}

type Build = {
  only?: 'forms' | 'studio'
  /** Builds all parts, even those that are up to date. */
  force?: boolean
  /** Fails if a form has errors, as a release must. */
  strict?: boolean
  root?: string
  /** Reports that a part is being built, which takes a while; by default in English, for developers. */
  announce?: (name: BuildName) => void
  /** Runs the commands of a part and returns the exit status of the first that fails, else 0. */
  run?: (part: Part, root: string) => number | null
}

const titles: { [name in BuildName]: string } = { forms: 'application forms', app: 'portal', studio: 'form studio' }

function announceInEnglish(name: BuildName): void {
  process.stderr.write(`Building the ${titles[name]} …\n`)
}

/** The exit status of `forms build` after it has refused a form; the other forms are built. */
const someFormsRefused = 1

/**
 * Brings the forms and the portal, or only one part, up to date; reports on stderr. A form with errors is reported, keeps its
 * published version and does not prevent a start. Throws if a build fails otherwise.
 */
export async function ensureBuilt(options: Build = {}): Promise<void> {
  const { only, force = false, root = repository } = options
  mkdirSync(path.join(root, '.local'), { recursive: true })
  await withLock(path.join(root, '.local', 'build.lock'), () => {
    for (const part of only === undefined ? [forms, app] : [only === 'forms' ? forms : studio]) {
      const hash = hashOf(part.name, root)
      if (force || readStamps(root)[part.name] !== hash || !existsSync(path.join(root, part.output)))
        build(part, hash, options)
    }
  })
}

function build(part: Part, hash: string, options: Build): void {
  const { strict = false, root = repository, announce = announceInEnglish, run = runCommands } = options
  announce(part.name)
  const status = run(part, root)
  if (status === 0) {
    const stamps = { ...readStamps(root), [part.name]: hash }
    writeFileSync(stampFile(root), `${JSON.stringify(stamps, null, 2)}\n`)
  } else if (!strict && part.name === 'forms' && status === someFormsRefused) {
    process.stderr.write('The forms named above have errors and keep their published versions.\n')
  } else throw new Error(`The build of the ${part.name} failed; the lines above show the cause.`)
}

function runCommands({ commands, isSilent = false }: Part, root: string): number | null {
  for (const command of commands) {
    const stdio = ['ignore', isSilent ? 'ignore' : 2, 2] as const
    const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: [...stdio] })
    if (status !== 0) return status
  }
  return 0
}

function stampFile(root: string): string {
  return path.join(root, '.local', 'build.json')
}

function readStamps(root: string): { [name: string]: string } {
  const file = stampFile(root)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { [name: string]: string }) : {}
}

/** A hash of the names and contents of all inputs. */
function hashOf(name: BuildName, root: string): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of buildInputs(name, root)) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** Two sandboxes that start at once must not build into the same folder. */
async function withLock(lockFile: string, work: () => void): Promise<void> {
  let handle = tryLock(lockFile)
  while (handle === null) {
    await pause(200)
    if (isStale(lockFile)) rmSync(lockFile, { force: true })
    handle = tryLock(lockFile)
  }
  try {
    work()
  } finally {
    closeSync(handle)
    rmSync(lockFile, { force: true })
  }
}

function tryLock(lockFile: string): number | null {
  try {
    const handle = openSync(lockFile, 'wx')
    writeFileSync(handle, String(process.pid))
    return handle
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  }
}

/** Whether the process that holds the lock has ended. */
function isStale(lockFile: string): boolean {
  if (!existsSync(lockFile)) return false
  const holder = Number(readFileSync(lockFile, 'utf8'))
  if (!Number.isInteger(holder) || holder === 0) return false
  try {
    process.kill(holder, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

if (import.meta.main) {
  const usage = `npm run build             builds the forms into .local/forms and the portal into dist
npm run build -- --demo   a demo without an API into .local/demo, for any file server`
  const { values } = optionsOf(usage, { options: { demo: { type: 'boolean', default: false } } })
  if (values.demo) {
    await ensureBuilt({ only: 'forms' })
    // Imported only here, because it loads Vite.
    const { buildDemo, demoFolder } = await import('./demo/build-demo.ts')
    await buildDemo(repository)
    process.stderr.write(`The demo is in ${demoFolder}. To see it: python3 -m http.server -d ${demoFolder} 8000\n`)
  } else await ensureBuilt({ force: true, strict: true })
}
