import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const project = path.join(import.meta.dirname, '..')
/** Not needed to run programs, or written by them. */
const left = ['.git', '.local', 'dist', 'docs', 'e2e', 'node_modules']

/** A temporary copy of the project that a test may change, with the same packages. */
export function copyOfProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'project-'))
  for (const name of readdirSync(project))
    if (!left.includes(name)) cpSync(path.join(project, name), path.join(copy, name), { recursive: true })
  // Vite writes into this folder, so only its packages are shared.
  mkdirSync(path.join(copy, 'node_modules'))
  for (const name of readdirSync(path.join(project, 'node_modules')))
    symlinkSync(path.join(project, 'node_modules', name), path.join(copy, 'node_modules', name))
  rmSync(path.join(copy, 'node_modules/.vite'), { force: true })
  return copy
}
