import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../.local/browser.json')

/** The browser that `scripts/ensure-browser.mjs` found or installed; null when Playwright's own is used. */
export function browserPath(): string | null {
  return entry('executablePath')
}

/** The same browser in headless mode, which is faster; null if this machine has none. */
export function headlessShellPath(): string | null {
  return entry('headlessShell')
}

function entry(name: string): string | null {
  if (!existsSync(file)) return null
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const path: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : null
  return typeof path === 'string' ? path : null
}
