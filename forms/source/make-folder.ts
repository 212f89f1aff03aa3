import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a folder and those above it. `mkdirSync` with `recursive` never returns below a folder that denies new entries
 * with ENOENT, such as `/proc`.
 */
export function makeFolder(folder: string): void {
  const place = path.resolve(folder)
  const parent = path.dirname(place)
  if (parent === place || isFolder(place)) return
  makeFolder(parent)
  try {
    mkdirSync(place)
  } catch (cause) {
    // Another process was faster.
    if (!isFolder(place)) throw cause
  }
}

function isFolder(place: string): boolean {
  return existsSync(place) && statSync(place).isDirectory()
}
