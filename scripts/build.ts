/**
 * Builds what the portal is served from: the form definitions (`.local/forms`) and the app (`dist`). The sandbox calls
 * this at every start, so a part whose inputs have not changed is skipped. `node scripts/build.ts` always builds both.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildInputs } from './build-inputs.ts'
import type { BuildName } from './build-inputs.ts'

const root = path.join(import.meta.dirname, '..')
const local = path.join(root, '.local')
const stampFile = path.join(local, 'build.json')
const lockFile = path.join(local, 'build.lock')

type Part = { name: BuildName; output: string; command: string[] }

const forms: Part = {
  name: 'forms',
  output: path.join(local, 'forms'),
  command: ['forms/main.ts', 'build', 'schemas', '--out', '.local/forms'],
}

const app: Part = {
  name: 'app',
  output: path.join(root, 'dist', 'index.html'),
  command: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
}

/** Brings both parts, or only the forms, up to date; reports on stderr. Throws if a build fails. */
export async function ensureBuilt({ only, force = false }: { only?: 'forms'; force?: boolean } = {}): Promise<void> {
  mkdirSync(local, { recursive: true })
  await withLock(() => {
    for (const part of only === 'forms' ? [forms] : [forms, app]) ensure(part, force)
  })
}

function ensure(part: Part, force: boolean): void {
  const hash = hashOf(part.name)
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

/** A hash of the names and contents of all inputs. */
function hashOf(name: BuildName): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of buildInputs(name, root)) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
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
