import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Vitest's global setup: a run has a temporary folder of its own, which is removed at its end. Specs, and the programs
 * that they start, create folders in `tmpdir()` and leave them there.
 */
export function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-tests-'))
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
