/**
 * Builds what the portal is served from: the form definitions (`.local/forms`) and the app (`dist`). The sandbox asks
 * for it at every start, so what is up to date, by a hash over everything that goes in, is left alone.
 * `node scripts/build.ts` builds both in any case.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = path.join(import.meta.dirname, '..')
const local = path.join(root, '.local')
const stampFile = path.join(local, 'build.json')
const lockFile = path.join(local, 'build.lock')

type Part = { name: 'forms' | 'app'; inputs: string[]; output: string; command: string[] }

const forms: Part = {
  name: 'forms',
  inputs: ['schemas', 'form-model', 'forms', 'package-lock.json'],
  output: path.join(local, 'forms'),
  command: ['forms/main.ts', 'build', 'schemas', '--out', '.local/forms'],
}

const app: Part = {
  name: 'app',
  inputs: [
    'src',
    'locales',
    'schemas',
    'form-model',
    'public',
    'patches',
    'index.html',
    'vite.config.ts',
    'tsconfig.json',
    'package-lock.json',
  ],
  output: path.join(root, 'dist', 'index.html'),
  command: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
}

/** Brings both parts, or only the forms, up to date; says on stderr what it does. Throws if a build fails. */
export async function ensureBuilt({ only, force = false }: { only?: 'forms'; force?: boolean } = {}): Promise<void> {
  mkdirSync(local, { recursive: true })
  await withLock(() => {
    for (const part of only === 'forms' ? [forms] : [forms, app]) ensure(part, force)
  })
}

function ensure(part: Part, force: boolean): void {
  const hash = hashOf(part.inputs)
  const stamps = readStamps()
  if (!force && stamps[part.name] === hash && existsSync(part.output)) return
  process.stderr.write(`Building the ${part.name === 'forms' ? 'application forms' : 'portal'} …\n`)
  const result = spawnSync(process.execPath, part.command, { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.status !== 0) throw new Error(`The build of the ${part.name} failed; the lines above say why.`)
  writeFileSync(stampFile, `${JSON.stringify({ ...stamps, [part.name]: hash }, null, 2)}\n`)
}

function readStamps(): { [name: string]: string } {
  return existsSync(stampFile) ? (JSON.parse(readFileSync(stampFile, 'utf8')) as { [name: string]: string }) : {}
}

/** Over names and contents; tests do not go in. */
function hashOf(inputs: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const input of inputs)
    for (const file of filesOf(path.join(root, input)))
      hash.update(path.relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

function filesOf(place: string): string[] {
  const found = statSync(place, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (found.isFile()) return /\.spec\.tsx?$/.test(place) ? [] : [place]
  return readdirSync(place)
    .toSorted()
    .flatMap((name) => filesOf(path.join(place, name)))
}

/** Two sandboxes that start at once must not build into the same folder. */
async function withLock(work: () => void): Promise<void> {
  let handle = tryLock()
  while (handle === null) {
    await pause(200)
    if (isStale()) rmSync(lockFile, { force: true })
    handle = tryLock()
  }
  try {
    work()
  } finally {
    closeSync(handle)
    rmSync(lockFile, { force: true })
  }
}

function tryLock(): number | null {
  try {
    const handle = openSync(lockFile, 'wx')
    writeFileSync(handle, String(process.pid))
    return handle
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  }
}

/** Whether the process that holds the lock is gone. */
function isStale(): boolean {
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

if (import.meta.main) await ensureBuilt({ force: true })
