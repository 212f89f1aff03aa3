import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { setup } from './temporary-folder.ts'

it('gives the specs and the programs that they start a folder of this run', () => {
  expect(path.basename(tmpdir())).toMatch(/^portal-tests-/)
})

it('removes the folder with all that is in it when the run ends', () => {
  vi.stubEnv('TMPDIR', tmpdir())
  const remove = setup()
  const left = mkdtempSync(path.join(tmpdir(), 'left-'))
  remove()
  vi.unstubAllEnvs()
  expect(existsSync(left)).toBe(false)
  expect(existsSync(tmpdir())).toBe(true)
})
