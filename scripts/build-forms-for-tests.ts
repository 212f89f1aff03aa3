import { ensureBuilt } from './build.ts'

/** Vitest's global setup: specs read the built application forms from `.local/forms`, on a fresh clone too. */
export async function setup(): Promise<void> {
  await ensureBuilt({ only: 'forms' })
}
