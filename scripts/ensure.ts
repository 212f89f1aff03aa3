import { spawnSync } from 'node:child_process'
import path from 'node:path'

type Program = 'browser' | 'firefox' | 'webkit' | 'nginx' | 'python'

/**
 * Finds a program that tests need, or installs it; ends this program if there is none. To be called after the options
 * have been read: an invalid call installs nothing.
 */
export function ensure(program: Program, ...options: string[]): void {
  const script = path.join(import.meta.dirname, `ensure-${program}.mjs`)
  const { status } = spawnSync(process.execPath, [script, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
