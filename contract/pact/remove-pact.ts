import { rmSync } from 'node:fs'
import { join } from 'node:path'

export function setup(): void {
  rmSync(join(import.meta.dirname, '..', '..', 'pact', 'pacts'), { recursive: true, force: true })
}
